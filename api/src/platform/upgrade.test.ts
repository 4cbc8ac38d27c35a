import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { createDatabaseClient } from './database.ts';
import { migrate } from './migrate.ts';
import { databaseBeside } from './roles.ts';

/** A panel that was in use before withdrawals were named by one word: each as it was stored then, and as it is now. */
const RENAMED = [
  ['reserved', 'reserved'],
  ['manual', 'needs-review'],
  ['settled', 'paid'],
  ['reversed', 'returned'],
] as const;
const FOLDER = new URL('../../migrations/', import.meta.url);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let url = '';
let db: pg.Client;

async function applyBefore0007(): Promise<void> {
  await db.query(
    'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  for (const name of (await readdir(FOLDER)).filter((file) => file < '0007').sort()) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    await db.query(text);
    const checksum = createHash('sha256').update(text).digest('hex');
    await db.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
}

const transfer = async (key: string, wallet: string, from: string, to: string) => {
  await db.query('begin');
  await db.query(
    `with t as (insert into transfers (kind, key, wallet_id, digest, at) values ('earned', $1, $2, 'x', now()) returning id)
     insert into postings select id, account, amount from t, (values ($3, -6000), ($4, 6000)) p (account, amount)`,
    [key, wallet, from, to],
  );
  await db.query('commit');
};

async function fill(): Promise<void> {
  for (const [index, [state]] of RENAMED.entries()) {
    const hash = randomBytes(32);
    await db.query(
      `insert into panelists values ($1, $2, 'x', $2, 'approved', 'x', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z')`,
      [id(index), hash],
    );
    await db.query(`insert into preferences values ($1, 'research', true, now())`, [id(index)]);
    await db.query('insert into wallets (id, panelist_id) values ($1::uuid, $1::uuid)', [id(index)]);
    await transfer(`available:${index}`, id(index), 'partner:purespectrum', 'available');
    await transfer(`reserved:${index}`, id(index), 'available', 'reserved');
    await db.query(
      `insert into withdrawals (id, wallet_id, amount, state, reference, requested_at, next_attempt_at)
       values ($1::uuid, $1::uuid, 6000, 'reserved', 'W' || $1::uuid, now(), now())`,
      [id(index)],
    );
    const steps = {
      settled: ['sending', 'settled'],
      reversed: ['reversed'],
      manual: ['sending', 'manual'],
      reserved: [],
    };
    for (const step of steps[state])
      await db.query(
        `update withdrawals set state = $2::text, first_sent_at = case when $2::text = 'reversed' then null else coalesce(first_sent_at, now()) end,
           ended_at = case when $2::text in ('settled', 'reversed') then now() end where id = $1`,
        [id(index), step],
      );
    if (state === 'settled') {
      await transfer(`paid:${index}`, id(index), 'reserved', 'paid-out');
      await db.query(`insert into vouchers values ($1, 'x', '1234', 'T', null, now())`, [id(index)]);
    }
    if (state === 'reversed') await transfer(`back:${index}`, id(index), 'reserved', 'available');
  }
  await db.query(
    `insert into messages (id, kind, subject, state, created_at, next_attempt_at)
     values ($1, 'voucher', 'a', 'manual', now(), now()), ($2, 'voucher', 'b', 'sent', now(), now()),
       ($3, 'invitation', $4, 'sent', now(), now())`,
    [id(1), id(2), id(3), `${id(99)}:quarterly:2026-05-31`],
  );
  await db.query(
    `insert into submissions (panelist_id, questionnaire, version, answers, digest, submitted_at)
     values ($1, 'second-round', 1, '{}', 'x', '2026-02-01T10:00:00Z'), ($1, 'quarterly', 1, '{}', 'x', '2026-05-31T10:00:00Z')`,
    [id(0)],
  );
}

/** Who left before tombstones were told from wallets: a session of theirs, what its partner reported, and its reward. */
async function fillLeaver(): Promise<void> {
  await db.query('insert into wallets (id) values ($1)', [id(50)]);
  await db.query(
    `insert into survey_sessions (id, partner, wallet_id, pid, survey_id, created_at) values ('s', 'purespectrum', $1, 'p', 'survey-7', now())`,
    [id(50)],
  );
  await db.query(
    `insert into partner_events (partner, dedupe_key, session_id, trust, survey_id, digest, effect, received_at)
     values ('purespectrum', 's:complete', 's', 'verified', 'survey-7', 'x', 'credited', now())`,
  );
  await db.query(
    `insert into rewards (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
     values ($1::uuid, $1::uuid, 'purespectrum', 'survey-7', 's', 900, 1, 1, 1, 'reversed', now(), now())`,
    [id(50)],
  );
}

beforeAll(async () => {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  url = databaseBeside(inject('postgresUrl'), name);
  db = new pg.Client({ connectionString: url });
  await db.connect();
  await applyBefore0007();
  await fill();
  await fillLeaver();
  await migrate(url);
});
afterAll(() => db.end());

it('a panel in use keeps its withdrawals, messages and money when the words for them change', async () => {
  const { rows } = await db.query('select state from withdrawals order by id');
  expect(rows.map((row) => row.state)).toEqual(RENAMED.map(([, state]) => state));
  const messages = await db.query("select state from messages where kind = 'voucher' order by subject");
  expect(messages.rows.map((row) => row.state)).toEqual(['needs-review', 'sent']);
  const database = createDatabaseClient(url);
  expect(await deepMoneyCheck(database)).toEqual({ ok: true, faults: [] });
  await database.close();
});

it('S10: and forgets which surveys somebody who has left was paid for', async () => {
  const { rows } = await db.query(
    'select survey_id from survey_sessions union all select survey_id from partner_events union all select survey_id from rewards',
  );
  expect(rows.map((row) => row.survey_id)).toEqual([null, null, 's']);
  const events = await db.query("select encode(digest, 'hex') as digest from partner_events");
  expect(events.rows).toEqual([{ digest: '' }]);
});

it('S10: and names no panelist who has left in a message', async () => {
  const { rows } = await db.query("select subject from messages where kind = 'invitation'");
  expect(rows).toEqual([{ subject: id(3) }]);
});

it('S5: and its panelists the due dates that their submissions give', async () => {
  const { rows } = await db.query(
    `select panelist_id = $1 as answered, survey, due_at as "dueAt" from profiling_due where panelist_id in ($1, $2) order by 1 desc, 2`,
    [id(0), id(1)],
  );
  expect(rows.map(({ answered, survey, dueAt }) => [answered, survey, dueAt.toISOString()])).toEqual([
    [true, 'quarterly', '2026-08-31T10:00:00.000Z'],
    [true, 'yearly', '2027-01-31T10:00:00.000Z'],
    [false, 'quarterly', '2026-04-30T10:00:00.000Z'],
    [false, 'second-round', '2026-01-31T10:00:00.000Z'],
    [false, 'yearly', '2027-01-31T10:00:00.000Z'],
  ]);
});
