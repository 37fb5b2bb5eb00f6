import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The id of this installation. Its single row is made here, at random. Copies of the database have the same id. It belongs to no
 * account, so it has no account_id and no row level security. A distributed database keeps it on the coordinator.
 */
export class Installation1764000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table installation (
        is_only boolean primary key default true check (is_only),
        id      uuid not null
      )`);
    await runner.query(`insert into installation (id) values (gen_random_uuid())`);

    // The service only reads it.
    const grantees = (await runner.query(`
      select distinct quote_ident(pg_get_userbyid(a.grantee)) as name
      from pg_class c cross join aclexplode(c.relacl) a
      where c.oid = 'installation'::regclass and a.privilege_type <> 'SELECT' and a.grantee not in (0, c.relowner)`)) as {
      name: string;
    }[];
    for (const { name } of grantees) await runner.query(`revoke insert, update, delete on installation from ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table installation`);
  }
}
