-- How a survey ended, from a partner that tells only the browser.

alter table survey_sessions add column return_outcome text; -- what the first return said; it moves no money
