-- Each row of the audit holds a hash over itself and the hash of the row before, so that a row that was changed, taken out
-- or put in between by somebody with the owner's rights breaks the chain. `npm run panel -- audit verify` reads it.
alter table audit add column hash bytea;

-- Each text with its length before it, so that no two rows read alike.
create function audit_hash(previous bytea, a audit) returns bytea language sql stable as $$
  select sha256(coalesce(previous, '') || convert_to(string_agg(coalesce(octet_length(t) || ':' || t, '-'), '' order by n), 'UTF8'))
  from unnest(array[a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor, a.second_actor,
    a.command, a.subject, a.reason]) with ordinality as field (t, n)
$$;

-- Rows are inserted one after the other, and numbered in that order: the number is taken while the lock is held.
create function chain_audit() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtext('audit chain'));
  new.id := nextval('audit_id_seq');
  new.hash := audit_hash((select hash from audit order by id desc limit 1), new);
  return new;
end $$;
create trigger audit_chain before insert on audit for each row execute function chain_audit();

-- The rows from before there was a chain.
alter table audit disable trigger audit_kept;
do $$
declare
  a audit;
  previous bytea;
begin
  for a in select * from audit order by id loop
    previous := audit_hash(previous, a);
    update audit set hash = previous where id = a.id;
  end loop;
end $$;
alter table audit enable trigger audit_kept;
alter table audit alter column hash set not null;
