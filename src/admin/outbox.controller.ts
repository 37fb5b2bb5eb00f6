import { createHash } from 'node:crypto';
import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { MAIL_STATES, type MailState, type OutboxMailView } from '../contract/mail';
import { maskedAddress } from '../notices/masked-address';
import { OutboxService } from '../notices/outbox.service';
import type { OutboxMail } from '../accounts/outbox-mail.entity';
import { IsOneOf, Optional } from '../common/fields';
import { IdPipe } from '../common/id.pipe';
import { PageQuery } from '../common/page.dto';
import { loadPage } from '../common/paging';
import { Config } from '../config';
import { OperatorApi } from './admin-api';

class OutboxQuery extends PageQuery {
  @Optional() @IsOneOf(MAIL_STATES) state?: MailState;
}

/** The operator's list of mails, and another try for those given up. */
@OperatorApi('outbox')
export class OutboxController {
  constructor(
    private readonly outbox: OutboxService,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Query() query: OutboxQuery) {
    const state = query.state ?? 'dead';
    const { rows, nextCursor } = await loadPage(query, {
      secret: operatorSecret(this.config),
      scope: `outbox ${state}`,
      load: (count, [before] = []) => this.outbox.list(state, count, before),
      positionOf: ({ id }) => [id],
    });
    return { data: rows.map(outboxView), next_cursor: nextCursor };
  }

  @Post(':id/retry')
  @HttpCode(200)
  async retry(@Param('id', IdPipe) id: string) {
    return { data: outboxView(await this.outbox.retry(id)) };
  }
}

/** The secret that signs cursors of lists of all accounts; the same on all instances. */
export const operatorSecret = ({ operatorToken }: Config): Buffer =>
  createHash('sha256').update(`cursor:${operatorToken}`).digest();

/** A mail as the operator sees it. */
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
