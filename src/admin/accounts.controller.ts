import { Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import type { Answer } from '../contract/document/answers';
import type { GivenLink, GivenSession } from '../contract/session';
import { listAccounts } from '../accounts/account.queries';
import { accountView } from '../accounts/account.view';
import { AccountsService } from '../accounts/accounts.service';
import type { Actor } from '../audit/audit-entry';
import { OwnerChangeService } from '../auth/sessions/owner-change.service';
import { SignInLinksService } from '../auth/sessions/sign-in-links.service';
import { linkUrl } from '../auth/sessions/sign-in-token';
import { IdPipe } from '../common/input/id.pipe';
import { PageQuery } from '../common/input/page.dto';
import { loadPage } from '../common/input/paging';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { newPipeline } from '../pipelines/pipeline.dto';
import { AccountChangeService } from '../accounts/routes/account-change.service';
import { AccountOpeningService } from './account-opening.service';
import { ChangeAccountDto, LinkReceiverDto, OpenAccountDto, OwnerDto } from './accounts.dto';
import { OperatorApi } from '../auth/access/account-api';
import { CurrentOperator } from '../auth/access/account-caller';
import { operatorSecret } from '../notices/outbox.controller';
import { Described } from '../contract/document/described';
import { ACCOUNTS_TEXTS } from './accounts.texts';
import { JsonBody } from '../common/input/json-body';

@OperatorApi('accounts')
@Described(ACCOUNTS_TEXTS)
export class AccountsController {
  constructor(
    private readonly opening: AccountOpeningService,
    private readonly changing: AccountChangeService,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly links: SignInLinksService,
    private readonly ownerChange: OwnerChangeService,
    private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(201)
  async open(@CurrentOperator() operator: Actor, @JsonBody() body: OpenAccountDto) {
    const input = {
      name: body.name,
      owner: body.owner,
      plan: { api: body.plan.api, autoOrigin: body.plan.auto_origin },
      licenceActive: body.licence_active,
      comercialEnabled: body.comercial_enabled,
    };
    return { data: accountView(await this.opening.open(input, operator, body.pipelines?.map(newPipeline))) };
  }

  @Get()
  async list(@Query() query: PageQuery) {
    const { rows, nextCursor } = await loadPage(query, {
      secret: operatorSecret(this.config),
      scope: 'accounts',
      load: (count, [createdAt, id] = []) => this.database.read(listAccounts(count, createdAt, id)),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
    });
    return { data: rows.map(accountView), next_cursor: nextCursor };
  }

  @Get(':id')
  async get(@Param('id', IdPipe) id: string) {
    return { data: accountView(await this.accounts.get(id)) };
  }

  @Patch(':id')
  async change(
    @CurrentOperator() operator: Actor,
    @Param('id', IdPipe) id: string,
    @JsonBody() body: ChangeAccountDto,
  ) {
    const changes = {
      name: body.name,
      planApi: body.plan?.api,
      planAutoOrigin: body.plan?.auto_origin,
      licenceActive: body.licence_active,
      comercialEnabled: body.comercial_enabled,
    };
    return { data: accountView(await this.changing.change(id, changes, operator)) };
  }

  @Post(':id/owner-sessions')
  @HttpCode(201)
  async beginOwnerSession(
    @CurrentOperator() operator: Actor,
    @Param('id', IdPipe) id: string,
  ): Promise<Answer<GivenSession>> {
    const { session, link } = await this.links.giveWithSession(id, operator);
    const consoleUrl = linkUrl(this.config, link.token);
    return { data: { token: session.token, expires_at: session.expiresAt.toISOString(), console_url: consoleUrl } };
  }

  @Post(':id/sign-in-links')
  @HttpCode(201)
  async giveLink(
    @CurrentOperator() operator: Actor,
    @Param('id', IdPipe) id: string,
    @JsonBody() { email }: LinkReceiverDto,
  ): Promise<Answer<GivenLink>> {
    const { token, expiresAt } = await this.links.give(id, operator, email);
    return { data: { console_url: linkUrl(this.config, token), expires_at: expiresAt.toISOString() } };
  }

  @Put(':id/owner')
  async changeOwner(
    @CurrentOperator() operator: Actor,
    @Param('id', IdPipe) id: string,
    @JsonBody() { name, email }: OwnerDto,
  ) {
    return { data: accountView(await this.ownerChange.change(id, name, email, operator)) };
  }
}
