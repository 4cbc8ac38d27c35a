-- The digest of an event is made of its survey too, which can be found by trying every one that a tombstone names.
update partner_events e set digest = '' from survey_sessions s
where s.id = e.session_id and s.panelist_id is null and e.digest <> '';
-- What came for somebody who had left belongs to no session any more, and is kept without its survey.
update partner_events set survey_id = null, digest = '', dedupe_key = 'deleted-panelist:' || id
where effect = 'deleted-panelist';
