-- What operators do, and a research task that a sample of the panel is invited to.

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  -- Whoever else had to agree, where money is decided by hand.
  second_actor text,
  command text not null,
  -- What it was done to: never a did or a name.
  subject text,
  reason text,
  check (second_actor is null or second_actor <> actor)
);
create trigger audit_kept before update or delete or truncate on audit for each statement execute function refuse_change();

create table tasks (
  name text primary key,
  text text not null,
  created_at timestamptz not null
);

-- A settlement file that was read: what it said of each reference.
create table settlements (
  reference text primary key,
  amount bigint not null,
  serial_last4 text not null,
  transaction text not null,
  read_at timestamptz not null
);
