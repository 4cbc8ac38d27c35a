-- What two people credited is not taken back by the statement of a partner that did not report it, or had reversed it before.
alter table partner_statement_rows
  drop constraint partner_statement_rows_verdict_check,
  add constraint partner_statement_rows_verdict_check
    check (verdict in ('matched', 'reversed', 'ours-only', 'amount-differs', 'theirs-only', 'reversed-before', 'by-hand'));

-- The cents that a statement has taken back: less than it was read with where the partner reversed some of them itself.
alter table partner_statements add column taken_back bigint not null default 0 check (taken_back >= 0);
update partner_statements s set taken_back = t.cents
from (
  select r.statement_id, sum(r.amount) as cents from partner_statement_rows r
  where r.applied_at is not null and exists (
    select from partner_events e
    where e.session_id = r.session_id and e.raw_code = 'statement' and e.dedupe_key like 'statement:' || r.statement_id || ':%')
  group by r.statement_id
) t
where t.statement_id = s.id;
