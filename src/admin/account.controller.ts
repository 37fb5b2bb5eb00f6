import { Body, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { accountWithSettings } from '../accounts/account.view';
import { readSiteDomain } from '../accounts/site-domain';
import { Leaving } from '../common/caller-left';
import { IdPipe } from '../common/id.pipe';
import { PageQuery } from '../common/page.dto';
import { MetricsQuery } from '../metrics/metrics.dto';
import { MetricsService } from '../metrics/metrics.service';
import { AccountChangeService } from './account-change.service';
import { AccountSettingsDto } from './account-settings.dto';
import { OwnerApi } from './admin-api';
import { type AdminCaller, CurrentAdmin } from './admin-caller';
import { Heavy } from './heavy';
import { NotificationsService } from './notifications.service';

/** The owner's account: its data and settings, its notifications, its numbers. */
@OwnerApi('')
export class AccountController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly metrics: MetricsService,
    private readonly changing: AccountChangeService,
  ) {}

  @Get('account')
  get(@CurrentAdmin() { account }: AdminCaller) {
    return { data: accountWithSettings(account) };
  }

  @Patch('account')
  async change(@CurrentAdmin() { account, actor }: AdminCaller, @Body() { site_domains }: AccountSettingsDto) {
    const siteDomains = site_domains && [...new Set(site_domains.map((domain) => readSiteDomain(domain) ?? ''))];
    return { data: accountWithSettings(await this.changing.change(account.id, { siteDomains }, actor)) };
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
