import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import type { Survey } from '@panel/domain/profiling/schedule';
import { type Answer, type Answers, type Questionnaire, sentAsksOf } from '@panel/domain/questionnaire/definition';
import { type Queries, sql, type Tx } from '../platform/database.ts';
import type { Vault } from '../platform/vault.ts';

/** A keyed hash of what was answered: the same answers give the same one, whatever order they came in. */
export const answersDigest = (vault: Vault, definition: Questionnaire, answers: Answers): Buffer =>
  vault.digest(
    'submission',
    JSON.stringify([
      definition.id,
      definition.version,
      ...sentAsksOf(definition).map((ask) => answers[ask.question.id]),
    ]),
  );

/**
 * Keeps a submission whole, and each answer as the current one to its question. The same submission again, soon after,
 * is the same one: its answer got lost on the way. The panelist's row must be locked.
 */
export async function keepSubmission(
  tx: Tx,
  vault: Vault,
  panelistId: string,
  definition: Questionnaire,
  answers: Answers,
  at: Date,
): Promise<'kept' | 'repeated'> {
  const digest = answersDigest(vault, definition, answers);
  const since = new Date(at.getTime() - REPEAT_WINDOW_MS);
  const repeated = await tx.one(sql`
    select from (
      select digest, submitted_at from submissions
      where panelist_id = ${panelistId} and questionnaire = ${definition.id}
      order by submitted_at desc, id desc limit 1
    ) latest
    where digest = ${digest} and submitted_at > ${since}`);
  if (repeated) return 'repeated';

  const open: Record<string, Answer> = {};
  const personal: Record<string, Answer> = {};
  for (const { question } of sentAsksOf(definition)) {
    const answer = answers[question.id];
    if (answer !== undefined) (question.personal ? personal : open)[question.id] = answer;
  }
  const sealed =
    Object.keys(personal).length > 0 ? vault.seal(`submissions:${panelistId}`, JSON.stringify(personal)) : null;
  await tx.many(sql`
    insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, submitted_at)
    values (${panelistId}, ${definition.id}, ${definition.version}, ${JSON.stringify(open)}, ${sealed}, ${digest}, ${at})`);

  const rows = [
    ...Object.entries(open).map(([question, answer]) => ({ question, answer: JSON.stringify(answer), sealed: null })),
    ...Object.entries(personal).map(([question, answer]) => ({
      question,
      answer: null,
      sealed: vault.seal(`profile_answers:${panelistId}:${question}`, JSON.stringify(answer)),
    })),
  ];
  await tx.many(sql`
    insert into profile_answers (panelist_id, question, answer, sealed, answered_at)
    select ${panelistId}, question, answer, sealed, ${at}
    from unnest(
      ${rows.map((row) => row.question)}::text[],
      ${rows.map((row) => row.answer)}::jsonb[],
      ${rows.map((row) => row.sealed)}::bytea[]
    ) as a (question, answer, sealed)
    on conflict (panelist_id, question)
    do update set answer = excluded.answer, sealed = excluded.sealed, answered_at = excluded.answered_at`);
  return 'kept';
}

/** When the panelist last answered each profiling survey. */
export async function lastAnswered(db: Queries, panelistId: string): Promise<{ [S in Survey]?: Date }> {
  const rows = await db.many<{ questionnaire: Survey; at: Date }>(sql`
    select questionnaire, max(submitted_at) as at from submissions
    where panelist_id = ${panelistId} and questionnaire in ('second-round', 'quarterly', 'yearly')
    group by questionnaire`);
  return Object.fromEntries(rows.map((row) => [row.questionnaire, row.at]));
}

/** A panelist who took part in the last twelve months is active, and only an active one is invited. */
export const recordActivity = (tx: Tx, panelistId: string, at: Date) =>
  tx.many(sql`update panelists set last_active_at = greatest(last_active_at, ${at}) where id = ${panelistId}`);
