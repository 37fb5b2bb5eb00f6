import { createHash } from 'node:crypto';
import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { MAIL_STATES, type MailState, type OutboxMailView } from '../contract/mail';
import { maskedAddress } from './masked-address';
import { OutboxService } from './outbox.service';
import type { OutboxMail } from '../accounts/outbox-mail.entity';
import { IsOneOf, Optional } from '../common/input/fields';
import { IdPipe } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/page.dto';
import { LAST_ID, loadPage } from '../common/input/paging';
import { Config } from '../config/config';
import { OperatorApi } from '../auth/access/account-api';
import { Described } from '../contract/document/described';
import { OUTBOX_TEXTS } from './outbox.texts';

class OutboxQuery extends PageQuery {
  @Optional() @IsOneOf(MAIL_STATES) state?: MailState;
}

@OperatorApi('outbox')
@Described(OUTBOX_TEXTS)
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
      load: (count, [before = LAST_ID] = []) => this.outbox.list(state, count, before),
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
