/**
 * Panelists as samples and crossings find them: an answer to each question, a date of birth (18 to 67), a quality score and messages of tasks.
 * One in ten opted out, one in ten has no preference, one in six was away for a year, one in fifty is blocked, one in four of the scores is low.
 */
import { DAY_MS } from '@panel/domain/durations';
import { LSM } from '@panel/domain/profiling/lsm-groups';
import type pg from 'pg';
import { cipherOf } from '../api/src/platform/security/cipher.ts';
import { vaultLabel } from '../api/src/platform/security/vault.ts';
import { QUESTIONS } from '../api/src/sampling/questions.ts';
import { SECRETS } from './product.ts';
import { CHUNK, fillPanel, keyedHash, PANELIST, panelistIdOf, type Range } from './seed.ts';

const YEAR_MS = 365.25 * DAY_MS;
/** How many options of a question with several answers each panelist ticks. */
const TICKED = 4;
/** Groups 5 to 7 are half of the panel. */
const LSM_GROUPS = [1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 8, 9, 10];

/** A number from 0 on that looks random, and is another one for each topic. */
const random = (topic: string, below: number) => `(abs(hashtext('${topic}' || n)) % ${below})`;

function answerTo(id: string, codes: readonly string[]): string {
  const [first, twice] = [random(id, codes.length), `array['${[...codes, ...codes].join("','")}']`];
  return QUESTIONS.get(id)?.hasOneAnswer
    ? `(${twice})[1 + ${first}]`
    : `to_jsonb((${twice})[1 + ${first} : ${TICKED} + ${first}])`;
}
const ANSWERS = [...QUESTIONS.values()]
  .filter(({ id }) => id !== LSM.id)
  .map(
    ({ id, options }) =>
      `'${id}', ${answerTo(
        id,
        options.map(({ code }) => code),
      )}`,
  );

/** `n` is a panelist. */
const STATEMENTS: readonly string[] = [
  `insert into preferences (panelist_id, preference, receive, updated_at)
   select ${PANELIST}, 'research', ${random('receive', 10)} > 0, now() - interval '100 days' from generate_series($1::int, $2::int) n`,
  `insert into quality_scores (panelist_id, score, scored_at, due_at)
   select ${PANELIST}, case when ${random('scored', 10)} > 0 then 100 - ${random('slips', 8)} * ${random('weight', 9)} end, now(), now() + interval '90 days'
   from generate_series($1::int, $2::int) n`,
  `insert into messages (id, kind, subject, panelist_id, state, attempts, next_attempt_at, created_at, sent_at)
   select md5('task' || k || ':' || n)::uuid, 'task', k || ':' || n, ${PANELIST}, 'sent', 1, now(), now() - k * interval '50 hours', now()
   from generate_series($1::int, $2::int) n, generate_series(1, 1 + ${random('messages', 6)}) k where n % 5 = 0`,
];

/** Encrypted with the master key, which saves a key for each panelist. */
function sealedDates(people: readonly number[], dates: readonly string[]): Buffer[] {
  const [id, key = ''] = SECRETS.ENCRYPTION_KEY.split(':');
  const cipher = cipherOf([{ id: Number(id), key: Buffer.from(key, 'base64') }]);
  return people.map((n, index) =>
    cipher.seal(vaultLabel.personalAnswer(panelistIdOf(n), 'dob'), JSON.stringify(dates[index])),
  );
}

async function insertProfiles(client: pg.Client, people: readonly number[]): Promise<void> {
  const latest = Date.now() - 18.1 * YEAR_MS;
  const dates = people.map((n) => new Date(latest - ((n * 7919) % (49 * 365)) * DAY_MS).toISOString().slice(0, 10));
  await client.query(
    `insert into personal_answers (panelist_id, question, sealed)
     select ${PANELIST}, 'dob', sealed from unnest($1::int[], $2::bytea[]) as d (n, sealed)`,
    [people, sealedDates(people, dates)],
  );
  await client.query(
    `insert into profiles (panelist_id, answers, birth_month, lsm_group)
     select ${PANELIST}, jsonb_build_object(${ANSWERS}), ${keyedHash(`'birth-month:' || left(date, 7)`)},
       (array[${LSM_GROUPS}])[1 + ${random(LSM.id, LSM_GROUPS.length)}]
     from unnest($1::int[], $2::text[]) as d (n, date)`,
    [people, dates],
  );
}

/** Instead of fillPanel, which then adds what these panelists did. */
export async function fillPeople(client: pg.Client, range: Range): Promise<void> {
  const { rows } = await client.query(`select pg_get_indexdef('profiles_by_code'::regclass) as definition`);
  await client.query(`drop index profiles_by_code`);
  await client.query(`set session_replication_role = replica`);
  for (let first = range.from; first < range.to; first += CHUNK) {
    const people = Array.from({ length: Math.min(CHUNK, range.to - first) }, (_, index) => first + index);
    await insertProfiles(client, people);
    for (const statement of STATEMENTS) await client.query(statement, [first, people.at(-1)]);
  }
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query(rows[0].definition);
  await fillPanel(client, range);
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `delete from preferences p using generate_series($1::int, $2::int) n where p.panelist_id = ${PANELIST} and ${random('asked', 10)} = 0`,
    [range.from, range.to - 1],
  );
  await client.query(
    `update panelists p set status = case when ${random('status', 50)} > 0 then status else 'blocked' end,
       last_active_at = case when ${random('away', 6)} > 0 then last_active_at else now() - interval '400 days' end
     from generate_series($1::int, $2::int) n where p.id = ${PANELIST}`,
    [range.from, range.to - 1],
  );
  await client.query(`set session_replication_role = origin`);
  await client.query('vacuum full panelists');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}
