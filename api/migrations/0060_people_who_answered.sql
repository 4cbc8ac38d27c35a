-- How many panelists of a status answered both of two questions, or one where they are the same. Somebody with several answers
-- counts once, so that shares of people can be told where the counts of the answers add up to more. No answer at all is one
-- to the questions that offer 'None of these'.
create function answered_both(in_row text, in_column text, in_none_is_answer text[], in_status text) returns table (people integer)
language sql stable as $$
  select count(*)::int
  from profiles c join panelists p on p.id = c.panelist_id and p.status = in_status
  where not exists (
    select from unnest(array[in_row, in_column]) as q (id)
    where coalesce(c.answers -> q.id, 'null') = 'null' or c.answers -> q.id = '[]' and q.id <> all(in_none_is_answer))
$$;
