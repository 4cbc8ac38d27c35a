/** Invitations to profiling surveys that are due. */
import { southAfricanDate } from '@panel/domain/calendar';
import { isSendingTime, type SendingHours } from '@panel/domain/console/sends';
import { addMs } from '@panel/domain/durations';
import { screens } from '@panel/domain/paths';
import { RECONSIDER_MS } from '@panel/domain/profiling/schedule';
import type { ProfilingSurvey } from '@panel/domain/profiling/surveys';
import { chatMessages } from '@panel/domain/wording/chat';
import { contactable, contactableDid } from '../identity/contactable.ts';
import { type Compose, insertMessagesStatement } from '../messages/outbox.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { type DueSurvey, lockSurveysToInvite, setInviteAt } from '../profiling/schedule.ts';

const BATCH = 200;
/** Panelists who can't be contacted must not delay others, and a round must end. */
const MAX_BATCHES = 50;
/** In a round, which is a minute, so that the chat doesn't get thousands at once. */
const MAX_INVITED = 1000;

const subjectOf = ({ panelistId, survey, dueAt }: DueSurvey): string =>
  `${panelistId}:${survey}:${southAfricanDate(dueAt)}`;

type Considered = { readonly considered: number; readonly invited: number };

type InviteDependencies = Dependencies & { readonly config: { readonly sendingHours: SendingHours } };

/** Invites to surveys that are due, batch by batch, but not at night. Returns the number of surveys considered. */
export async function inviteToDueSurveys(deps: InviteDependencies, limit = BATCH): Promise<number> {
  if (!isSendingTime(deps.config.sendingHours, deps.clock.now())) return 0;
  const total = { considered: 0, invited: 0 };
  for (let batch = 0; batch < MAX_BATCHES && total.invited < MAX_INVITED; batch += 1) {
    const { considered, invited } = await inviteBatch(deps, limit);
    total.considered += considered;
    total.invited += invited;
    if (considered < limit) break;
  }
  return total.considered;
}

/**
 * Invites panelists to their most overdue surveys, once per due date. Only contactable panelists, which is checked again when the
 * invitation is sent.
 */
const inviteBatch = ({ database, clock }: Dependencies, limit: number): Promise<Considered> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const due = await lockSurveysToInvite(tx, at, limit);
    if (due.length === 0) return { considered: 0, invited: 0 };
    const reachable = await contactable(tx, [...new Set(due.map(({ panelistId }) => panelistId))], at);
    const invited = due.filter(({ panelistId }) => reachable.has(panelistId));
    const others = due.filter(({ panelistId }) => !reachable.has(panelistId));
    const messages = invited.map((survey) => ({
      kind: 'invitation' as const,
      subject: subjectOf(survey),
      panelistId: survey.panelistId,
    }));
    await tx.many(insertMessagesStatement(messages, at));
    await setInviteAt(tx, invited, null);
    await setInviteAt(tx, others, addMs(at, RECONSIDER_MS));
    return { considered: due.length, invited: invited.length };
  });

export function composeInvitation({ config, database, vault, clock }: Dependencies): Compose {
  return async ({ subject, panelistId }) => {
    const did = panelistId && (await contactableDid(database, vault, panelistId, clock.now()));
    if (!did) return null;
    const survey = subject.split(':')[1] as ProfilingSurvey;
    const link = `${config.appOrigin}${screens.profiling(survey)}/${did}`;
    return { did, text: chatMessages(config.product).invitation(survey, link) };
  };
}
