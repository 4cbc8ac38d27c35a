-- A token for the command line ends with the session it was made in: the hash of that session's token.
alter table operator_sessions add made_in bytea;
