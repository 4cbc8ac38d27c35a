/** Panelists' answers: each submission as sent, and the current answer to each question. */
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { lsmGroupOf } from '@panel/domain/profiling/lsm';
import { nextDueAt } from '@panel/domain/profiling/schedule';
import { PROFILING_SURVEYS, type ProfilingSurvey } from '@panel/domain/profiling/surveys';
import { type Answer, type Answers, type Questionnaire, sentAsksOf } from '@panel/domain/questionnaire/definition';
import { givenAnswers } from '@panel/domain/questionnaire/given-answers';
import { type Queries, type Statement, sql } from '../platform/database/database.ts';
import type { Cipher } from '../platform/security/cipher.ts';
import { type Opener, openOrNull } from '../platform/security/panelist-keys.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';
import { birthMonthIndex } from './birth-months.ts';

/** A keyed hash of the answers, independent of their order. */
export const answersDigest = (vault: Vault, definition: Questionnaire, answers: Answers): Buffer =>
  vault.digest(
    'submission',
    JSON.stringify([
      definition.id,
      definition.version,
      ...sentAsksOf(definition).map((ask) => answers[ask.question.id]),
    ]),
  );

export type Submission = {
  readonly definition: Questionnaire;
  readonly answers: Answers;
  /** Of `answersDigest`. */
  readonly digest: Buffer;
  /** How long the form took, as the phone said; null if it said nothing usable. */
  readonly formSeconds: number | null;
};

/** Whether an answer in the questionnaire identifies the panelist, and needs the panelist's key. */
export const isPersonal = (definition: Questionnaire): boolean =>
  sentAsksOf(definition).some(({ question }) => question.personal);

/** Who submits. `key` is the panelist's, needed only if the questionnaire is personal. */
type Submitter = { readonly panelistId: string; readonly key: Cipher | null };

/** The answers as stored: those in plain text, and those that are encrypted, together and one by one. `known` are earlier answers. */
function storedAnswers(
  vault: Vault,
  { panelistId, key }: Submitter,
  { definition, answers }: Submission,
  known: KnownAnswers = {},
) {
  const seal = (label: string, answer: unknown): Buffer => {
    if (!key) throw new Error('A personal answer needs the panelist’s key.');
    return key.seal(label, JSON.stringify(answer));
  };
  const plain: Record<string, Answer> = {};
  const personal: Record<string, Answer> = {};
  const currently: Record<string, Answer> = {};
  const given = givenAnswers(definition, answers);
  for (const { question } of sentAsksOf(definition)) {
    const [answer, current] = [answers[question.id], given[question.id]];
    if (answer !== undefined) (question.personal ? personal : plain)[question.id] = answer;
    if (current !== undefined && !question.personal) currently[question.id] = current;
  }
  const bornOn = personal[dateOfBirth.id];
  return {
    answers: JSON.stringify(plain),
    current: JSON.stringify(currently),
    lsmGroup: lsmGroupOf({ ...known, ...currently }),
    sealed: Object.keys(personal).length > 0 ? seal(vaultLabel.submission(panelistId), personal) : null,
    personalAnswers: Object.entries(personal).map(([question, answer]) => ({
      question,
      sealed: seal(vaultLabel.personalAnswer(panelistId, question), answer),
    })),
    birthMonth: bornOn === undefined ? null : birthMonthIndex(vault, String(bornOn)),
  };
}

type StoredAnswers = ReturnType<typeof storedAnswers>;
type KnownAnswers = Readonly<Record<string, unknown>>;

const insertSubmissionRowStatement = (
  panelistId: string,
  { definition, digest, formSeconds }: Submission,
  { answers, sealed }: StoredAnswers,
  at: Date,
): Statement =>
  sql`
    insert into submissions (panelist_id, questionnaire, version, answers, sealed, digest, form_seconds, submitted_at)
    values (${panelistId}, ${definition.id}, ${definition.version}, ${answers}, ${sealed}, ${digest}, ${formSeconds}, ${at})`;

const writePersonalAnswersStatement = (panelistId: string, answers: StoredAnswers['personalAnswers']): Statement =>
  sql`
    insert into personal_answers (panelist_id, question, sealed)
    select ${panelistId}::uuid, question, sealed
    from unnest(${answers.map(({ question }) => question)}::text[], ${answers.map(({ sealed }) => sealed)}::bytea[]) as a (question, sealed)
    on conflict (panelist_id, question) do update set sealed = excluded.sealed`;

