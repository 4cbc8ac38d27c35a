-- Whether a message had nobody to go to: the chat does not know the device, or it was not to be sent any more.
alter table messages add column has_no_recipient boolean not null default false;
