import { addMonths, southAfricanDate } from '@panel/domain/calendar';
import { EVENTS_KEPT_MONTHS } from '@panel/domain/partners/outcomes';
import type { AppDependencies } from '../dependencies.ts';
import { deleteDisputesBefore } from '../disputes/store.ts';
import { deleteTombstonesBefore } from '../identity/tombstones.ts';
import { eraseOldUnlocks } from '../panelists/data-lock.ts';
import { checkInactivePanelists } from '../panelists/inactivity.ts';
import { deleteEventsBefore, deleteSessionsBefore } from '../partners/store.ts';
import { doEach, forgetStaleItems } from '../platform/failed-items.ts';
import { eraseOldCounts } from '../platform/http/limits.ts';
import { eraseOldCalls } from '../platform/parties/party-calls.ts';
import { deletePartnerDaysBefore } from '../rewards/write-reward.ts';
import { deletePageViewsBefore } from '../web/page-views.ts';

const TOMBSTONES_KEPT_MONTHS = 3 * 12;
const PARTNER_DAYS_KEPT_MONTHS = 1;
const PAGE_VIEWS_KEPT_MONTHS = 13;
const BATCH = 1000;

/**
 * Assumption: retention. Erases expired data, a batch of each kind; one that fails doesn't keep the others. A separate job erases PINs,
 * rejected callbacks go with the sessions, and the books and the audit are kept. Returns the number of rows erased and panelists checked.
 */
export function applyRetention(deps: AppDependencies): Promise<number> {
  const { database, clock } = deps;
  const at = clock.now();
  const kept = (months: number) => addMonths(at, -months);
  // Nothing refers to the rows of most kinds, so that no single row can keep its kind from being deleted.
  return doEach([
    () => eraseOldCounts(database, at),
    () => eraseOldCalls(database, at),
    () => eraseOldUnlocks(database, at, BATCH),
    () => deleteEventsBefore(database, kept(EVENTS_KEPT_MONTHS), BATCH),
    () => deleteSessionsBefore(database, kept(EVENTS_KEPT_MONTHS), at, BATCH),
    () => deleteTombstonesBefore(database, kept(TOMBSTONES_KEPT_MONTHS), BATCH),
    () => deleteDisputesBefore(database, kept(EVENTS_KEPT_MONTHS), BATCH),
    () => deletePartnerDaysBefore(database, southAfricanDate(kept(PARTNER_DAYS_KEPT_MONTHS))),
    () => deletePageViewsBefore(database, southAfricanDate(kept(PAGE_VIEWS_KEPT_MONTHS))),
    () => forgetStaleItems(database, at),
    () => checkInactivePanelists(deps),
  ]);
}
