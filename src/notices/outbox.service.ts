import { Injectable } from '@nestjs/common';
import type { OutboxMail } from '../accounts/outbox-mail.entity';
import type { MailState } from '../contract/mail';
import { Database } from '../database/database';
import { findAccountOfMail, listMails, reviveMail } from './outbox.queries';
import { missing } from '../common/api-error';

/** Mails of all accounts for the operator; `OutboxJob` sends them. */
@Injectable()
export class OutboxService {
  constructor(private readonly database: Database) {}

  /** Mails in a state, newest first, after this id. */
  list(state: MailState, count: number, before: string): Promise<OutboxMail[]> {
    return this.database.read(listMails(state, before, count));
  }

  /** Retries a mail that was given up. Throws `not_found` for an unknown or sent mail. */
  async retry(id: string): Promise<OutboxMail> {
    const found = await this.database.read(findAccountOfMail(id));
    const mail = found && (await this.database.write(reviveMail(found.accountId, id, new Date())));
    if (!mail) throw missing('mail');
    return mail;
  }
}
