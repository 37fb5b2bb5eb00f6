import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the invitations mailed to an address: the team's page says what became of them, however many mails the outbox has. */
export class InvitationMails1764000000070 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists outbox_invitations`);
    await runner.query(
      `create index concurrently outbox_invitations on outbox (account_id, recipient)
       where kind = 'sign_in_link' and params ? 'role'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index outbox_invitations`);
  }
}
