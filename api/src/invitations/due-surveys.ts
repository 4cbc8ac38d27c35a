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
import { processItems } from '../platform/failed-items.ts';
import { type DueSurvey, dueAtOf, lockSurveysToInvite, panelistsToInvite, setInviteAt } from '../profiling/schedule.ts';
import { type TaskDependencies, WEEK_MS } from './tasks.ts';

const BATCH = 200;
/** Panelists who can't be contacted must not delay others, and a round must end. */
const MAX_BATCHES = 50;
/** In a round, which is a minute, so that the chat doesn't get thousands at once. */
const MAX_INVITED = 1000;

const subjectOf = ({ panelistId, survey, dueAt }: DueSurvey): string =>
  `${panelistId}:${survey}:${southAfricanDate(dueAt)}`;

type InviteDependencies = TaskDependencies & { readonly config: { readonly sendingHours: SendingHours } };

/** Invites to surveys that are due, batch by batch, but not at night. Returns the number of surveys considered. */
export async function inviteToDueSurveys(deps: InviteDependencies, limit = BATCH): Promise<number> {
  const { config, database, clock } = deps;
  if (!isSendingTime(config.sendingHours, clock.now())) return 0;
  let considered = 0;
  let invited = 0;
  for (let batch = 0; batch < MAX_BATCHES && invited < MAX_INVITED; batch += 1) {
    const at = clock.now();
    let found = 0;
    considered += await processItems(database, at, {
      job: 'invitations',
      find: async () => {
        const ids = await panelistsToInvite(database, at, limit);
        found = ids.length;
        return ids;
      },
      process: async (ids) => {
        const decided = await invitePanelists(deps, ids, at);
        invited += decided.invited;
        return decided.considered;
      },
    });
    if (found === 0) break;
  }
  return considered;
}

/**
 * Invites panelists to their most overdue surveys, once per due date. Only contactable panelists below the contact limit, which is checked
 * again when the invitation is sent.
 */
const invitePanelists = ({ config, database }: InviteDependencies, panelistIds: readonly string[], at: Date) =>
  database.transaction(async (tx) => {
    const due = await lockSurveysToInvite(tx, panelistIds, at);
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
    const queued = await tx.run(insertMessagesStatement(messages, at));
    await setInviteAt(tx, decided);
    return { considered: due.length, invited: queued };
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
