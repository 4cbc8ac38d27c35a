import type { ProfilingSurvey } from '../profiling/surveys.ts';

/** Messages to a panelist's chat. */
export const chatMessages = (brand: string) =>
  ({
    voucher: (amount: string, pin: string, expiresOn: string | null) =>
      `Your ${brand} Panel reward of ${amount} is here.\n\n1Voucher PIN: *${pin}*\n\n${
        expiresOn ? `Use it before ${expiresOn}. ` : ''
      }Keep it to yourself: whoever has the PIN has the money.`,
    withdrawalRequested: (amount: string, contact: string) =>
      `You asked to withdraw ${amount} from your ${brand} Panel balance. The 1Voucher follows in this chat. If this was not you, contact ${contact}.`,
    withdrawalReturned: (amount: string) =>
      `We could not issue your 1Voucher of ${amount}. The money is back in your ${brand} Panel balance; please try again later.`,
    /** Once the device id is erased, only the reference in this message proves whose money it is. */
    withdrawalUnclaimed: (amount: string, reference: string, contact: string) =>
      `We could not issue your 1Voucher of ${amount}, and your ${brand} Panel profile is deleted. The money is kept for you; please contact ${contact} and name the reference ${reference}.`,
    profileDeleted: (contact: string) =>
      `Your ${brand} Panel profile was deleted, and with it what you told us. If this was not you, contact ${contact}.`,
    dataCode: (code: string, minutes: number, contact: string) =>
      `Your code for Your data in the ${brand} Panel is *${code}*. It works for ${minutes} minutes. Don’t share it: we never ask for it. If this was not you, contact ${contact}.`,
    inactivity: (deletedOn: string, contact: string) =>
      `You have not taken part in the ${brand} Panel for two years. On ${deletedOn} we will delete your profile and any reward left in it, unless you take part before then. Questions? Contact ${contact}.`,
    invitation: (survey: ProfilingSurvey, link: string) =>
      `${INVITATIONS[survey]} It builds your ${brand} Panel profile, so that the surveys we send fit you. There is no reward for it.\n\n${link}`,
  }) as const;

const INVITATIONS: Readonly<Record<ProfilingSurvey, string>> = {
  'second-round': 'Your profiling survey is ready.',
  quarterly: 'Your quarterly survey is ready.',
  yearly: 'Your annual survey is ready.',
};
