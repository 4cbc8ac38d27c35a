-- A partner's statement of a month's completions, as a file says it. Reading one moves no money: two people approve that what it
-- lacks, or marks as reversed, is taken back.
create table partner_statements (
  id bigint generated always as identity primary key,
  partner text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  -- Of the file, which is read once.
  digest bytea not null,
  account text not null,
  read_at timestamptz not null,
  -- By verdict: how many rows, and their cents.
  verdicts jsonb not null,
  approved_at timestamptz,
  unique (partner, month, digest)
);

create table partner_statement_rows (
  statement_id bigint not null references partner_statements,
  session_id text not null,
  verdict text not null
    check (verdict in ('matched', 'reversed', 'ours-only', 'amount-differs', 'theirs-only', 'reversed-before')),
  -- Of our reward; 0 where there is none.
  amount bigint not null check (amount >= 0),
  -- When it was taken back, or found to be taken back already.
  applied_at timestamptz,
  primary key (statement_id, session_id)
);
create index partner_statement_rows_of on partner_statement_rows (session_id);
create index partner_statement_rows_to_apply on partner_statement_rows (statement_id)
  where verdict in ('reversed', 'ours-only') and applied_at is null;
