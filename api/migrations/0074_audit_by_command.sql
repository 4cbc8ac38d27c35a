-- The entries of an operation begin with its words: a range of texts, which an index by bytes finds in a database of any locale.
drop index audit_by_command;
create index audit_by_command on audit (command collate "C", id);
