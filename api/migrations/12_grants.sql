-- A database role for each process, with the rights it needs. The public API can't change balances, proposals, sign-ins or the audit.
revoke create on schema public from public;

do $$
declare
  r text;
begin
  foreach r in array array['panel_api', 'panel_worker', 'panel_console', 'panel_app'] loop
    begin
      execute format('create role %I nologin', r);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant usage on schema public to %I', r);
  end loop;
end $$;

-- PostgreSQL's letters: r reads, a adds, w changes, d deletes; w(column) changes that column alone.
-- panel_app, for one process that does everything, may do what the three may together.
create or replace procedure grant_rights(on_table text, api text, worker text, console text) language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  r text;
  rights text;
  columns_of text;
begin
  for r, rights in
    select role, given from (values ('panel_api', api), ('panel_worker', worker), ('panel_console', console)) p (process, given)
    cross join lateral unnest(array[process, 'panel_app']) role
  loop
    columns_of := coalesce(substring(rights from '\(.*\)'), '');
    rights := regexp_replace(rights, '\(.*\)', '');
    if rights like '%r%' then execute format('grant select on %I to %I', on_table, r); end if;
    if rights like '%a%' then execute format('grant insert on %I to %I', on_table, r); end if;
    if rights like '%w%' then execute format('grant update %s on %I to %I', columns_of, on_table, r); end if;
    if rights like '%d%' then execute format('grant delete on %I to %I', on_table, r); end if;
  end loop;
end $$;

--                table                     api                 worker              console and commands
call grant_rights('audit',                  '',                 '',                 'ra');
call grant_rights('call_counts',            'rawd',             'rd',               'r');
call grant_rights('card_openings',          '',                 'rd',               'rad');
call grant_rights('claims',                 '',                 'r',                'ra');
call grant_rights('consents',               'ra',               'r',                'ra');
call grant_rights('daily_figures',          '',                 'rawd',             'rawd');
call grant_rights('data_codes',             'raw',              'rd',               'r');
call grant_rights('data_unlocks',           'rad',              'rd',               'r');
call grant_rights('database_timeline',      '',                 'raw',              'r');
call grant_rights('disputes',               'ra',               'rwd',              'rw');
call grant_rights('failed_items',           'rawd',             'rawd',             'rawd');
call grant_rights('issuer_questions',       '',                 'r',                'ra');
call grant_rights('keys_to_destroy',        'rd',               'rd',               'rd');
call grant_rights('key_checks',             'ra',               'ra',               'ra');
call grant_rights('ledger_totals',          'r',                'rad',              'rad');
call grant_rights('messages',               'raw',              'raw',              'raw');
call grant_rights('migrations',             'r',                'r',                'r');
call grant_rights('operator_names',         '',                 '',                 'rawd');
call grant_rights('operator_sessions',      '',                 'rd',               'raw');
call grant_rights('page_views',             'raw',              'rd',               'r');
call grant_rights('panel_counts',           '',                 'rad',              'r');
call grant_rights('panelist_notes',         '',                 '',                 'ra');
call grant_rights('panelists',              'rawd',             'rwd',              'rwd');
call grant_rights('partner_blocks',         'r',                'r',                'raw');
call grant_rights('partner_code_mappings',  'r',                'r',                'raw');
call grant_rights('partner_days',           'raw',              'rawd',             'raw');
call grant_rights('partner_events',         'raw',              'rawd',             'raw');
call grant_rights('partner_statement_rows', '',                 'rw',               'raw');
call grant_rights('partner_statements',     '',                 'rw',               'raw');
call grant_rights('partner_surveys',        'ra',               'r',                'r');
call grant_rights('party_calls',            'raw',              'rawd',             'raw');
call grant_rights('payout_freezes',         'r',                'raw',              'raw');
call grant_rights('personal_answers',       'rawd',             'rd',               'rd');
call grant_rights('postings',               'ra',               'ra',               'ra');
call grant_rights('preferences',            'raw',              'r',                'r');
call grant_rights('profile_openings',       'r',                '',                 '');
call grant_rights('profiles',               'raw',              'r',                'rw(lsm_group)');
call grant_rights('profiling_due',          'rawd',             'rw',               'rw');
call grant_rights('proposals',              '',                 'rw(secrets, webhook_attempts, webhook_due_at)', 'raw');
call grant_rights('quality_left_out',       'r',                'r',                'raw');
call grant_rights('quality_scores',         'r',                'raw',              'raw');
call grant_rights('rewards',                'raw',              'rw',               'raw');
call grant_rights('saved_samples',          '',                 '',                 'rawd');
call grant_rights('settlement_files',       '',                 'r',                'raw');
call grant_rights('settlement_rows',        '',                 'r',                'ra');
call grant_rights('settlement_write_offs',  '',                 'r',                'ra');
call grant_rights('settlements',            '',                 'r',                'raw');
call grant_rights('submissions',            'raw(sealed)',      'r',                'rw(sealed)');
call grant_rights('survey_ends',            'r',                'rad',              'r');
call grant_rights('survey_estimates',       'r',                'raw',              'r');
call grant_rights('survey_lengths',         'r',                'rad',              'r');
call grant_rights('survey_sessions',        'raw',              'rwd',              'rw');
call grant_rights('task_invitations',       'rw',               'r',                'rad');
call grant_rights('tasks',                  'r',                'rw',               'rawd');
call grant_rights('thank_yous',             'ra',               'r',                'r');
call grant_rights('tombstone_surveys',      'ra',               'ra',               'ra');
call grant_rights('tombstones',             'raw',              'rawd',             'raw');
call grant_rights('transfers',              'ra',               'ra',               'ra');
call grant_rights('vouchers',               'rw(pin_sealed)',   'raw',              'raw');
call grant_rights('waived_statements',      '',                 'r',                'ra');
call grant_rights('wallets',                'raw(row_lock)',    'rw(row_lock)',     'rw(row_lock)');
call grant_rights('withdrawals',            'raw(did_sealed)',  'rw',               'rw');
