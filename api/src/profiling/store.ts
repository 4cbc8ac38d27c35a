/** The answers of panelists: each submission as it was sent, and the current answer to each question. */
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import { type Answer, type Answers, type Questionnaire, sentAsksOf } from '@panel/domain/questionnaire/definition';
import type { Cipher } from '../platform/cipher.ts';
import { type Parts, type Queries, sql, type Tx } from '../platform/database.ts';
import type { Opener } from '../platform/panelist-keys.ts';
import { type Vault, vaultLabel } from '../platform/vault.ts';
import { birthMonthIndex } from './birth-months.ts';

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

/** Whether an answer of the questionnaire says who a panelist is, and needs the panelist's key. */
export const isPersonal = (definition: Questionnaire): boolean =>
  sentAsksOf(definition).some(({ question }) => question.personal);

/**
 * Inserts a submission and makes each of its answers the current one to its question. `key` is the panelist's, needed
 * only where the questionnaire is personal.
 */
export function insertSubmission(
  vault: Vault,
  key: Cipher | null,
  panelistId: string,
  { definition, answers, digest }: Submission,
  at: Date,
): Parts {
  const seal = (label: string, text: string): Buffer => {
    if (!key) throw new Error('A personal answer is sealed with the panelist’s key.');
    return key.seal(label, text);
  };
  const plain: Record<string, Answer> = {};
  const personal: Record<string, Answer> = {};
  for (const { question } of sentAsksOf(definition)) {
    const answer = answers[question.id];
    if (answer !== undefined) (question.personal ? personal : plain)[question.id] = answer;
  }
  const sealed =
    Object.keys(personal).length > 0 ? seal(vaultLabel.submission(panelistId), JSON.stringify(personal)) : null;
  const rows = [
    ...Object.entries(plain).map(([question, answer]) => ({
      question,
      answer: JSON.stringify(answer),
      sealed: null,
      birthMonth: null,
    })),
    ...Object.entries(personal).map(([question, answer]) => ({
      question,
      answer: null,
      sealed: seal(vaultLabel.profileAnswer(panelistId, question), JSON.stringify(answer)),
      birthMonth: question === dateOfBirth.id ? birthMonthIndex(vault, String(answer)) : null,
    })),
  ];
  return {
    submission: sql`
      insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, submitted_at)
      values (${panelistId}, ${definition.id}, ${definition.version}, ${JSON.stringify(plain)}, ${sealed}, ${digest}, ${at})`,
    answers: sql`
      insert into profile_answers (panelist_id, question, answer, sealed, birth_month, answered_at)
      select ${panelistId}::uuid, question, answer, sealed, birth_month, ${at}::timestamptz
      from unnest(
        ${rows.map((row) => row.question)}::text[],
        ${rows.map((row) => row.answer)}::jsonb[],
        ${rows.map((row) => row.sealed)}::bytea[],
        ${rows.map((row) => row.birthMonth)}::bytea[]
      ) as a (question, answer, sealed, birth_month)
      on conflict (panelist_id, question)
      do update set answer = excluded.answer, sealed = excluded.sealed, birth_month = excluded.birth_month,
        answered_at = excluded.answered_at`,
  };
}

type AnswerRow = { question: string; answer: unknown; sealed: Buffer | null };

export const readAnswer = (key: Opener, panelistId: string, { question, answer, sealed }: AnswerRow): unknown =>
  sealed ? JSON.parse(key.open(vaultLabel.profileAnswer(panelistId, question), sealed)) : answer;

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
  const key = await vault.panelistKeys.opener(panelistId);
  return Object.fromEntries(rows.map((row) => [row.question, readAnswer(key, panelistId, row)]));
}

/** Every submission of a panelist with all its answers, the oldest first. */
export async function submissionsOf(db: Queries, vault: Vault, panelistId: string): Promise<object[]> {
  const rows = await db.many<{ answers: object; sealed: Buffer | null }>(sql`
    select questionnaire, version, answers, sealed, submitted_at as "submittedAt"
    from submissions where panelist_id = ${panelistId} order by id`);
  const key = await vault.panelistKeys.opener(panelistId);
  return rows.map(({ sealed, ...submission }) => {
    const personal = sealed ? JSON.parse(key.open(vaultLabel.submission(panelistId), sealed)) : {};
    return { ...submission, answers: { ...submission.answers, ...personal } };
  });
}
