/** SQL: each table with its keys, checks and policies, to compare two databases of one release. */
export const DATABASE_SHAPE = `select c.relname::text as name, c.relrowsecurity as guarded,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid order by 1) as constraints,
    array(select p.policyname || ' ' || coalesce(p.qual, '') || ' ' || coalesce(p.with_check, '') from pg_policies p
          where p.tablename = c.relname order by 1) as policies
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;
