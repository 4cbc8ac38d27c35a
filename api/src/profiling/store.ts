/** The answers of panelists: each submission as it was sent, and the current answer to each question. */
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import { nextDueAt, PROFILING_SURVEYS } from '@panel/domain/profiling/schedule';
import { type Answer, type Answers, type Questionnaire, sentAsksOf } from '@panel/domain/questionnaire/definition';
import { inPlace, type Placed } from '../platform/batches.ts';
import type { Cipher } from '../platform/cipher.ts';
import { type Parts, type Queries, type Statement, sql } from '../platform/database.ts';
import type { Opener } from '../platform/panelist-keys.ts';
import { addMs } from '../platform/queue.ts';
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

type Submission = {
  readonly definition: Questionnaire;
  readonly answers: Answers;
  /** Of `answersDigest`. */
  readonly digest: Buffer;
};

/** Whether an answer of the questionnaire says who a panelist is, and needs the panelist's key. */
export const isPersonal = (definition: Questionnaire): boolean =>
  sentAsksOf(definition).some(({ question }) => question.personal);

/** Who submits. `key` is the panelist's, needed only where the questionnaire is personal. */
type Submitter = { readonly panelistId: string; readonly key: Cipher };

/** The answers as they are stored: those that can be read, and those that are encrypted, together and one by one. */
function storedAnswers(vault: Vault, submitter: Submitter | null, { definition, answers }: Submission) {
  const seal = (label: (panelistId: string) => string, text: string): Buffer => {
    if (!submitter) throw new Error('A personal answer is sealed with the panelist’s key.');
    return submitter.key.seal(label(submitter.panelistId), text);
  };
  const plain: Record<string, Answer> = {};
  const personal: Record<string, Answer> = {};
  for (const { question } of sentAsksOf(definition)) {
    const answer = answers[question.id];
    if (answer !== undefined) (question.personal ? personal : plain)[question.id] = answer;
  }
  const bornOn = personal[dateOfBirth.id];
  return {
    answers: JSON.stringify(plain),
    sealed: Object.keys(personal).length > 0 ? seal(vaultLabel.submission, JSON.stringify(personal)) : null,
    personalAnswers: Object.entries(personal).map(([question, answer]) => ({
      question,
      sealed: seal((panelistId) => vaultLabel.personalAnswer(panelistId, question), JSON.stringify(answer)),
    })),
    birthMonth: bornOn === undefined ? null : birthMonthIndex(vault, String(bornOn)),
  };
}

/** The parts that store the answers of somebody who registers. */
export function insertSubmission(vault: Vault, submitter: Submitter, submission: Submission, at: Date): Parts {
  const { panelistId } = submitter;
  const { definition, digest } = submission;
  const stored = storedAnswers(vault, submitter, submission);
  return {
    submission: sql`
      insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, submitted_at)
      values (${panelistId}, ${definition.id}, ${definition.version}, ${stored.answers}, ${stored.sealed}, ${digest}, ${at})`,
    profile: sql`
      insert into profiles (panelist_id, answers, birth_month) values (${panelistId}, ${stored.answers}, ${stored.birthMonth})`,
    personal_answers: sql`
      insert into personal_answers (panelist_id, question, sealed)
      select ${panelistId}::uuid, question, sealed
      from unnest(
        ${stored.personalAnswers.map(({ question }) => question)}::text[], ${stored.personalAnswers.map(({ sealed }) => sealed)}::bytea[]
      ) as a (question, sealed)`,
  };
}

/** A submission of a panelist. `submitter` is null where the questionnaire is not personal. */
export type PanelistSubmission = Submission & { readonly didIndex: Buffer; readonly submitter: Submitter | null };

/**
 * Stores submissions of different panelists and when their surveys fall due next. Returns undefined in the place of one whose did
 * nobody has, and with `wait` false also of one whom somebody else has locked. The same submission again within the repeat window was sent twice
 * because its answer got lost: it changes nothing.
 */
export async function submitAnswers(
  write: (statement: Statement) => Promise<Placed<{ stored: boolean }>[]>,
  vault: Vault,
  submissions: readonly PanelistSubmission[],
  { wait }: { readonly wait: boolean },
  at: Date,
): Promise<(boolean | undefined)[]> {
  const rows = submissions.map(({ didIndex, submitter, ...submission }, index) => {
    const { definition } = submission;
    const survey = PROFILING_SURVEYS.find((name) => name === definition.id) ?? null;
    const stored = storedAnswers(vault, submitter, submission);
    return {
      ...stored,
      didIndex,
      encryptedFor: submitter?.panelistId ?? null,
      questionnaire: definition.id,
      version: definition.version,
      digest: submission.digest,
      survey,
      dueAt: survey && nextDueAt(survey, at),
      personal: stored.personalAnswers.map((answer) => ({ ...answer, place: index + 1 })),
    };
  });
  const personal = rows.flatMap((row) => row.personal);
  const written = await write(sql`
    select place, stored from submit_answers(
      ${wait}, ${rows.map((row) => row.didIndex)}::bytea[], ${rows.map((row) => row.encryptedFor)}::uuid[],
      ${rows.map((row) => row.questionnaire)}::text[], ${rows.map((row) => row.version)}::integer[],
      ${rows.map((row) => row.answers)}::jsonb[], ${rows.map((row) => row.sealed)}::bytea[], ${rows.map((row) => row.digest)}::bytea[],
      ${rows.map((row) => row.birthMonth)}::bytea[], ${rows.map((row) => row.survey)}::text[], ${rows.map((row) => row.dueAt)}::timestamptz[],
      ${personal.map(({ place }) => place)}::integer[], ${personal.map(({ question }) => question)}::text[],
      ${personal.map(({ sealed }) => sealed)}::bytea[], ${addMs(at, -REPEAT_WINDOW_MS)}, ${at})`);
  return inPlace(submissions, written).map((row) => row?.stored);
}

export const readPersonalAnswer = (key: Opener, panelistId: string, question: string, sealed: Buffer): unknown =>
  JSON.parse(key.open(vaultLabel.personalAnswer(panelistId, question), sealed));

/** A panelist's current answers to some questions, or to all of them, by question id. */
export async function profileAnswers(
  db: Queries,
  vault: Vault,
  panelistId: string,
  questions: readonly string[] | null = null,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await db.many<{ question: string; answer: unknown; sealed: Buffer | null }>(sql`
    select a.question, a.answer, a.sealed
    from (
      select q.question, q.answer, null::bytea as sealed
      from profiles p, jsonb_each(p.answers) as q (question, answer) where p.panelist_id = ${panelistId}
      union all select question, null, sealed from personal_answers where panelist_id = ${panelistId}
    ) a
    where ${questions}::text[] is null or a.question = any(${questions})
    order by a.question`);
  const key = await vault.panelistKeys.opener(panelistId);
  return Object.fromEntries(
    rows.map(({ question, answer, sealed }) => [
      question,
      sealed ? readPersonalAnswer(key, panelistId, question, sealed) : answer,
    ]),
  );
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
