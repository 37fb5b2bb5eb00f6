import { HttpCode, Param, Query } from '@nestjs/common';
import { AccountApi, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IdPipe } from '../common/input/id.pipe';
import { readerOf } from './notification-reader';
import { NotificationsService } from './notifications.service';
import { IDS, LEAD_EXAMPLE, NOW } from '../contract/document/examples';
import { answer, NOTHING, one, ApiOperation, ApiTag } from '../contract/document/route-text';
import { NOTIFICATION, NOTIFICATIONS, type NotificationView } from '../contract/notification';
import { PageQuery } from '../common/input/paging';

const NOTIFICATION_EXAMPLE: NotificationView = {
  id: IDS.notification,
  type: 'api_key.created',
  message: 'A chave de API “site” (final x9Qz) foi criada.',
  created_at: NOW,
  read_at: null,
};

const REMINDER_EXAMPLE: NotificationView = {
  id: IDS.reminder,
  type: 'automation.notice',
  message: `O lead ${IDS.lead} está há 3 dias sem movimento na etapa “Em contato”.`,
  created_at: NOW,
  read_at: NOW,
  lead: { id: IDS.lead, name: LEAD_EXAMPLE.name },
};

@AccountApi('notifications')
@ApiTag('Owner: account', 'account')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get('', 'leads')
  @ApiOperation('List the notifications, newest first', {
    description:
      'Each member sees entries of their role: `api_key.created` and `api_key.revoked` the owner; `submission.held` and `pipeline.not_configured` the owner and managers; `automation.notice` everybody, sellers for leads that they see. `read_at` is the mark of the caller; owner and operator share one. A page may have fewer entries than `limit`, or none, before the last one. While the default pipeline has no entry stage, or there is no default pipeline, the first page begins with an entry of type `pipeline.not_configured`. Its id is the pipeline’s (else the account’s), its time that of the answer.',
    answers: [
      answer(200, 'A page, and how many are unread.', NOTIFICATIONS, {
        data: [NOTIFICATION_EXAMPLE, REMINDER_EXAMPLE],
        next_cursor: null,
        unread: 1,
      }),
    ],
  })
  async list(@CurrentAccountCaller() caller: AccountCaller, @Query() query: PageQuery) {
    const { entries, nextCursor, unread } = await this.notifications.list(caller.account, readerOf(caller), query);
    return { data: entries, next_cursor: nextCursor, unread };
  }

  @Post('read', 'leads')
  @HttpCode(204)
  @ApiOperation('Mark all notifications as read', {
    description:
      'Marks what the caller sees, for the caller alone; owner and operator share their marks. A notification of type `pipeline.not_configured` stays unread until its cause is fixed.',
    answers: [NOTHING],
  })
  async readAll(@CurrentAccountCaller() caller: AccountCaller): Promise<void> {
    await this.notifications.readAll(caller.account.id, readerOf(caller));
  }

  @Post(':id/read', 'leads')
  @HttpCode(200)
  @ApiOperation('Mark a notification as read', {
    description:
      'Marks it for the caller alone; owner and operator share their marks. An entry that the caller may not see is not found. A notification of type `pipeline.not_configured` stays unread until its cause is fixed.',
    answers: [one(200, 'The notification.', NOTIFICATION, { ...NOTIFICATION_EXAMPLE, read_at: NOW })],
    errors: ['not_found'],
  })
  async read(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.notifications.read(caller.account.id, readerOf(caller), id) };
  }
}
