/** Everything stored about a person, for an access request under the law. */
import { LSM } from '@panel/domain/profiling/lsm-groups';
import { formatRand } from '@panel/domain/rewards/amounts';
import { disputeName, disputesWithWords } from '../disputes/store.ts';
import { panelistById, readDid } from '../identity/panelists.ts';
import { tombstonesOf } from '../identity/tombstones.ts';
import { tasksOf } from '../invitations/tasks.ts';
import { messagesTo } from '../messages/sent-messages.ts';
import { partnerReportsOf, statementLinesOf } from '../partners/personal-data.ts';
import { sessionsOf } from '../partners/store.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { preferencesOf } from '../preferences/store.ts';
import { storedLsmGroup } from '../profiling/lsm-groups.ts';
import { profileAnswers, submissionsOf } from '../profiling/store.ts';
import { qualityOf } from '../quality/store.ts';
import { rewardHistory } from '../rewards/history.ts';
import { moneyOf, settlementsOf } from '../rewards/personal-data.ts';
import { withdrawalIdsOf } from '../rewards/withdrawals.ts';
import { consentsOf } from './consents.ts';
import { notesOf } from './notes.ts';

/** What operators did and proposed about the subjects. Leaves out the operators' names. */
async function operatorActionsOn(db: Queries, subjects: readonly string[]): Promise<object> {
  return {
    audit: await db.many(sql`
      select at, operation, step, inputs, role, reason from audit where subject = any(${subjects}::text[]) order by id`),
    proposals: await db.many(sql`
      select operation, inputs, facts, reason, proposed_at as "proposedAt", ends_at as "endsAt", state,
        decided_at as "decidedAt", remark
      from proposals where facts ->> 'subject' = any(${subjects}::text[]) order by id`),
  };
}

/** The records that the panelist may also read without an operator. */
export async function ownRecords(db: Queries, vault: Vault, id: string) {
  const { status, registeredAt, lastActiveAt } = await panelistById(db, id);
  const withdrawals = await withdrawalIdsOf(db, id);
  const disputes = await disputesWithWords(db, vault, id);
  const quality = await qualityOf(db, id);
  return {
    device: await readDid(db, vault, id),
    status,
    registeredAt,
    lastActiveAt,
    answers: { ...(await profileAnswers(db, vault, id)), [LSM.id]: await storedLsmGroup(db, id) },
    submissions: await submissionsOf(db, vault, id),
    consents: await consentsOf(db, id),
    preferences: await preferencesOf(db, id),
    messages: await messagesTo(db, id, withdrawals),
    sessions: await sessionsOf(db, id),
    partnerReports: await partnerReportsOf(db, id),
    tasks: await tasksOf(db, id),
    earlierProfiles: await tombstonesOf(db, id),
    disputes: disputes.map(({ id: number, ...dispute }) => ({ name: disputeName(number), ...dispute })),
    money: (await rewardHistory(db, id, 10_000)).map(({ at, amount, ...entry }) => ({
      ...entry,
      date: at,
      amount: formatRand(amount),
    })),
    moneyInCents: await moneyOf(db, id),
    quality: quality ? [quality] : [],
  };
}

/** Everything, including what only operators may read: partners' and the issuer's files, notes, and what operators did. */
export async function personalData(db: Queries, vault: Vault, id: string): Promise<object> {
  const records = await ownRecords(db, vault, id);
  const { messages, partnerReports, disputes } = records;
  const subjects = [
    id,
    ...(await withdrawalIdsOf(db, id)),
    ...[...messages, ...partnerReports].map((row) => row.id),
    ...disputes.map(({ name }) => name),
  ];
  return {
    ...records,
    moneyInCents: { ...records.moneyInCents, ...(await settlementsOf(db, id)) },
    statementLines: await statementLinesOf(db, id),
    notes: (await notesOf(db, id)).map(({ at, text }) => ({ at, text })),
    operators: await operatorActionsOn(db, subjects),
  };
}
