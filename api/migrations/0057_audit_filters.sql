-- The entries of the audit that fit the filters of its page, each null where it is not set: the page reads them newer, older and counted.
create function audit_entries(
  in_subjects text[], in_account text, in_command text, in_from timestamptz, in_to timestamptz
) returns setof audit language sql stable as $$
  select * from audit
  where (in_subjects is null or subject = any(in_subjects))
    and (in_account is null or actor = in_account or second_actor = in_account)
    and (in_command is null or command like in_command || '%' or command like '% ' || in_command || '%')
    and (in_from is null or at >= in_from) and (in_to is null or at < in_to)
$$;
