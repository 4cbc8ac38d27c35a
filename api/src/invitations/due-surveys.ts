/** Invitations to the profiling surveys that have fallen due. */

import { southAfricanDate } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import { screens } from '@panel/domain/paths';
import type { Survey } from '@panel/domain/profiling/schedule';
import { chatMessages } from '@panel/domain/wording/chat';
import { contactable, contactableDid } from '../identity/panelists.ts';
import type { Compose } from '../messages/delivery.ts';
import { insertMessages } from '../messages/outbox.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { later } from '../platform/queue.ts';
import { type DueSurvey, lockSurveysToInvite, setInviteAt } from '../profiling/schedule.ts';

/** A panelist who can't be contacted today may opt in, or be approved again, tomorrow. */
const RECONSIDER_MS = DAY_MS;

const subjectOf = ({ panelistId, survey, dueAt }: DueSurvey): string =>
  `${panelistId}:${survey}:${southAfricanDate(dueAt)}`;

/**
 * Invites panelists to the surveys that have fallen due, once for each time one does. Only contactable panelists, and
 * whether they still are is checked again when the invitation is sent. Returns the number of surveys considered.
 */
export const inviteToDueSurveys = ({ database, clock }: Dependencies, limit = 200): Promise<number> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const due = await lockSurveysToInvite(tx, at, limit);
    if (due.length === 0) return 0;
    const reachable = await contactable(tx, [...new Set(due.map(({ panelistId }) => panelistId))], at);
    const invited = due.filter(({ panelistId }) => reachable.has(panelistId));
    const others = due.filter(({ panelistId }) => !reachable.has(panelistId));
    const messages = invited.map((survey) => ({
      kind: 'invitation' as const,
      subject: subjectOf(survey),
      panelistId: survey.panelistId,
    }));
    await tx.many(insertMessages(messages, at));
    await setInviteAt(tx, invited, null);
    await setInviteAt(tx, others, later(at, RECONSIDER_MS));
    return due.length;
  });

export function composeInvitation({ config, database, vault, clock }: Dependencies): Compose {
  return async ({ subject, panelistId }) => {
    const did = panelistId && (await contactableDid(database, vault, panelistId, clock.now()));
    if (!did) return null;
    const survey = subject.split(':')[1] as Survey;
    const link = `${config.publicOrigin}${screens.profiling(survey)}/${did}`;
    return { did, text: chatMessages(config.product).invitation(survey, link) };
  };
}
