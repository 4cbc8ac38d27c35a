-- The role that the product's processes connect as. It makes no tables, and can't change or delete what is only added to:
-- the ledger, the audit and the consents. Migrations are applied by the owner of the tables.
do $$ begin
  create role panel_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;

revoke create on schema public from public;
grant usage on schema public to panel_app;
grant select, insert, update, delete on all tables in schema public to panel_app;
alter default privileges in schema public grant select, insert, update, delete on tables to panel_app;
-- Only added to. A deleted panelist's consents go by the foreign key, which acts as the owner.
revoke update, delete on transfers, postings, audit, consents from panel_app;
-- What was applied is for migrations alone to write.
revoke insert, update, delete on migrations from panel_app;
