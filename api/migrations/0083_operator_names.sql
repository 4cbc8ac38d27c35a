-- Who an operator is: the identity provider's subject. A name is only what people read.

-- Which subject has a name. A name is compared without case, spaces and invisible characters.
create table operator_names (
  name_key text primary key,
  subject text not null,
  since timestamptz not null
);

-- The subjects of the two people in an entry. Entries from before this migration have none.
alter table audit add column actor_subject text, add column second_subject text;

-- As before for an entry without subjects, so that the hashes of old entries stay valid.
create or replace function audit_hash(previous bytea, a audit) returns bytea language sql stable as $$
  select sha256(coalesce(previous, '') || convert_to(string_agg(coalesce(octet_length(t) || ':' || t, '-'), '' order by n), 'UTF8'))
  from unnest(array[a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.actor, a.second_actor,
    a.command, a.subject, a.reason]
    || case when num_nonnulls(a.actor_subject, a.second_subject) > 0 then array[a.actor_subject, a.second_subject] end)
    with ordinality as field (t, n)
$$;

-- A proposal is withdrawn when its proposer's role changes.
alter table proposals add column proposed_role text;
