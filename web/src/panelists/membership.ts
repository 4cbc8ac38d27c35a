/** The result of the registration check. It is a store, because the masthead and the screen both show it. */
import { isApproved } from '@panel/domain/panelists/status';
import { PARTNER_LINK_FIELDS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { SURVEYS, type Survey } from '@panel/domain/profiling/schedule';
import { type Cents, fromRandNumber } from '@panel/domain/rewards/money';
import { store } from '@panel/ui/store';
import { loadMenu } from '../shell/lazy-menu.ts';
import { getPrefetched } from '../shell/prefetch.ts';

export type Membership = {
  readonly did: string;
  readonly status: string;
  readonly approved: boolean;
  /** The addresses of the profiling surveys that are due. */
  readonly surveys: { readonly [S in Survey]?: string };
  /** The partners that have surveys for this panelist. */
  readonly partners: readonly Partner[];
  readonly available: Cents;
  readonly pending: Cents;
  readonly total: Cents;
  /** Something was withdrawn since the check, so the amounts are too high. */
  readonly outdated?: boolean;
};

type Answer = { readonly [field: string]: unknown };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const rand = (value: unknown): Cents => fromRandNumber(Number.isFinite(value) ? Number(value) : 0);

/** The field's name begins with the product's name and ends with the survey's. */
function surveyLink(answer: Answer, survey: Survey): string {
  const end = `_${survey.replace('-', '_')}_survey_link`;
  return text(Object.entries(answer).find(([field]) => field.endsWith(end))?.[1]);
}

function parse(did: string, answer: Answer | null | undefined): Membership {
  if (typeof answer?.status !== 'string') throw new Error('Registration check without a status');
  const links = SURVEYS.map((survey) => [survey, surveyLink(answer, survey)] as const).filter(
    ([, link]) => link !== '',
  );
  return {
    did,
    status: answer.status,
    approved: isApproved(answer.status),
    surveys: Object.fromEntries(links.map(([survey, link]) => [survey, `${link}/${encodeURIComponent(did)}`])),
    partners: PARTNERS.filter((partner) => text(answer[PARTNER_LINK_FIELDS[partner]]) !== ''),
    available: rand(answer.available_reward),
    pending: rand(answer.pending_reward),
    total: rand(answer.total_rewards),
  };
}

/** How long an answered check waits for the menu, so that both appear together. */
const MENU_TIMEOUT_MS = 1000;

const current = store<Membership | null>(null);
let lastStarted = 0;
/** Checks up to this number are outdated: by a later answer, or by what the panelist did since. */
let lastOutdated = 0;

/** Fetches the membership and loads the menu. A check that fails leaves the known membership as it is. */
export async function checkRegistration(did: string): Promise<Membership> {
  const check = ++lastStarted;
  const menu = loadMenu();
  const membership = parse(did, await getPrefetched<Answer | null | undefined>(api.registrationCheck(did)));
  await Promise.race([menu, new Promise((resolve) => setTimeout(resolve, MENU_TIMEOUT_MS))]);
  if (check > lastOutdated) {
    lastOutdated = check;
    current.set(membership);
  }
  return membership;
}

/** Outdates every check that has not been answered yet. */
function replaceMembership(membership: Membership | null): void {
  lastOutdated = lastStarted;
  current.set(membership);
}

export const clearMembership = (): void => replaceMembership(null);

/** The amounts stay outdated until the next check. */
export function markAmountsOutdated(did: string): void {
  const membership = current.get();
  if (membership?.did === did) replaceMembership({ ...membership, outdated: true });
}

/** The membership of the last check, or null. */
export function useMembership(did: string | null): Membership | null {
  const membership = current.use();
  return membership?.did === did ? membership : null;
}
