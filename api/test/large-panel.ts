/** A panel large enough for the planner to prefer indexes: rows as after some years, without their history. */
import type pg from 'pg';
import type { Kit } from './kit.ts';

const PANELISTS = 10_000;

export async function insertLargePanel({ db }: Kit): Promise<void> {
  await db.query(`
    begin;
    -- Foreign keys and the ledger's triggers would take minutes, and no money moves here.
    set local session_replication_role = replica;
    create temporary table ids on commit drop as
      select n, md5('panelist' || n)::uuid as panelist, md5('wallet' || n)::uuid as wallet from generate_series(1, ${PANELISTS}) n;
    insert into panelists (id, did_index, did_sealed, number_index, status, registration_digest, registered_at, last_active_at,
        inactivity_check_at)
      select panelist, sha256(('did' || n)::bytea), '\\x0100', sha256(('number' || n)::bytea), 'approved', 'x',
        now() - n * interval '2 minutes', now() - n * interval '2 minutes', now() + interval '20 years' + n * interval '2 minutes' from ids;
    insert into tombstones
      select sha256(('left' || n)::bytea), sha256(('left number' || n)::bytea), 'blocked', 0, now() - n * interval '2 minutes' from ids;
    insert into tombstone_surveys select did_index, number_index, 'purespectrum', 's' || n from tombstones, generate_series(1, 3) n;
    insert into call_counts select sha256(('call' || n)::bytea), now() + interval '20 years' + n * interval '1 hour', 1 from ids;
    insert into wallets (id, panelist_id) select wallet, panelist from ids;
    insert into preferences select panelist, 'research', n % 5 <> 0, now() from ids;
    insert into consents (panelist_id, purpose, given, terms_version, channel, recorded_at)
      select panelist, 'membership', true, '1', 'registration', now() from ids;
    insert into profiling_due select panelist, survey, now() + interval '5 years' + n * interval '2 minutes', now() + interval '5 years' + n * interval '2 minutes'
      from ids, unnest(array['second-round', 'quarterly', 'yearly']) survey;
    insert into submissions (panelist_id, questionnaire, version, answers, digest, submitted_at)
      select panelist, 'registration', 1, '{}', 'x', now() from ids;
    insert into profiles (panelist_id, answers, birth_month)
      select panelist, (select jsonb_object_agg('question' || q, 'code' || (n * q) % 97) from generate_series(1, 8) q)
        || jsonb_build_object('many', jsonb_build_array('code' || n % 97, 'code' || n % 89)), sha256(('month' || n % 600)::bytea) from ids;
    insert into data_codes select panelist, panelist, now(), false, now(), 1, 0, null from ids;
    insert into data_unlocks select sha256(('unlock' || n)::bytea), panelist, now() + interval '15 minutes' from ids;
    insert into personal_answers select panelist, 'dob', '\\x0100' from ids;
    insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, created_at, outcome, ended_at)
      select 's_' || md5(n || ':' || s), 'purespectrum', wallet, panelist, 'p', now() - n * interval '2 minutes', 'complete', now()
      from ids, generate_series(1, 2) s;
    insert into quality_scores select panelist, n % 101, '[]', now(), now() + interval '5 years' + n * interval '2 minutes' from ids;
    insert into quality_left_out select panelist, 'disputes', now() from ids;
    insert into partner_surveys (partner, survey_id) select 'cint-match', n::text from ids;
    insert into disputes (session_id, panelist_id, kind, reported_at, outcome, answer, answered_at)
      select 's_' || md5(n || ':1'), panelist, 'no-reward', now(), 'declined', 'x', now() - n * interval '2 minutes' from ids;
    insert into partner_events (partner, dedupe_key, session_id, outcome, trust, digest, effect, received_at)
      select 'purespectrum', id, id, 'complete', 'verified', 'x', 'credited', created_at from survey_sessions;
    insert into partner_statements (partner, month, digest, account, read_at, file_rows, verdicts)
      values ('purespectrum', '2020-01', 'x', 'x', now() - interval '3 years', 1, '{}');
    insert into partner_statement_rows (statement_id, session_id, verdict, amount)
      select s.id, 's_old' || n, 'matched', 0 from partner_statements s, ids;
    insert into rewards (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state,
        earned_at, release_at, released_at)
      select md5('reward' || id)::uuid, wallet_id, partner, id, id, 1000, 1, 1, 1, 'available', created_at, created_at, created_at
      from survey_sessions;
    insert into thank_yous (id, session_id, wallet_id, amount, at)
      select md5('thanks' || id)::uuid, id, wallet_id, 50, created_at from survey_sessions;
    insert into transfers (kind, subject, wallet_id, at)
      select kind, md5('reward' || n || ':' || i)::uuid, wallet, now() from ids, generate_series(1, 2) i, unnest(array['earned', 'released']) kind;
    insert into postings select id, account, amount from transfers,
      (values ('partner:purespectrum', -1), ('pending', 2), ('available', -1)) p (account, amount);
    insert into withdrawals (id, wallet_id, amount, state, reference, requested_at, first_sent_at, ended_at, settled_at)
      select md5('withdrawal' || n)::uuid, wallet, 5000, 'paid', 'W' || n, now() - n * interval '2 minutes', now(),
        now() - n * interval '2 minutes', now() from ids;
    insert into vouchers select md5('withdrawal' || n)::uuid, null, '1234', 'T' || n, null, now() from ids;
    insert into settlements select 'W' || n, 5000, '1234', 'T' || n, now() from ids;
    insert into settlement_files (day, account, read_at, verdicts)
      select '2020-01-01', 'x', now() - interval '3 years', '{}' from generate_series(1, 200);
    insert into settlement_rows (file_id, position, reference, transaction, theirs, ours, verdict)
      select 1 + n % 200, n, 'W' || n, 'T' || n, 5000, 5000, 'matched' from ids;
    insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at, sent_at)
      select md5(kind || n)::uuid, kind, n::text, panelist, 'sent', now(), now() - interval '1 day', now() from ids,
        unnest(array['voucher', 'invitation']) kind;
    insert into tasks (name, study_url, selection, seed, created_at, send_at)
      select 'old-' || n, 'https://studies.example', '', 1, now() - n * interval '1 day', now() - n * interval '1 day' from generate_series(1, 200) n;
    insert into task_invitations (id, task, panelist_id, position, token_digest, pseudonym)
      select md5('task' || n)::uuid, 'old-' || 1 + n % 200, panelist, n, sha256(('token' || n)::bytea), 't_' || n from ids;
    insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at, sent_at)
      select md5('task' || n)::uuid, 'task', md5('task' || n)::uuid::text, panelist, 'sent', now() - interval '9 days', now(), now() from ids;
    -- The audit is a chain of hashes, made by its trigger.
    set local session_replication_role = origin;
    insert into audit (at, actor, second_actor, operation, step, inputs, subject)
      select now() - (${PANELISTS} - n) * interval '2 minutes', 'operator-' || n % 20, case when n % 10 = 0 then 'another' end,
        'operation-' || n % 40, (array['viewed', 'done', 'proposed', 'approved'])[1 + n % 4], jsonb_build_object('dispute', 'D-' || n), md5('panelist' || n % 5000)
      from ids order by n;
    commit`);
  await db.query('vacuum analyze');
}

export async function fillKeyStore(keyStore: pg.Pool): Promise<void> {
  await keyStore.query(`
    insert into panelist_keys select md5('panelist' || n)::uuid, '\\x0100' from generate_series(1, ${PANELISTS}) n`);
  await keyStore.query('vacuum analyze');
}
