/** Invitations to profiling surveys that are due. */
import { southAfricanDate } from '@panel/domain/calendar';
import { isSendingTime, type SendingHours } from '@panel/domain/console/sends';
import { addMs } from '@panel/domain/durations';
import { screens } from '@panel/domain/paths';
import { decideInvitation } from '@panel/domain/profiling/schedule';
import type { ProfilingSurvey } from '@panel/domain/profiling/surveys';
import { chatMessages } from '@panel/domain/wording/chat';
import { contactable, contactableDid } from '../identity/contactable.ts';
import { type Compose, insertMessagesStatement } from '../messages/outbox.ts';
import { countContacts, withContacts } from '../messages/sent-messages.ts';
import { type DueSurvey, dueAtOf, lockSurveysToInvite, setInviteAt } from '../profiling/schedule.ts';
import { type TaskDependencies, WEEK_MS } from './tasks.ts';

const BATCH = 200;
/** Panelists who can't be contacted must not delay others, and a round must end. */
const MAX_BATCHES = 50;
/** In a round, which is a minute, so that the chat doesn't get thousands at once. */
const MAX_INVITED = 1000;

const subjectOf = ({ panelistId, survey, dueAt }: DueSurvey): string =>
  `${panelistId}:${survey}:${southAfricanDate(dueAt)}`;

type Considered = { readonly considered: number; readonly invited: number };

type InviteDependencies = TaskDependencies & { readonly config: { readonly sendingHours: SendingHours } };

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
 * Invites panelists to their most overdue surveys, once per due date. Only contactable panelists below the contact limit, which is checked
 * again when the invitation is sent.
 */
const inviteBatch = ({ config, database, clock }: InviteDependencies, limit: number): Promise<Considered> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const due = await lockSurveysToInvite(tx, at, limit);
    if (due.length === 0) return { considered: 0, invited: 0 };
    const ids = due.map(({ panelistId }) => panelistId);
    const reachable = await contactable(tx, ids, at);
    const atLimit = await withContacts(tx, ids, { since: addMs(at, -WEEK_MS), count: config.contactsPerWeek });
    const decided = due.map((survey, index) => {
      const { panelistId } = survey;
      const isContactable = reachable.has(panelistId);
      const hasOther = ids.indexOf(panelistId) < index;
      return { ...survey, ...decideInvitation({ isContactable, isAtLimit: atLimit.has(panelistId), hasOther }, at) };
    });
    const messages = decided
      .filter(({ isInvited }) => isInvited)
      .map((survey) => ({ kind: 'invitation' as const, subject: subjectOf(survey), panelistId: survey.panelistId }));
    const queued = await tx.many(insertMessagesStatement(messages, at));
    await setInviteAt(tx, decided);
    return { considered: due.length, invited: queued.length };
  });

/** Whether a panelist may still get an invitation is decided when it is sent. */
export function composeInvitation({ config, database, vault, clock }: TaskDependencies): Compose {
  return async ({ id, subject, panelistId }) => {
    if (!panelistId) return null;
    const at = clock.now();
    const survey = subject.split(':')[1] as ProfilingSurvey;
    const dueAt = await dueAtOf(database, panelistId, survey);
    if (!dueAt || subjectOf({ panelistId, survey, dueAt }) !== subject) return null;
    const contacts = await countContacts(database, panelistId, addMs(at, -WEEK_MS), id);
    if (contacts >= config.contactsPerWeek) return null;
    const did = await contactableDid(database, vault, panelistId, at);
    if (!did) return null;
    const link = `${config.appOrigin}${screens.profiling(survey)}/${did}`;
    return { did, text: chatMessages(config.product).invitation(survey, link) };
  };
}
