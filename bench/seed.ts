/**
 * A panel of any size, written by SQL. Each panelist has three rewards (R60 available, R20 pending), ten postings, one ended
 * withdrawal, and an open session that a partner can report as completed. The triggers are off while it is written, so all three
 * books' running totals lack it.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { SECRETS } from './product.ts';

export const didOf = (n: number): string => `bench-${String(n).padStart(8, '0')}`;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
/** A panelist's open session, and the panelist's pseudonym at the partner. */
export const openSessionOf = (n: number) => ({ sessionId: `s_${md5(`open:${n}`)}`, pid: `p_${md5(`pid:${n}`)}` });

export const CHUNK = 50_000;
export const POSTINGS_PER_PANELIST = 10;
const AVAILABLE_CENTS = 6000;
const PENDING_CENTS = 2000;
/** The product's own transfers are numbered above those of any panel. */
const FIRST_OTHER_TRANSFER = 1_000_000_000;

/** The panelists from one number up to, but not including, another. */
export type Range = { readonly from: number; readonly to: number };

const uuid = (family: string, n = 'n') => `('00000000-0000-4000-${family}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** Random, as the product's are: a join by id reads both tables in another order. */
export const PANELIST = `md5('panelist:' || n)::uuid`;
const WALLET = uuid('9000');
const WITHDRAWAL = uuid('a000');
const REWARD = `('00000000-0000-4000-b' || lpad(to_hex(k), 3, '0') || '-' || lpad(to_hex(n), 12, '0'))::uuid`;
const MESSAGE = uuid('bfff');
export const panelistIdOf = (n: number) => md5(`panelist:${n}`).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const DID = `'bench-' || lpad(n::text, 8, '0')`;

/** HMAC-SHA-256 of a text in SQL, with our key: the index by which the product finds a did. */
export function keyedHash(text: string): string {
  const padded = Buffer.concat([Buffer.from(SECRETS.INDEX_KEY, 'base64')], 64);
  const pad = (byte: number) => `'\\x${Buffer.from(padded.map((value) => value ^ byte)).toString('hex')}'::bytea`;
  return `sha256(${pad(0x5c)} || sha256(${pad(0x36)} || convert_to(${text}, 'UTF8')))`;
}

/** One of some codes, more likely if listed more often. No two questions have the same answers. */
const oneOf = (question: string, codes: readonly string[]) =>
  `to_jsonb((array['${codes.join("','")}'])[1 + abs(hashtext('${question}' || n) % ${codes.length})])`;
const PROVINCES = [
  'gauteng',
  'kwazulu_natal',
  'gauteng',
  'western_cape',
  'kwazulu_natal',
  'eastern_cape',
  'limpopo',
  'free_state',
];

/** `n` is a panelist, `k` one of the panelist's rewards. */
const STATEMENTS: readonly string[] = [
  `insert into panelists (id, did_index, did_sealed, number_index, status, registration_digest, registered_at, last_active_at, inactivity_check_at)
   select ${PANELIST}, ${keyedHash(`'did:' || ${DID}`)}, '\\x00', ${keyedHash(`'number:' || n`)}, 'approved', '\\x00',
     now() - interval '100 days', now() - interval '1 day', now() + interval '2 years'
   from generate_series($1::int, $2::int) n`,
  `insert into consents (panelist_id, purpose, given, terms_version, channel, recorded_at)
   select ${PANELIST}, purpose, true, '1', 'registration', now() - interval '100 days'
   from generate_series($1::int, $2::int) n, unnest(array['membership', 'transfer_abroad']) purpose`,
  `insert into preferences (panelist_id, preference, receive, updated_at)
   select ${PANELIST}, 'research', true, now() - interval '100 days' from generate_series($1::int, $2::int) n on conflict do nothing`,
  `insert into profiling_due (panelist_id, survey, due_at, invite_at)
   select ${PANELIST}, survey, now() + interval '30 days', now() + interval '30 days'
   from generate_series($1::int, $2::int) n, unnest(array['quarterly', 'yearly']) survey`,
  `insert into submissions (panelist_id, questionnaire, version, answers, digest, submitted_at)
   select ${PANELIST}, 'second-round', 1, '{"nationality": "south_africa"}', '\\x00', now() - interval '99 days'
   from generate_series($1::int, $2::int) n`,
  `insert into profiles (panelist_id, answers, lsm_group)
   select ${PANELIST}, jsonb_build_object(
     'gender', ${oneOf('gender', ['female', 'male'])},
     'province', ${oneOf('province', PROVINCES)},
     'work_status', ${oneOf('work', ['full_time', 'part_time', 'self_employed', 'not_employed'])},
     'settlement_type', ${oneOf('settlement', ['urban', 'urban', 'suburban', 'rural'])},
     'lsm_appliances', jsonb_build_array('tv', ${oneOf('appliance', ['dvd_player', 'pay_tv', 'swimming_pool'])})),
     1 + abs(hashtext('lsm' || n) % 10)
   from generate_series($1::int, $2::int) n on conflict do nothing`,
  `insert into wallets (id, panelist_id, pending, available, earned)
   select ${WALLET}, ${PANELIST}, ${PENDING_CENTS}, ${AVAILABLE_CENTS}, ${PENDING_CENTS + AVAILABLE_CENTS} from generate_series($1::int, $2::int) n`,
  `insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, survey_id, created_at, outcome, ended_at)
   select 's_' || md5(k || ':' || n), 'purespectrum', ${WALLET}, ${PANELIST}, 'p_' || md5('pid:' || n), k::text,
     now() - interval '20 days', 'complete', now() - interval '20 days'
   from generate_series($1::int, $2::int) n, generate_series(1, 3) k`,
  `insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, survey_id, created_at)
   select 's_' || md5('open:' || n), case when n % 2 = 0 then 'purespectrum' else 'cint-match' end, ${WALLET}, ${PANELIST},
     'p_' || md5('pid:' || n), '77', now() - interval '1 hour'
   from generate_series($1::int, $2::int) n`,
  `insert into partner_events (partner, dedupe_key, session_id, outcome, trust, raw_code, survey_id, usd_micros, digest, effect, received_at)
   select 'purespectrum', 's_' || md5(k || ':' || n) || ':complete', 's_' || md5(k || ':' || n), 'complete', 'verified', '21',
     k::text, 3000000, '\\x00', 'credited', now() - interval '20 days'
   from generate_series($1::int, $2::int) n, generate_series(1, 3) k`,
  `insert into rewards (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state,
     earned_at, release_at, released_at)
   select ${REWARD}, ${WALLET}, 'purespectrum', k::text, 's_' || md5(k || ':' || n),
     case k when 3 then ${PENDING_CENTS} else ${AVAILABLE_CENTS / 2} end, 3000000, 500000, 18000000,
     case k when 3 then 'pending' else 'available' end, now() - interval '20 days', now() + interval '30 days',
     case k when 3 then null else now() - interval '6 days' end
   from generate_series($1::int, $2::int) n, generate_series(1, 3) k`,
  // Rewards 1 and 2 were earned (transfers 0 and 1) and released (2 and 3); reward 3 was earned (4).
  `insert into transfers (id, kind, subject, wallet_id, at) overriding system value
   select n::bigint * 5 + t + 1, kind, ${REWARD}, ${WALLET}, now() - interval '20 days'
   from generate_series($1::int, $2::int) n,
     (values (0, 'earned', 1), (1, 'earned', 2), (2, 'released', 1), (3, 'released', 2), (4, 'earned', 3)) as t (t, kind, k)`,
  `insert into postings (transfer_id, account, amount)
   select n::bigint * 5 + t + 1,
     case when t in (2, 3) then (array['pending', 'available'])[side] else (array['partner:purespectrum', 'pending'])[side] end,
     (case t when 4 then ${PENDING_CENTS} else ${AVAILABLE_CENTS / 2} end) * (case side when 1 then -1 else 1 end)
   from generate_series($1::int, $2::int) n, generate_series(0, 4) t, generate_series(1, 2) side`,
  `insert into withdrawals (id, wallet_id, amount, state, reference, requested_at, first_sent_at, attempts, ended_at)
   select ${WITHDRAWAL}, ${WALLET}, 5000, 'returned', 'bench:' || n, now() - interval '40 days', now() - interval '40 days', 1,
     now() - interval '40 days'
   from generate_series($1::int, $2::int) n`,
  `insert into vouchers (withdrawal_id, serial_last4, issuer_transaction, issued_at)
   select ${WITHDRAWAL}, '0000', n::text, now() - interval '40 days' from generate_series($1::int, $2::int) n`,
  `insert into messages (id, kind, subject, panelist_id, state, attempts, next_attempt_at, created_at, sent_at)
   select ${MESSAGE}, 'withdrawal-returned', (${WITHDRAWAL})::text, ${PANELIST}, 'sent', 1, now() - interval '40 days',
     now() - interval '40 days', now() - interval '40 days'
   from generate_series($1::int, $2::int) n`,
];

export async function fillPanel(client: pg.Client, { from, to }: Range): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  for (let first = from; first < to; first += CHUNK) {
    const range = [first, Math.min(first + CHUNK, to) - 1];
    await client.query('begin');
    for (const statement of STATEMENTS) await client.query(statement, range);
    await client.query('commit');
  }
  await client.query(`set session_replication_role = origin`);
  await client.query(`
    select setval(sequence, greatest(nextval(sequence), ${FIRST_OTHER_TRANSFER}))
    from pg_get_serial_sequence('transfers', 'id') as s (sequence)`);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** Gives every panelist a reward of R60 that is still held, through every trigger of the ledger. */
export async function addHeldRewards(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(
    `insert into rewards (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
     select gen_random_uuid(), id, 'purespectrum', '1', 's_' || md5(id::text), ${AVAILABLE_CENTS}, 6666666, 500000, 18000000, 'pending',
       now(), now() + interval '14 days'
     from wallets`,
  );
  await client.query(
    `insert into transfers (kind, subject, wallet_id, at) select 'earned', id, wallet_id, now() from rewards`,
  );
  await client.query(
    `insert into postings (transfer_id, account, amount)
     select id, account, amount from transfers, (values ('partner:purespectrum', ${-AVAILABLE_CENTS}), ('pending', ${AVAILABLE_CENTS})) as p (account, amount)`,
  );
  await client.query('commit');
}
