/** The answers of panelists: each submission as it was sent, and the current answer to each question. */
import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import { type Answer, type Answers, type Questionnaire, sentAsksOf } from '@panel/domain/questionnaire/definition';
import { type Parts, type Queries, sql, type Tx } from '../platform/database.ts';
import { type Vault, vaultLabel } from '../platform/vault.ts';

/** A keyed hash of the answers: the same answers give the same one, in whatever order they came. */
export const answersDigest = (vault: Vault, definition: Questionnaire, answers: Answers): Buffer =>
  vault.digest(
    'submission',
    JSON.stringify([
      definition.id,
      definition.version,
      ...sentAsksOf(definition).map((ask) => answers[ask.question.id]),
    ]),
  );

/** A panelist whose row is locked until the transaction ends, with the latest submission of a questionnaire. */
export type Submitter = {
  readonly panelistId: string;
  readonly latestDigest: Buffer | null;
  readonly latestAt: Date | null;
};

/** Also records that the panelist is active. */
export const lockSubmitter = (tx: Tx, didIndex: Buffer, definition: Questionnaire, at: Date) =>
  tx.one<Submitter>(sql`
    select panelist_id as "panelistId", latest_digest as "latestDigest", latest_at as "latestAt"
    from lock_panelist_to_submit(${didIndex}, ${definition.id}, ${at})`);

/** The same submission again within the repeat window was sent twice because its answer got lost. */
export const isRepeat = ({ latestDigest, latestAt }: Submitter, digest: Buffer, at: Date): boolean =>
  latestDigest !== null &&
  latestAt !== null &&
  latestDigest.equals(digest) &&
  at.getTime() - latestAt.getTime() < REPEAT_WINDOW_MS;

export type Submission = {
  readonly definition: Questionnaire;
  readonly answers: Answers;
  /** Of `answersDigest`. */
  readonly digest: Buffer;
};

/** Inserts a submission and makes each of its answers the current one to its question. */
export function insertSubmission(
  vault: Vault,
  panelistId: string,
  { definition, answers, digest }: Submission,
  at: Date,
): Parts {
  const plain: Record<string, Answer> = {};
  const personal: Record<string, Answer> = {};
  for (const { question } of sentAsksOf(definition)) {
    const answer = answers[question.id];
    if (answer !== undefined) (question.personal ? personal : plain)[question.id] = answer;
  }
  const sealed =
    Object.keys(personal).length > 0 ? vault.seal(vaultLabel.submission(panelistId), JSON.stringify(personal)) : null;
  const rows = [
    ...Object.entries(plain).map(([question, answer]) => ({ question, answer: JSON.stringify(answer), sealed: null })),
    ...Object.entries(personal).map(([question, answer]) => ({
      question,
      answer: null,
      sealed: vault.seal(vaultLabel.profileAnswer(panelistId, question), JSON.stringify(answer)),
    })),
  ];
  return {
    submission: sql`
      insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, submitted_at)
      values (${panelistId}, ${definition.id}, ${definition.version}, ${JSON.stringify(plain)}, ${sealed}, ${digest}, ${at})`,
    answers: sql`
      insert into profile_answers (panelist_id, question, answer, sealed, answered_at)
      select ${panelistId}::uuid, question, answer, sealed, ${at}::timestamptz
      from unnest(
        ${rows.map((row) => row.question)}::text[],
        ${rows.map((row) => row.answer)}::jsonb[],
        ${rows.map((row) => row.sealed)}::bytea[]
      ) as a (question, answer, sealed)
      on conflict (panelist_id, question)
      do update set answer = excluded.answer, sealed = excluded.sealed, answered_at = excluded.answered_at`,
  };
}

type AnswerRow = { question: string; answer: unknown; sealed: Buffer | null };

const readAnswer = (vault: Vault, panelistId: string, { question, answer, sealed }: AnswerRow): unknown =>
  sealed ? JSON.parse(vault.open(vaultLabel.profileAnswer(panelistId, question), sealed)) : answer;

/** A panelist's current answers to some questions, or to all of them, by question id. */
export async function profileAnswers(
  db: Queries,
  vault: Vault,
  panelistId: string,
  questions: readonly string[] | null = null,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await db.many<AnswerRow>(sql`
    select question, answer, sealed from profile_answers
    where panelist_id = ${panelistId} and (${questions}::text[] is null or question = any(${questions}))
    order by question`);
  return Object.fromEntries(rows.map((row) => [row.question, readAnswer(vault, panelistId, row)]));
}

/** Every submission of a panelist with all its answers, the oldest first. */
export async function submissionsOf(db: Queries, vault: Vault, panelistId: string): Promise<object[]> {
  const rows = await db.many<{ answers: object; sealed: Buffer | null }>(sql`
    select questionnaire, version, answers, sealed, submitted_at as "submittedAt"
    from submissions where panelist_id = ${panelistId} order by id`);
  return rows.map(({ sealed, ...submission }) => {
    const personal = sealed ? JSON.parse(vault.open(vaultLabel.submission(panelistId), sealed)) : {};
    return { ...submission, answers: { ...submission.answers, ...personal } };
  });
}

/** An answer that a sample is chosen by: for a question with several answers, one of them. */
export type AnswerFilter = { readonly question: string; readonly answer: unknown };

/**
 * The contactable panelists who gave all of these answers, with their date of birth where they gave one.
 * `activeSince` is what contactable_panelists() takes.
 */
export async function sampleCandidates(
  db: Queries,
  vault: Vault,
  filters: readonly AnswerFilter[],
  dateOfBirthQuestion: string,
  activeSince: Date,
): Promise<{ panelistId: string; dateOfBirth: string | null }[]> {
  const rows = await db.many<{ panelistId: string; sealed: Buffer | null }>(sql`
    select p.panelist_id as "panelistId", d.sealed
    from contactable_panelists(${activeSince}) p
    left join profile_answers d on d.panelist_id = p.panelist_id and d.question = ${dateOfBirthQuestion}
    where not exists (
      select from unnest(
        ${filters.map(({ question }) => question)}::text[],
        ${filters.map(({ answer }) => JSON.stringify(answer))}::jsonb[]
      ) as f (question, answer)
      where not exists (
        select from profile_answers a
        where a.panelist_id = p.panelist_id and a.question = f.question and a.answer @> f.answer
      )
    )`);
  return rows.map(({ panelistId, sealed }) => {
    const row = { question: dateOfBirthQuestion, answer: null, sealed };
    return { panelistId, dateOfBirth: readAnswer(vault, panelistId, row) as string | null };
  });
}
