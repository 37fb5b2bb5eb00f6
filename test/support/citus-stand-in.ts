/**
 * Replaces the Citus functions that `distribute` calls, because no package here contains Citus. Records placements and refuses
 * what Citus 13 refuses, but distributes nothing; that needs a real cluster (docs/scaling.md).
 */
export const CITUS_STAND_IN = `
  set allow_system_table_mods = on;
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  values (99999, 'citus', 10, 'public'::regnamespace, false, '0');
  create table pg_catalog.pg_dist_partition (
    logicalrelid regclass primary key, partmethod "char", colocationid integer, repmodel "char" default 's');
  create table pg_catalog.pg_dist_shard (logicalrelid regclass, shardid serial);
  create function pg_catalog.dist_partition_cache_invalidate() returns trigger language plpgsql as 'begin return new; end';
  create trigger dist_partition_cache_invalidate after insert or update or delete on pg_catalog.pg_dist_partition
    for each row execute function pg_catalog.dist_partition_cache_invalidate();
  create schema stand_in;
  create table stand_in.settings (workers integer, broken_table text);
  insert into stand_in.settings values (2, null);
  create function stand_in.citus_is_coordinator() returns boolean language sql as 'select true';
  create function stand_in.citus_get_active_worker_nodes() returns setof integer language sql as
    'select generate_series(1, workers) from stand_in.settings';

  create function stand_in.run_command_on_workers(command text) returns table (success boolean, result text) language plpgsql as $$
  begin
    execute command into result;
    success := true;
    return next;
  end $$;

  create function stand_in.current_setting(name text) returns text language sql as
    $$select case name when 'max_prepared_transactions' then '100' else pg_catalog.current_setting(name) end$$;

  create function stand_in.citus_add_local_table_to_metadata(name regclass, cascade_via_foreign_keys boolean)
  returns void language plpgsql as $$
  declare other text;
  begin
    for other in select name union select k.conrelid from pg_constraint k
                 where cascade_via_foreign_keys and k.confrelid = name and k.contype = 'f' loop
      if not cascade_via_foreign_keys
         or exists (select from pg_constraint k where k.contype = 'f' and other::regclass in (k.conrelid, k.confrelid)) then
        insert into pg_dist_partition values (other::regclass, 'n', 0);
      end if;
    end loop;
  end $$;

  create function stand_in.create_distributed_table(name regclass, distribution_column text, colocate_with text)
  returns void language plpgsql as $$
  declare parent text;
  begin
    select k.confrelid::regclass into parent from pg_constraint k
    where k.conrelid = name and k.contype = 'f' and k.confrelid <> name
      and k.confrelid not in (select logicalrelid from pg_dist_partition where partmethod = 'h') limit 1;
    if parent is not null then
      raise 'referenced table "%" must be a distributed table or a reference table', parent;
    end if;
    if distribution_column <> 'account_id' then raise 'not by account'; end if;
    if exists (select 1 from pg_policies p where p.tablename = name::text and concat(p.qual, p.with_check) ~* 'select') then
      raise 'cannot create policy: unsupported sub-select in the policy of %', name;
    end if;
    insert into pg_dist_partition values (name, 'h',
      case colocate_with when 'none' then (select 2 + count(*) from pg_dist_partition)
        else (select colocationid from pg_dist_partition where logicalrelid = colocate_with::regclass) end);
    insert into pg_dist_shard (logicalrelid)
    select name from generate_series(1, pg_catalog.current_setting('citus.shard_count')::integer);
    if name::text = (select broken_table from stand_in.settings) then execute 'delete from ' || name; end if;
  end $$;
  set allow_system_table_mods = off;
  set search_path = public, stand_in, pg_catalog`;
