import { MAX_AGE, MIN_AGE } from '../panelists/rules.ts';
import { isApproved, type PanelistStatus, readStatus } from '../panelists/status.ts';
import { PARTNER_BUTTONS, type Partner } from '../partners/partners.ts';
import { MINIMUM_WITHDRAWAL_RAND } from '../rewards/amounts.ts';
import { TOO_YOUNG, UNAVAILABLE } from './everywhere.ts';

/** Assumption: status-messages. What a panelist who isn't approved reads; null for one who is. */
export function panelistStatusMessage(brand: string, status: string): string | null {
  if (isApproved(status)) return null;
  const messages: Readonly<Record<Exclude<PanelistStatus, 'approved'>, string>> = {
    pending: `Your application to the ${brand} Panel is still being reviewed. Please check again later.`,
    rejected: `Your application to the ${brand} Panel was not accepted. Please contact the panel admin.`,
    suspended: `Your ${brand} Panel membership is on hold. Please contact the panel admin.`,
    blocked: `You can no longer take part in the ${brand} Panel. Please contact the panel admin.`,
    underage: TOO_YOUNG,
    duplicate: `You are already a member of ${brand} panel`,
  };
  return new Map(Object.entries(messages)).get(readStatus(status)) ?? UNAVAILABLE;
}

export const home = (brand: string) =>
  ({
    welcome: `Welcome to your ${brand}App Research hub!`,
    available: 'Available',
    ownData: 'A survey opens on the partner’s site and may use your own data.',
    noSurveysTitle: 'No surveys for you just now',
    noSurveysText: 'New ones come in all day. We will also message you in the chat.',
    lookAgain: 'Look again',
    howItWorksTitle: 'How it works',
    howItWorks: [
      'Keep your profile up to date, so that surveys fit you.',
      'Pick a survey above, or watch your chat for invitations.',
      'Answer every question fully and honestly.',
      `Get rewarded. From R${MINIMUM_WITHDRAWAL_RAND} you can withdraw as a 1Voucher.`,
    ],
    /** Words between asterisks are styled differently. */
    join: `Join the ${brand}App Research Panel today and earn *REWARDS!*`,
    joinLead: 'Say what you think. Be heard. Get paid for it.',
    getStarted: 'GET STARTED',
    joinPoints: [
      '*Tell us who you are.* About 5 minutes, once.',
      '*Answer surveys* that come to your chat.',
      `*Earn rand,* paid as a 1Voucher from R${MINIMUM_WITHDRAWAL_RAND}.`,
    ],
    joinNote: `For ages ${MIN_AGE} to ${MAX_AGE}. You can leave and delete your profile at any time.`,
    unreachable: 'Already a member? We could not reach your profile just now.',
    membershipPanel: `${brand}App Research Panel`,
    membership: 'Your membership',
    membershipText: 'This is where your surveys and rewards are, once your membership is active.',
    checkAgain: 'Check again',
  }) as const;

/** What a survey button says when it can't open a survey. */
export const entryFailure = (partner: Partner, reason: 'empty' | 'error'): string =>
  reason === 'empty' ? 'No survey found' : PARTNER_BUTTONS[partner].failure;
