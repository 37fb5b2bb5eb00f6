import { HttpCode, Param, Query } from '@nestjs/common';
import { AccountApi, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IdPipe } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/page.dto';
import { readerOf } from './notification-reader';
import { NotificationsService } from './notifications.service';
import { Described } from '../contract/document/described';
import { NOTIFICATIONS_TEXTS } from './notifications.texts';

@AccountApi('notifications')
@Described(NOTIFICATIONS_TEXTS, 'account')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get('', 'leads')
  async list(@CurrentAccountCaller() caller: AccountCaller, @Query() query: PageQuery) {
    const { entries, nextCursor, unread } = await this.notifications.list(caller.account, readerOf(caller), query);
    return { data: entries, next_cursor: nextCursor, unread };
  }

  @Post('read', 'leads')
  @HttpCode(204)
  async readAll(@CurrentAccountCaller() caller: AccountCaller): Promise<void> {
    await this.notifications.readAll(caller.account.id, readerOf(caller));
  }

  @Post(':id/read', 'leads')
  @HttpCode(200)
  async read(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.notifications.read(caller.account.id, readerOf(caller), id) };
  }
}
