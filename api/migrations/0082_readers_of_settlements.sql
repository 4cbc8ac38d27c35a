-- Who has read a file with this very line, in order: [{"subject": …, "account": …}]. Empty for lines read before this was recorded.
alter table settlements add column readers jsonb not null default '[]';
