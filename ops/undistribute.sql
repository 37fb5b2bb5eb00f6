-- Turns the database of a Citus coordinator into a single database again (docs/scaling.md, "The way back"). Run it as entrada_owner,
-- with the service stopped, a backup, and room for all data on the coordinator. A failure changes nothing. Without Citus, in a
-- database restored from a coordinator's dump, it restores what the distribution removed.

begin;
set local client_min_messages = warning;

-- Each call includes the tables that foreign keys connect.
do $$
declare
  name regclass;
begin
  while to_regclass('pg_dist_partition') is not null loop
    select logicalrelid into name from pg_dist_partition limit 1;
    exit when name is null;
    perform undistribute_table(name, cascade_via_foreign_keys => true);
  end loop;
end $$;

-- Restores what `npm run distribute` removed: the foreign keys to accounts and members, and row level security.
do $$
declare
  name text;
begin
  foreach name in array array['activities', 'audit_entries', 'bulk_jobs', 'closings', 'conversations', 'daily_submissions', 'hand_overs', 'held_submissions', 'imports',
                              'lead_assignments', 'member_names', 'notification_reads', 'notifications', 'outbox', 'pipelines',
                              'rota_members', 'rotas', 'sources', 'tags'] loop
    if not exists (select from pg_constraint
                   where contype = 'f' and conrelid = name::regclass and confrelid = 'accounts'::regclass) then
      execute format('alter table %I add foreign key (account_id) references accounts (id)', name);
    end if;
  end loop;
  if not exists (select from pg_constraint
                 where contype = 'f' and conrelid = 'saved_views'::regclass and confrelid = 'members'::regclass) then
    alter table saved_views add foreign key (account_id, member_id) references members (account_id, id);
  end if;
  for name in select distinct tablename from pg_policies where schemaname = 'public' loop
    execute format('alter table %I enable row level security', name);
  end loop;
  for name in select tablename from pg_policies where schemaname = 'public' and policyname = 'own_account' loop
    execute format($policy$alter policy own_account on %I using (account_id = (select nullif(current_setting('app.account_id', true), '')::uuid))$policy$, name);
  end loop;
end $$;

alter policy own_account_read on audit_entries using (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
alter policy own_account_add on audit_entries with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid);
alter policy own_account_expire on audit_entries
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid and at < now() - interval '6 months');

commit;
