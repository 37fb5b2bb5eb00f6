import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The digests of a lead's long utm texts, by which figures group. Null for leads of earlier releases, and where no text is long. */
export class UtmDigests1764000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A missing digest or text is allowed: release 1.2.0 fills gaps and erases without a look at the digests.
    await runner.query(`
      alter table leads
        add column utm_digests text[],
        add constraint leads_utm_digests check (utm_digests is null or (
          utm_digests[1] = md5(utm_source) and utm_digests[2] = md5(utm_medium) and utm_digests[3] = md5(utm_campaign))) not valid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table leads drop column utm_digests`);
  }
}
