-- What became of the other sessions of a survey, beside a dispute about it. Only where the partner names the survey before it begins.
create index survey_sessions_of_survey on survey_sessions (partner, survey_id) where survey_id is not null;

create function same_survey(in_session text)
returns table (sessions integer, completed integer, paid integer, disputed integer) language sql stable as $$
  select count(*)::int, count(o.completed_at)::int, count(r.id)::int, count(d.id)::int
  from survey_sessions s
  join survey_sessions o on o.partner = s.partner and o.survey_id = s.survey_id and o.survey_id is not null
  left join rewards r on r.session_id = o.id and r.state <> 'reversed'
  left join disputes d on d.session_id = o.id
  where s.id = in_session
$$;
