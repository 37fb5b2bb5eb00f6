import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, LessThan, Not } from 'typeorm';
import { OutboxMail } from '../accounts/outbox-mail.entity';
import { missing } from '../common/missing';
import type { MailState } from '../contract/mail';
import { Database } from '../database/database';

const STATES: Readonly<Record<MailState, FindOptionsWhere<OutboxMail>>> = {
  dead: { deadAt: Not(IsNull()) },
  pending: { deadAt: IsNull(), sentAt: IsNull() },
  sent: { sentAt: Not(IsNull()) },
};

/** Mails of all accounts for the operator; `OutboxJob` sends them. */
@Injectable()
export class OutboxService {
  constructor(private readonly database: Database) {}

  /** Mails in a state, newest first, after this id. */
  list(state: MailState, count: number, before?: string): Promise<OutboxMail[]> {
    const where = { ...STATES[state], ...(before !== undefined && { id: LessThan(before) }) };
    return this.database.entities.find(OutboxMail, { where, order: { id: 'DESC' }, take: count });
  }

  /** Retries a mail that was given up. Throws `not_found` for an unknown or sent mail. */
  async retry(id: string): Promise<OutboxMail> {
    const { entities } = this.database;
    const mail = await entities.findOneBy(OutboxMail, { id });
    if (!mail) throw missing('mail');
    const { accountId } = mail;
    const revived = { deadAt: null, attempts: 0, nextAttemptAt: new Date() };
    const { affected } = await entities.update(OutboxMail, { accountId, id, sentAt: IsNull() }, revived);
    if (!affected) throw missing('mail');
    return { ...mail, ...revived };
  }
}
