/** Panelists who have not taken part for two years are told so, and deleted a month later unless they take part again. */
import { addMonths, southAfricanDate } from '@panel/domain/calendar';
import { PURGE_MONTHS, PURGE_NOTICE_DAYS } from '@panel/domain/panelists/rules';
import { chatMessages } from '@panel/domain/wording/chat';
import { inactiveDid, lockInactivityCheck, panelistRecord, setInactivityCheck } from '../identity/panelists.ts';
import type { Compose } from '../messages/delivery.ts';
import { insertMessages } from '../messages/outbox.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { later } from '../platform/queue.ts';
import { deleteProfile } from './delete.ts';

const NOTICE_MS = PURGE_NOTICE_DAYS * 24 * 60 * 60 * 1000;

/** Checks panelists whose check is due, the longest due first. Returns the number of panelists checked. */
export async function checkInactivePanelists(deps: Dependencies, limit = 100): Promise<number> {
  let checked = 0;
  while (checked < limit && (await checkNextPanelist(deps))) checked += 1;
  return checked;
}

const checkNextPanelist = ({ database, vault, clock }: Dependencies): Promise<boolean> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const panelist = await lockInactivityCheck(tx, at);
    if (!panelist) return false;
    const { id, lastActiveAt, noticeAt } = panelist;
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
    return true;
  });

/** Whether they are still inactive is checked again when the message is sent. */
export function composeInactivityNotice({ config, database, vault, clock }: Dependencies): Compose {
  const { inactivity } = chatMessages(config.product);
  return async ({ subject, panelistId }) => {
    const did = panelistId && (await inactiveDid(database, vault, panelistId, addMonths(clock.now(), -PURGE_MONTHS)));
    return did ? { did, text: inactivity(subject.split(':')[1] ?? '', config.contact) } : null;
  };
}
