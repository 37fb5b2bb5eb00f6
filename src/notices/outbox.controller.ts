import { createHash } from 'node:crypto';
import { Get, HttpCode, Param, Post, Query, Injectable } from '@nestjs/common';
import { MAIL_STATES, type MailState, type OutboxMailView, OUTBOX_MAIL } from '../contract/mail';
import { maskedAddress } from './mail-failure';
import type { OutboxMail } from '../accounts/mails/outbox-mail.entity';
import { IsOneOf, Optional } from '../common/input/fields';
import { IdPipe } from '../common/input/id.pipe';
import { LAST_ID, loadPage, PageQuery } from '../common/input/paging';
import { Config } from '../config/config';
import { OperatorApi } from '../auth/access/account-api';
import { IDS, NOW } from '../contract/document/examples';
import { one, page, ApiOperation, ApiTag } from '../contract/document/route-text';
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

const MAIL_EXAMPLE: OutboxMailView = {
  id: IDS.mail,
  account_id: IDS.account,
  kind: 'api_key.created',
  recipient: 'a**@e******.com',
  attempts: 20,
  last_error: 'the server refuses the connection (192.0.2.25:587)',
  created_at: NOW,
  sent_at: null,
  dead_at: NOW,
};

class OutboxQuery extends PageQuery {
  @Optional() @IsOneOf(MAIL_STATES) state?: MailState;
}

@OperatorApi('outbox')
@ApiTag('Operations')
export class OutboxController {
  constructor(
    private readonly outbox: OutboxService,
    private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation('List mails by their state', {
    answers: [page(OUTBOX_MAIL, MAIL_EXAMPLE)],
  })
  async list(@Query() query: OutboxQuery) {
    const state = query.state ?? 'dead';
    const { rows, nextCursor } = await loadPage(query, {
      secret: operatorSecret(this.config),
      scope: `outbox ${state}`,
      load: (count, [before = LAST_ID] = []) => this.outbox.list(state, count, before),
      positionOf: ({ id }) => [id],
    });
    return { data: rows.map(outboxView), next_cursor: nextCursor };
  }

  @Post(':id/retry')
  @HttpCode(200)
  @ApiOperation('Retry a mail that was given up', {
    answers: [one(200, 'The mail.', OUTBOX_MAIL, { ...MAIL_EXAMPLE, attempts: 0, dead_at: null })],
    errors: ['not_found'],
  })
  async retry(@Param('id', IdPipe) id: string) {
    return { data: outboxView(await this.outbox.retry(id)) };
  }
}

/** Secret that signs cursors of lists across accounts; the same on all instances. */
export const operatorSecret = ({ operatorToken }: Config): Buffer =>
  createHash('sha256').update(`cursor:${operatorToken}`).digest();

const outboxView = (entry: OutboxMail): OutboxMailView => ({
  id: entry.id,
  account_id: entry.accountId,
  kind: entry.kind,
  recipient: maskedAddress(entry.recipient),
  attempts: entry.attempts,
  last_error: entry.lastError,
  created_at: entry.createdAt.toISOString(),
  sent_at: entry.sentAt?.toISOString() ?? null,
  dead_at: entry.deadAt?.toISOString() ?? null,
});
