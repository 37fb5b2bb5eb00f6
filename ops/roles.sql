-- Makes the two roles of the service in its database, or brings them up to date (docs/operations.md, "Roles"). Run by an
-- administrator of the server; it may run again at any time. The passwords are settings of the session, so that no file holds them:
--   PGOPTIONS="-c entrada.owner_password=… -c entrada.app_password=…" psql --set=ON_ERROR_STOP=1 --file=ops/roles.sql "$ADMIN_URL"

do $$
begin
  if not exists (select from pg_roles where rolname = 'entrada_owner') then
    create role entrada_owner;
  end if;
  if not exists (select from pg_roles where rolname = 'entrada_app') then
    create role entrada_app;
  end if;
  execute format('alter role entrada_owner login password %L', current_setting('entrada.owner_password'));
  execute format('alter role entrada_app login password %L', current_setting('entrada.app_password'));
  -- Only where it has to be: an administrator who is no superuser may not say it at all.
  if exists (select from pg_roles where rolname = 'entrada_app' and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole)) then
    alter role entrada_app nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  if not pg_has_role(current_user, 'entrada_owner', 'usage') then
    execute format('grant entrada_owner to %I', current_user);
  end if;
end $$;

alter role entrada_app set statement_timeout = '5s';
alter role entrada_app set lock_timeout = '2s';
alter role entrada_app set idle_in_transaction_session_timeout = '10s';
alter role entrada_app set log_parameter_max_length_on_error = 0;

grant create, usage on schema public to entrada_owner;
grant usage on schema public to entrada_app;
alter default privileges for role entrada_owner in schema public grant select, insert, update, delete on tables to entrada_app;

-- Tables that another role made, such as the superuser of an earlier installation; extensions keep theirs. Nothing is granted
-- again that a migration has taken away.
do $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as name from pg_class c
    where c.relowner <> 'entrada_owner'::regrole and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  loop
    execute format('alter table %s owner to entrada_owner', found.name);
    execute format('grant select, insert, update, delete on %s to entrada_app', found.name);
  end loop;
  if to_regclass('public.audit_entries') is not null then
    revoke update on public.audit_entries from entrada_app;
  end if;
end $$;
