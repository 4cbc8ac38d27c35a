/** The result of the registration check. It is a store, because the masthead and the screen both show it. */
import { type RegistrationCheck, readRegistrationCheck } from '@panel/domain/panelists/registration-check';
import { isApproved } from '@panel/domain/panelists/status';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import type { Survey } from '@panel/domain/profiling/schedule';
import type { Cents } from '@panel/domain/rewards/money';
import { store } from '@panel/ui/store';
import { productName } from '../shell/config.tsx';
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

function membershipOf(did: string, check: RegistrationCheck): Membership {
  const links = Object.entries(check.surveyLinks).filter(([, link]) => link !== null);
  return {
    did,
    status: check.status,
    approved: isApproved(check.status),
    surveys: Object.fromEntries(links.map(([survey, link]) => [survey, `${link}/${encodeURIComponent(did)}`])),
    partners: PARTNERS.filter((partner) => check.partnerLinks[partner] !== null),
    available: check.available,
    pending: check.pending,
    total: check.total,
  };
}

/** How long an answered check waits for the menu, so that both appear together. */
const MENU_TIMEOUT_MS = 1000;

const current = store<Membership | null>(null);
let lastStarted = 0;
/** Checks up to this number are outdated: by a later answer, or by what the panelist did since. */
let lastOutdated = 0;

/**
 * Fetches the membership and loads the menu. A check that fails, or whose answer is no registration check, throws and
 * leaves the known membership as it is.
 */
export async function checkRegistration(did: string): Promise<Membership> {
  const turn = ++lastStarted;
  const menu = loadMenu();
  const body = await getPrefetched<unknown>(api.registrationCheck(did));
  const check = readRegistrationCheck(productName(), body);
  if (!check) throw new Error('no registration check');
  const membership = membershipOf(did, check);
  await Promise.race([menu, new Promise((resolve) => setTimeout(resolve, MENU_TIMEOUT_MS))]);
  if (turn > lastOutdated) {
    lastOutdated = turn;
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
