/**
 * Panelists who have been inactive for two years get a notice, and are deleted a month later unless they take part again. If the chat could
 * not deliver the notice, it is sent again and the month restarts, until the chat has twice in a row not known the device.
 */
import { addMonths, southAfricanDate } from '@panel/domain/calendar';
import { nextSendingTime, type SendingHours } from '@panel/domain/console/sends';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { PURGE_MONTHS, PURGE_NOTICE_DAYS } from '@panel/domain/panelists/rules';
import { chatMessages } from '@panel/domain/wording/chat';
import {
  inactiveDid,
  inactivityChecksDue,
  lockInactivityCheck,
  readDid,
  setInactivityCheck,
} from '../identity/panelists.ts';
import { type Compose, insertMessagesStatement } from '../messages/outbox.ts';
import { hadNoticesNoRecipient, wasNoticeSentBy } from '../messages/sent-messages.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { processItems } from '../platform/failed-items.ts';
import { deleteProfile } from './delete.ts';

type InactivityDependencies = Dependencies & { readonly config: { readonly sendingHours: SendingHours } };

const NOTICE_MS = PURGE_NOTICE_DAYS * DAY_MS;
/** A single 404 may come from a proxy, or from a fault at the super-app. */
const NOTICES_WITHOUT_RECIPIENT = 2;
/** In one run. */
const MAX_CHECKS = 100;

/** Checks panelists whose check is due, the most overdue first. Returns the number of panelists checked. */
export const checkInactivePanelists = (deps: InactivityDependencies): Promise<number> => {
  const { database, clock } = deps;
  const at = clock.now();
  return processItems(database, at, {
    job: 'inactivity',
    oneByOne: true,
    find: () => inactivityChecksDue(database, at, MAX_CHECKS),
    process: async ([id = '']) => {
      await checkPanelist(deps, id, at);
      return 1;
    },
  });
};

/** Contains the day of the deletion: the text names it, so each notice is a separate message. */
const subjectOf = (id: string, noticeAt: Date): string => `${id}:${southAfricanDate(addMs(noticeAt, NOTICE_MS))}`;

/** A notice that is more than a day late would not leave the promised month. */
const wasNotified = (tx: Tx, id: string, noticeAt: Date): Promise<boolean> =>
  wasNoticeSentBy(tx, subjectOf(id, noticeAt), addMs(noticeAt, DAY_MS));
const cannotBeNotified = (tx: Tx, panelistId: string, since: Date): Promise<boolean> =>
  hadNoticesNoRecipient(tx, panelistId, since, NOTICES_WITHOUT_RECIPIENT);

const checkPanelist = ({ config, database, vault }: InactivityDependencies, id: string, at: Date): Promise<unknown> =>
  database.transaction(async (tx) => {
    const panelist = await lockInactivityCheck(tx, id, at);
    if (!panelist) return;
    const { lastActiveAt, noticeAt } = panelist;
    const inactiveAt = addMonths(lastActiveAt, PURGE_MONTHS);
    if (inactiveAt > at) await setInactivityCheck(tx, id, inactiveAt, null);
    else if (
      noticeAt === null ||
      !((await wasNotified(tx, id, noticeAt)) || (await cannotBeNotified(tx, id, inactiveAt)))
    ) {
      // Two years later to the minute may be at night.
      const sendAt = nextSendingTime(config.sendingHours, at);
      await setInactivityCheck(tx, id, addMs(sendAt, NOTICE_MS), sendAt);
      const notice = { kind: 'inactivity', subject: subjectOf(id, sendAt), panelistId: id, sendAt } as const;
      await tx.run(insertMessagesStatement([notice], at));
    } else {
      await deleteProfile(tx, vault, { id, did: await readDid(tx, vault, id) }, at);
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