/** Stores the answers of a new panelist. */
export function insertSubmissionStatements(
  vault: Vault,
  submitter: Submitter,
  submission: Submission,
  at: Date,
): Statement[] {
  const { panelistId } = submitter;
  const stored = storedAnswers(vault, submitter, submission);
  return [
    insertSubmissionRowStatement(panelistId, submission, stored, at),
    sql`
      insert into profiles (panelist_id, answers, birth_month, lsm_group)
      values (${panelistId}, ${stored.current}, ${stored.birthMonth}, ${stored.lsmGroup})`,
    writePersonalAnswersStatement(panelistId, stored.personalAnswers),
  ];
}

type LatestSubmission = { readonly digest: Buffer; readonly submittedAt: Date };

/** The latest submission of a questionnaire by a did. */
export const latestSubmission = (db: Queries, didIndex: Buffer, questionnaire: string) =>
  db.one<LatestSubmission>(sql`
    select s.digest, s.submitted_at as "submittedAt" from panelists p join submissions s on s.panelist_id = p.id
    where p.did_index = ${didIndex} and s.questionnaire = ${questionnaire} order by s.submitted_at desc, s.id desc limit 1`);

/** A did's current answers, without the personal ones. */
export async function currentAnswers(db: Queries, didIndex: Buffer): Promise<KnownAnswers> {
  const [answers = {}] = await db.column<KnownAnswers>(sql`
    select c.answers from panelists p join profiles c on c.panelist_id = p.id where p.did_index = ${didIndex}`);
  return answers;
}

/**
 * Stores a submission, replaces the current answers and sets when the survey is due next.
 * `known` are the earlier answers from which the LSM group is worked out together with the new ones.
 */
export function writeSubmissionStatements(
  vault: Vault,
  submitter: Submitter,
  submission: Submission,
  known: KnownAnswers,
  at: Date,
): Statement[] {
  const { definition } = submission;
  const { panelistId } = submitter;
  const stored = storedAnswers(vault, submitter, submission, known);
  const survey = PROFILING_SURVEYS.find((name) => name === definition.id);
  const dueAt = survey && nextDueAt(survey, at);
  return [
    insertSubmissionRowStatement(panelistId, submission, stored, at),
    sql`
      update profiles set answers = answers || ${stored.current}::jsonb, birth_month = coalesce(${stored.birthMonth}, birth_month),
        lsm_group = coalesce(${stored.lsmGroup}, lsm_group)
      where panelist_id = ${panelistId}`,
    ...(stored.personalAnswers.length > 0 ? [writePersonalAnswersStatement(panelistId, stored.personalAnswers)] : []),
    ...(survey ? [dueAt ? setDueAtStatement(panelistId, survey, dueAt) : deleteDueStatement(panelistId, survey)] : []),
  ];
}

const setDueAtStatement = (panelistId: string, survey: ProfilingSurvey, dueAt: Date): Statement =>
  sql`update profiling_due set due_at = ${dueAt}, invite_at = ${dueAt} where panelist_id = ${panelistId} and survey = ${survey}`;
const deleteDueStatement = (panelistId: string, survey: ProfilingSurvey): Statement =>
  sql`delete from profiling_due where panelist_id = ${panelistId} and survey = ${survey}`;

/** Null if it can't be read any more. */
export const readPersonalAnswer = (key: Opener, panelistId: string, question: string, sealed: Buffer): unknown =>
  JSON.parse(openOrNull(key, vaultLabel.personalAnswer(panelistId, question), sealed) ?? 'null');

/** A panelist's current answers to some questions, or to all, by question id. */
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

/** When a panelist last sent each questionnaire, by its id. */
export async function answeredAt(db: Queries, panelistId: string): Promise<Readonly<Record<string, Date>>> {
  const rows = await db.many<{ questionnaire: string; at: Date }>(sql`
    select questionnaire, max(submitted_at) as at from submissions where panelist_id = ${panelistId} group by questionnaire`);
  return Object.fromEntries(rows.map(({ questionnaire, at }) => [questionnaire, at]));
}

/** Every submission of a panelist with all its answers, oldest first. */
export async function submissionsOf(db: Queries, vault: Vault, panelistId: string): Promise<object[]> {
  const rows = await db.many<{ answers: object; sealed: Buffer | null }>(sql`
    select questionnaire, version, answers, sealed, form_seconds as "formSeconds", submitted_at as "submittedAt"
    from submissions where panelist_id = ${panelistId} order by id`);
  const key = await vault.panelistKeys.opener(panelistId);
  return rows.map(({ sealed, ...submission }) => {
    const personal = sealed ? openOrNull(key, vaultLabel.submission(panelistId), sealed) : '{}';
    if (personal === null) return { ...submission, personalAnswers: 'can’t be read any more' };
    return { ...submission, answers: { ...submission.answers, ...JSON.parse(personal) } };
  });
}
