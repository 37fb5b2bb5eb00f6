import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { accountView } from '../accounts/account.view';
import { Leaving } from '../common/caller-left';
import { IdPipe } from '../common/id.pipe';
import { PageQuery } from '../common/page.dto';
import { MetricsQuery } from '../metrics/metrics.dto';
import { MetricsService } from '../metrics/metrics.service';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { Heavy } from './heavy';
import { NotificationsService } from './notifications.service';

/** The owner's account: its data, its notifications, its numbers. */
@OwnerApi('')
export class AccountController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly metrics: MetricsService,
  ) {}

  @Get('account')
  get(@CurrentAdmin() { account }: AdminCaller) {
    return { data: accountView(account) };
  }

  @Get('metrics')
  async measure(@CurrentAdmin() { account }: AdminCaller, @Query() query: MetricsQuery) {
    return { data: await this.metrics.measure(account, query) };
  }

  @Get('metrics/breakdown')
  @Heavy()
  async breakDown(
    @CurrentAdmin() { account }: AdminCaller,
    @Query() query: MetricsQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    return { data: await this.metrics.breakDown(account, query, leaving) };
  }

  @Get('notifications')
  async list(@CurrentAdmin() { account }: AdminCaller, @Query() query: PageQuery) {
    const { entries, nextCursor, unread } = await this.notifications.list(account, query);
    return { data: entries, next_cursor: nextCursor, unread };
  }

  @Post('notifications/read')
  @HttpCode(204)
  async readAll(@CurrentAdmin() { account }: AdminCaller): Promise<void> {
    await this.notifications.readAll(account.id);
  }

  @Post('notifications/:id/read')
  @HttpCode(200)
  async read(@CurrentAdmin() { account }: AdminCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.notifications.read(account.id, id) };
  }
}
