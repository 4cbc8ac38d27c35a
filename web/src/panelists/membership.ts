/** What the registration check said of the panelist. The masthead and the screen below it both show it. */
import { isApproved } from '@panel/domain/panelists/status';
import { PARTNER_LINK_FIELDS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { SURVEYS, type Survey } from '@panel/domain/profiling/schedule';
import { type Cents, fromRandNumber } from '@panel/domain/rewards/money';
import { store } from '@panel/ui/store';
import { ask } from '../shell/early.ts';
import { fetchMenu } from '../shell/menu-slot.ts';

export type Membership = {
  readonly did: string;
  readonly status: string;
  readonly approved: boolean;
  /** The profiling surveys that are due, each where it is answered. */
  readonly surveys: { readonly [S in Survey]?: string };
  /** The partners that have something to offer. */
  readonly partners: readonly Partner[];
  readonly available: Cents;
  readonly pending: Cents;
  readonly total: Cents;
  /** Something was withdrawn since: the amounts are no longer so. */
  readonly outdated?: boolean;
};

type Answer = { readonly [field: string]: unknown };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const rand = (value: unknown): Cents => fromRandNumber(Number.isFinite(value) ? Number(value) : 0);

/** The link's field begins with the product's name; its end says which survey it is. */
function surveyLink(answer: Answer, survey: Survey): string {
  const end = `_${survey.replace('-', '_')}_survey_link`;
  return text(Object.entries(answer).find(([field]) => field.endsWith(end))?.[1]);
}

function read(did: string, answer: Answer): Membership {
  const links = SURVEYS.map((survey) => [survey, surveyLink(answer, survey)] as const).filter(
    ([, link]) => link !== '',
  );
  return {
    did,
    status: text(answer.status),
    approved: isApproved(text(answer.status)),
    surveys: Object.fromEntries(links.map(([survey, link]) => [survey, `${link}/${encodeURIComponent(did)}`])),
    partners: PARTNERS.filter((partner) => text(answer[PARTNER_LINK_FIELDS[partner]]) !== ''),
    available: rand(answer.available_reward),
    pending: rand(answer.pending_reward),
    total: rand(answer.total_rewards),
  };
}

/** How long a check that was answered waits for the menu. */
const PATIENCE_MS = 1000;

const known = store<Membership | null>(null);
let asked = 0;
/** The checks up to this one are overtaken: by the answer to a later one, or by what the panelist did since. */
let overtaken = 0;

/**
 * Asks who the panelist is. A check that fails changes nothing: what was known is all there is. Members have a menu, which
 * is fetched with the check, so that both are there at once, or nearly.
 */
export async function checkRegistration(did: string): Promise<Membership> {
  const mine = ++asked;
  const menu = fetchMenu();
  const membership = read(did, (await ask<Answer>(api.registrationCheck(did))) ?? {});
  await Promise.race([menu, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  if (mine > overtaken) {
    overtaken = mine;
    known.set(membership);
  }
  return membership;
}

function overtake(membership: Membership | null): void {
  overtaken = asked;
  known.set(membership);
}

export const forgetMembership = (): void => overtake(null);

/** After a withdrawal, until the next check. */
export function outdateAmounts(did: string): void {
  const membership = known.get();
  if (membership?.did === did) overtake({ ...membership, outdated: true });
}

/** What is known of a panelist since the last check, or null. */
export function useMembership(did: string | null): Membership | null {
  const membership = known.use();
  return membership?.did === did ? membership : null;
}
