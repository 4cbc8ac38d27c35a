-- A database role for each process, with the rights it needs. The public API can't change balances, proposals, sign-ins or the audit.
revoke create on schema public from public;

do $$
declare
  r text;
  g record;
begin
  foreach r in array array['panel_api', 'panel_worker', 'panel_console', 'panel_app'] loop
    begin
      execute format('create role %I nologin', r);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant usage on schema public to %I', r);
  end loop;

  -- PostgreSQL's letters: r reads, a adds, w changes, d deletes; w(column) changes that column alone.
  -- panel_app, for one process that does everything, may do what the three may together.
  for g in
    select t.name, p.role, split_part(p.rights, '(', 1) as letters, coalesce(substring(p.rights from '\(.*\)'), '') as columns_of
    from (values
      -- table                    api                     worker                  console and commands
      ('audit',                  '',                     '',                     'ra'),
      ('call_counts',            'rawd',                 'rd',                   'r'),
      ('card_openings',          '',                     'rd',                   'rad'),
      ('claims',                 '',                     'r',                    'ra'),
      ('consents',               'ra',                   'r',                    'ra'),
      ('daily_figures',          '',                     'rawd',                 'rawd'),
      ('data_codes',             'raw',                  'rd',                   'r'),
      ('data_unlocks',           'rad',                  'rd',                   'r'),
      ('database_timeline',      '',                     'raw',                  'r'),
      ('disputes',               'ra',                   'rwd',                  'rw'),
      ('failed_items',           'rawd',                 'rawd',                 'rawd'),
      ('issuer_questions',       '',                     'r',                    'ra'),
      ('keys_to_destroy',        'rd',                   'rd',                   'rd'),
      ('key_checks',             'ra',                   'ra',                   'ra'),
      ('ledger_totals',          'r',                    'rad',                  'rad'),
      ('messages',               'raw',                  'raw',                  'raw'),
      ('migrations',             'r',                    'r',                    'r'),
      ('operator_names',         '',                     '',                     'rawd'),
      ('operator_sessions',      '',                     'rd',                   'raw'),
      ('page_views',             'raw',                  'rd',                   'r'),
      ('panel_counts',           '',                     'rad',                  'r'),
      ('panelist_notes',         '',                     '',                     'ra'),
      ('panelists',              'rawd',                 'rwd',                  'rwd'),
      ('partner_blocks',         'r',                    'r',                    'raw'),
      ('partner_code_mappings',  'r',                    'r',                    'raw'),
      ('partner_days',           'raw',                  'rawd',                 'raw'),
      ('partner_events',         'raw',                  'rawd',                 'raw'),
      ('partner_statement_rows', '',                     'rw',                   'raw'),
      ('partner_statements',     '',                     'rw',                   'raw'),
      ('partner_surveys',        'ra',                   'r',                    'r'),
      ('party_calls',            'raw',                  'rawd',                 'raw'),
      ('payout_freezes',         'r',                    'raw',                  'raw'),
      ('personal_answers',       'rawd',                 'rd',                   'rd'),
      ('postings',               'ra',                   'ra',                   'ra'),
      ('preferences',            'raw',                  'r',                    'r'),
      ('profile_openings',       'r',                    '',                     ''),
      ('profiles',               'raw',                  'r',                    'rw(lsm_group)'),
      ('profiling_due',          'rawd',                 'rw',                   'rw'),
      ('proposals',              '',                     'rw(secrets, webhook_attempts, webhook_due_at)', 'raw'),
      ('quality_left_out',       'r',                    'r',                    'raw'),
      ('quality_scores',         'r',                    'raw',                  'raw'),
      ('rewards',                'raw',                  'rw',                   'raw'),
      ('saved_samples',          '',                     '',                     'rawd'),
      ('settlement_files',       '',                     'r',                    'raw'),
      ('settlement_rows',        '',                     'r',                    'ra'),
      ('settlement_write_offs',  '',                     'r',                    'ra'),
      ('settlements',            '',                     'r',                    'raw'),
      ('submissions',            'raw(sealed)',          'r',                    'rw(sealed)'),
      ('survey_ends',            'r',                    'rad',                  'r'),
      ('survey_estimates',       'r',                    'raw',                  'r'),
      ('survey_lengths',         'r',                    'rad',                  'r'),
      ('survey_sessions',        'raw',                  'rwd',                  'rw'),
      ('task_invitations',       'rw',                   'r',                    'rad'),
      ('tasks',                  'r',                    'rw',                   'rawd'),
      ('thank_yous',             'ra',                   'r',                    'r'),
      ('tombstone_surveys',      'ra',                   'ra',                   'ra'),
      ('tombstones',             'raw',                  'rawd',                 'raw'),
      ('transfers',              'ra',                   'ra',                   'ra'),
      ('vouchers',               'rw(pin_sealed)',       'raw',                  'raw'),
      ('waived_statements',      '',                     'r',                    'ra'),
      ('wallets',                'raw(row_lock)',        'rw(row_lock)',         'rw(row_lock)'),
      ('withdrawals',            'raw(did_sealed)',      'rw',                   'rw')
    ) t (name, api, worker, console)
    cross join lateral (values ('panel_api', t.api), ('panel_worker', t.worker), ('panel_console', t.console)) p (role, rights)
  loop
    foreach r in array array[g.role, 'panel_app'] loop
      if g.letters like '%r%' then execute format('grant select on %I to %I', g.name, r); end if;
      if g.letters like '%a%' then execute format('grant insert on %I to %I', g.name, r); end if;
      if g.letters like '%w%' then execute format('grant update %s on %I to %I', g.columns_of, g.name, r); end if;
      if g.letters like '%d%' then execute format('grant delete on %I to %I', g.name, r); end if;
    end loop;
  end loop;
end $$;
