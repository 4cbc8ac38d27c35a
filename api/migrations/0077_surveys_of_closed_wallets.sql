-- A tombstone names the surveys that were paid. What is kept of a wallet without a panelist names none, or one would lead to the other.
update rewards r set survey_id = r.session_id from wallets w
where w.id = r.wallet_id and w.panelist_id is null and r.survey_id <> r.session_id;
update survey_sessions set survey_id = null where panelist_id is null and survey_id is not null;
update partner_events e set survey_id = null from survey_sessions s
where s.id = e.session_id and s.panelist_id is null and e.survey_id is not null;
