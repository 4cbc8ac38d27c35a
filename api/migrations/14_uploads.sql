-- The results of uploaded files: rows that can be seen again, what was asked about them, and what two people wrote off.

-- The rows of the issuer's settlement files as they were compared, and our payouts that a file lacks.
create table settlement_rows (
  file_id bigint not null references settlement_files,
  position integer not null, -- in the order of the file; our payouts that it lacks come last
  reference text not null,
  transaction text, -- the issuer's; null if the file lacks the reference
  theirs bigint, -- cents in the file; null if it lacks the reference
  ours bigint, -- cents of our withdrawal; null if we don't know the reference
  verdict text not null check (verdict in
    ('matched', 'ours-only', 'still-open', 'amount-differs', 'theirs-only', 'issued-twice', 'issued-and-returned')),
  primary key (file_id, position)
);
create index settlement_rows_of on settlement_rows (reference);

-- Who asked the issuer about a reference, and when.
create table issuer_questions (
  id bigint generated always as identity primary key,
  reference text not null,
  account text not null,
  asked_at timestamptz not null
);
create index issuer_questions_of on issuer_questions (reference);

-- What the issuer charged without our having paid it out. Two people accepted it as a loss.
create table settlement_write_offs (
  reference text not null,
  transaction text not null,
  amount bigint not null check (amount <> 0), -- cents that the issuer charged above what we had paid out; below zero if less
  written_off_at timestamptz not null,
  primary key (reference, transaction)
);
create trigger settlement_write_offs_kept before update or delete or truncate on settlement_write_offs
  for each statement execute function refuse_change();
create function total_write_off() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into ledger_totals (states_paid_out) values (new.amount);
  return null;
end $$;
create trigger settlement_write_offs_total after insert on settlement_write_offs for each row execute function total_write_off();

-- A move between the panel's own accounts has no wallet.
alter table transfers alter column wallet_id drop not null;

alter table partner_statements add column file_rows integer; -- rows of the file; null if it was read by an older release
alter table partner_statement_rows drop constraint partner_statement_rows_verdict_check;
alter table partner_statement_rows add constraint partner_statement_rows_verdict_check check (verdict in
  ('matched', 'reversed', 'ours-only', 'amount-differs', 'theirs-only', 'reversed-before', 'by-hand', 'reversed-here')) not valid;
alter table partner_statement_rows validate constraint partner_statement_rows_verdict_check;

-- Statements that a partner never sent. Two people agreed to do without.
create table waived_statements (
  partner text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  waived_at timestamptz not null,
  primary key (partner, month)
);

grant select, insert on settlement_rows, issuer_questions, settlement_write_offs, waived_statements to panel_console, panel_app;
grant select on settlement_rows, issuer_questions, settlement_write_offs, waived_statements to panel_worker;
