/** The result of the registration check. It is a store, because the masthead and the screen both show it. */
import { readRegistrationCheck, type ShownCheck } from '@panel/domain/panelists/registration-check';
import { isApproved } from '@panel/domain/panelists/status';
import { api } from '@panel/domain/paths';
import { store } from '@panel/ui/store';
import { useEffect } from 'react';
import { productName } from '../calls/config.ts';
import { getPersonal } from '../calls/last-seen.ts';
import { loadedWithPage } from '../calls/page-content.ts';
import { useLoad } from '../calls/use-load.ts';
import { isOfflinePage } from '../routing/page.ts';

export type Membership = ShownCheck & {
  readonly did: string;
  /** The whole check, in which home finds the partners that have surveys. */
  readonly body: unknown;
  readonly approved: boolean;
  /** The amounts may be too high: something was withdrawn since the check, or it is from an earlier visit. */
  readonly outdated?: boolean;
};

/** Throws if the body isn't a registration check. */
function readMembership(did: string, body: unknown): Membership {
  const check = readRegistrationCheck(productName(), body);
  if (!check) throw new Error('not a registration check');
  return { ...check, did, body, approved: isApproved(check.status) };
}

const current = store<Membership | null>(null);
let lastStarted = 0;
/** Checks up to this number are superseded, by a later response or by something the panelist did. */
let lastSuperseded = 0;

/** A check that fails or isn't valid throws, and doesn't change the known membership. */
async function checkRegistration(did: string): Promise<Membership> {
  const turn = ++lastStarted;
  const membership = readMembership(did, await getPersonal(did, api.registrationCheck(did)));
  if (turn > lastSuperseded) {
    lastSuperseded = turn;
    current.set(membership);
  }
  return membership;
}

const checkInPage = (did: string) => loadedWithPage(api.registrationCheck(did), (body) => readMembership(did, body));

type CheckHandlers = Parameters<typeof useLoad<Membership>>[2];

/** The registration check of a screen: the one that came with the page, or a new one. */
export const useFirstCheck = (did: string, handlers: CheckHandlers) =>
  useLoad(
    () => checkRegistration(did),
    () => checkInPage(did),
    handlers,
  );

/** The same, and a quiet one if a deletion or a withdrawal was answered after its screen was left for this one. */
export function useRegistrationCheck(did: string, handlers: CheckHandlers) {
  const membership = useMembership(did);
  const check = useFirstCheck(did, handlers);
  const { loading, failure, reload } = check;
  const isKnown = membership !== null && !membership.outdated;
  const isDue = !isKnown && !loading && failure === undefined && !isOfflinePage();
  useEffect(() => {
    if (isDue) reload({ quiet: true });
  }, [isDue, reload]);
  return check;
}

/** Takes the membership from what comes with the page. */
export function setRenderedMembership(did: string | null, outdated = false): void {
  const membership = did === null ? undefined : checkInPage(did)?.data;
  current.setRendered(membership ? { ...membership, outdated } : null);
}

/** Supersedes every check that is still running. */
function replaceMembership(membership: Membership | null): void {
  lastSuperseded = lastStarted;
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
