import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator's search of accounts: words of their names without accents and capitals, and the beginnings of their members' addresses. */
export class AccountSearch1764000000058 implements MigrationInterface {
  /** Makes the indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists accounts_words`);
    // An expression, not a column: the release before writes names too. Signs become blanks: the parser would keep a host name whole, and in some locales takes other signs for letters.
    await runner.query(
      `create index concurrently accounts_words on accounts using gin (to_tsvector('simple', lower(regexp_replace(
         regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g'),
         '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f]', ' ', 'g')))) with (fastupdate = off)`,
    );
    await runner.query(`drop index concurrently if exists members_beginning`);
    await runner.query(
      `create index concurrently members_beginning on members (email_key collate "C", account_id) where active`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index members_beginning`);
    await runner.query(`drop index accounts_words`);
  }
}
