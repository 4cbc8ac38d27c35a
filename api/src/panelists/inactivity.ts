/** Panelists who have not taken part for two years are told so, and deleted a month later unless they take part again. */

import { addMonths, southAfricanDate } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import { PURGE_MONTHS, PURGE_NOTICE_DAYS } from '@panel/domain/panelists/rules';
import { chatMessages } from '@panel/domain/wording/chat';
import {
  claimInactivityCheck,
  inactiveDid,
  lockInactivityCheck,
  panelistRecord,
  setInactivityCheck,
} from '../identity/panelists.ts';
import type { Compose } from '../messages/delivery.ts';
import { insertMessages } from '../messages/outbox.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { later } from '../platform/queue.ts';
import { deleteProfile } from './delete.ts';

const NOTICE_MS = PURGE_NOTICE_DAYS * DAY_MS;

/**
 * Checks panelists whose check is due, the longest due first. Returns the number of panelists checked. One whose check fails, as
 * without a data key, is checked again a day later and keeps nobody else waiting.
 */
export async function checkInactivePanelists(deps: Dependencies, limit = 100): Promise<number> {
  const { database, clock } = deps;
  const at = clock.now();
  const failures: unknown[] = [];
  let checked = 0;
  while (checked + failures.length < limit) {
    const claimed = await claimInactivityCheck(database, at, later(at, DAY_MS));
    if (!claimed) break;
    await checkPanelist(deps, claimed.id, at).then(
      () => {
        checked += 1;
      },
      (failure: unknown) => failures.push(failure),
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Panelists could not be checked.');
  return checked;
}

const checkPanelist = ({ database, vault }: Dependencies, id: string, at: Date): Promise<unknown> =>
  database.transaction(async (tx) => {
    const panelist = await lockInactivityCheck(tx, id);
    if (!panelist) return;
    const { lastActiveAt, noticeAt } = panelist;
    const inactiveAt = addMonths(lastActiveAt, PURGE_MONTHS);
    if (inactiveAt > at) await setInactivityCheck(tx, id, inactiveAt, null);
    else if (noticeAt === null) {
      const deleteAt = later(at, NOTICE_MS);
      await setInactivityCheck(tx, id, deleteAt, at);
      const subject = `${id}:${southAfricanDate(deleteAt)}`;
      await tx.many(insertMessages([{ kind: 'inactivity', subject, panelistId: id }], at));
    } else {
      const { did } = await panelistRecord(tx, vault, id);
      await deleteProfile(tx, vault, { id, did }, at);
    }
  });

/** Whether they are still inactive is checked again when the message is sent. */
export function composeInactivityNotice({ config, database, vault, clock }: Dependencies): Compose {
  const { inactivity } = chatMessages(config.product);
  return async ({ subject, panelistId }) => {
    const did = panelistId && (await inactiveDid(database, vault, panelistId, addMonths(clock.now(), -PURGE_MONTHS)));
    return did ? { did, text: inactivity(subject.split(':')[1] ?? '', config.contact) } : null;
  };
}
