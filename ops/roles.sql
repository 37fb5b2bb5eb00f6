-- Makes or updates the two roles of the service in its database (docs/operations.md, "Roles"). Run it as an administrator of the
-- server (superuser or CREATEROLE) who owns the database or may grant on its schema public. It may run again at any time. The
-- passwords are the session's settings entrada.owner_password and entrada.app_password. They come with the connection, so that no
-- statement and no log of statements contains them.

do $$
declare
  setting text;
begin
  foreach setting in array array['owner', 'app'] loop
    if coalesce(current_setting(format('entrada.%s_password', setting), true), '') = '' then
      raise exception 'entrada.%_password is not set: see docs/operations.md, "Roles"', setting;
    end if;
    if not exists (select from pg_roles where rolname = format('entrada_%s', setting)) then
      execute format('create role entrada_%s', setting);
    end if;
    begin
      execute format('alter role entrada_%s login password %L', setting, current_setting(format('entrada.%s_password', setting)));
    exception when others then
      -- Raised again, because the context of the first error shows the statement, which contains the password.
      raise exception 'entrada_%: %', setting, sqlerrm using errcode = sqlstate;
    end;
  end loop;
  -- Only when needed: an administrator who is not a superuser may not run this statement.
  if exists (select from pg_roles where rolname = 'entrada_app' and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole)) then
    alter role entrada_app nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;

alter role entrada_app set statement_timeout = '5s';
alter role entrada_app set lock_timeout = '2s';
alter role entrada_app set idle_in_transaction_session_timeout = '10s';
alter role entrada_app set log_parameter_max_length_on_error = 0;
-- For migrations. A worker of a Citus cluster ignores the session's time-outs, but not the role's.
alter role entrada_owner set lock_timeout = '1s';

grant create, usage on schema public to entrada_owner;
grant usage on schema public to entrada_app;
-- Up to PostgreSQL 14 every role may make tables there. pg_upgrade keeps that right.
revoke create on schema public from public, entrada_app;

-- Rights on future tables of the owner. Only the owner may set them, and the creator of a role is not yet its member.
do $$
begin
  if not has_schema_privilege('entrada_owner', 'public', 'create') or not has_schema_privilege('entrada_app', 'public', 'usage') then
    raise exception '% may not grant on schema public: run this as the owner of the database %', current_user, current_database();
  end if;
  -- Only the grantor, a superuser or the owner of the schema can revoke a right.
  if has_schema_privilege('entrada_app', 'public', 'create') then
    raise exception 'entrada_app may still make tables in schema public: run this as the owner of that schema, %',
      (select nspowner::regrole from pg_namespace where nspname = 'public');
  end if;
  begin
    set local role entrada_owner;
  exception when insufficient_privilege then
    execute format('grant entrada_owner to %I', current_user);
    set local role entrada_owner;
  end;
  alter default privileges in schema public grant select, insert, update, delete on tables to entrada_app;
  reset role;
end $$;

-- Takes over tables of other roles, for example the superuser of an earlier installation, or the role that restored a backup.
-- Extensions keep their tables. Rights that a migration has revoked are not granted again.
do $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as name, c.relowner::regrole as owner from pg_class c
    where c.relowner <> 'entrada_owner'::regrole and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  loop
    if not pg_has_role(current_user, found.owner, 'usage') then
      execute format('grant %s to %I', found.owner, current_user);
    end if;
    execute format('alter table %s owner to entrada_owner', found.name);
    execute format('grant select, insert, update, delete on %s to entrada_app', found.name);
  end loop;
  if to_regprocedure('public.backlog()') is not null then
    alter function public.backlog() owner to entrada_owner;
    grant execute on function public.backlog() to entrada_app;
  end if;
  if to_regclass('public.audit_entries') is not null then
    set local role entrada_owner;
    revoke update on public.audit_entries from entrada_app;
    reset role;
  end if;
  if to_regclass('public.installation') is not null then
    set local role entrada_owner;
    revoke insert, update, delete on public.installation from entrada_app;
    reset role;
  end if;
  if to_regclass('public.ended_accounts') is not null then
    set local role entrada_owner;
    revoke insert, update, delete on public.ended_accounts from entrada_app;
    reset role;
  end if;
end $$;
