import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Search words of leads: the words of the name, the phone's digits from the end, the e-mail address. */
export class LeadWords1764000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // In byte order, so that words with the same beginning are one range of the index. No foreign keys: the words are derived from
    // the lead, and are written with it.
    await runner.query(`
      create table lead_words (
        account_id uuid not null,
        lead_id    uuid not null,
        word       text collate "C" not null,
        primary key (account_id, lead_id, word)
      ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`);
    // Partial as in 0014: only a statement about words can use it.
    await runner.query(`
      create index lead_words_word on lead_words (account_id, word, lead_id) where word is not null`);
    await runner.query(`alter table lead_words enable row level security`);
    await runner.query(`
      create policy own_account on lead_words
      using (account_id = (select nullif(current_setting('app.account_id', true), '')::uuid))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table lead_words`);
  }
}
