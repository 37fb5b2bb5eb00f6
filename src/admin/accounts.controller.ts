import { JsonBody } from '../common/input/route-input';
import { Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { type GivenLink, type GivenSession, GIVEN_LINK, GIVEN_SESSION } from '../contract/session';
import { accountView, listAccounts } from '../accounts/account.queries';
import type { Account } from '../accounts/account.entity';
import { AccountsService } from '../accounts/accounts.service';
import type { Actor } from '../accounts/actor';
import { OwnerChangeService } from '../auth/sessions/owner-change.service';
import { SignInLinksService } from '../auth/sessions/sign-in-links.service';
import { linkUrl } from '../auth/sessions/account-token';
import { IdPipe } from '../common/input/id.pipe';
import { loadPage } from '../common/input/paging';
import { Config } from '../config/config';
import { Database } from '../database/database';
import { newPipeline } from '../pipelines/pipeline.dto';
import {
  AccountsQuery,
  ChangeAccountDto,
  CloseAccountDto,
  LinkReceiverDto,
  OpenAccountDto,
  OwnerDto,
} from './accounts.dto';
import { OperatorApi } from '../auth/access/account-api';
import { CurrentOperator } from '../auth/access/account-caller';
import { operatorSecret } from '../notices/outbox.controller';
import { ACCOUNT, ACCOUNT_CLOSING, type AccountClosing, type AccountView } from '../contract/account';
import { ACCOUNT_EXAMPLE, NOW } from '../contract/document/examples';
import { one, page, type Answer, ApiOperation, ApiTag } from '../contract/document/route-text';
import { LINK_MINUTES, RESTORABLE_DAYS } from '../contract/limits';
import { PIPELINE_LIMITS, PIPELINE_RULE } from '../pipelines/account-pipelines.controller';
import { AccountManagementService } from './account-management.service';

const OPENING = {
  name: ACCOUNT_EXAMPLE.name,
  owner: ACCOUNT_EXAMPLE.owner,
  plan: ACCOUNT_EXAMPLE.plan,
  licence_active: true,
  comercial_enabled: true,
};

const CONSOLE_URL = 'https://entrada.example.com/console#link=token-do-link';

@OperatorApi('accounts')
@ApiTag('Operator: accounts')
export class AccountsController {
  constructor(
    private readonly management: AccountManagementService,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly links: SignInLinksService,
    private readonly ownerChange: OwnerChangeService,
    private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation('Open an account', {
    description: `Without \`pipelines\` it gets a default pipeline. When none of several is marked as the default, the first one is. ${PIPELINE_LIMITS}`,
    rules: [
      { fields: ['pipelines.*.is_default'], rule: 'At most one pipeline is the default.' },
      { fields: ['pipelines.*.stages'], rule: 'The default pipeline has an entry stage.' },
      { fields: ['pipelines.*.stages.*.is_entry', 'pipelines.*.stages.*.is_lost'], rule: PIPELINE_RULE },
    ],
    body: OPENING,
    answers: [one(201, 'The account.', ACCOUNT, ACCOUNT_EXAMPLE)],
    errors: ['conflict'],
  })
  async open(@CurrentOperator() operator: Actor, @JsonBody() body: OpenAccountDto) {
    const input = {
      name: body.name,
      owner: body.owner,
      plan: { api: body.plan.api, autoOrigin: body.plan.auto_origin },
      licenceActive: body.licence_active,
      comercialEnabled: body.comercial_enabled,
    };
    return { data: this.view(await this.management.open(input, operator, body.pipelines?.map(newPipeline))) };
  }

  @Get()
  @ApiOperation('List accounts, newest first', {
    description:
      '`q` finds words of the name from their beginning, without accents and capitals; the beginning of the e-mail address of an active member; or a whole id.',
    answers: [page(ACCOUNT, ACCOUNT_EXAMPLE)],
  })
  async list(@Query() query: AccountsQuery) {
    const { q } = query;
    const { rows, nextCursor } = await loadPage(query, {
      secret: operatorSecret(this.config),
      scope: q === undefined ? 'accounts' : `accounts ${q}`,
      load: (count, [createdAt, id] = []) => this.database.read(listAccounts(q, count, createdAt, id)),
      positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
    });
    return { data: rows.map((account) => this.view(account)), next_cursor: nextCursor };
  }

  @Get(':id')
  @ApiOperation('Read an account', {
    answers: [one(200, 'The account.', ACCOUNT, ACCOUNT_EXAMPLE)],
    errors: ['not_found'],
  })
  async get(@Param('id', IdPipe) id: string) {
    return { data: this.view(await this.accounts.get(id)) };
  }

  @Patch(':id')
  @ApiOperation('Change name, plan, licence, modules or limits of an account', {
    description:
      'The change takes effect immediately. A limit replaces the installation’s, for all keys and webhooks of the account; null gives it back. Writes are calls too. Calls are also counted by their address, whose limit stays.',
    body: { plan: { auto_origin: false } },
    answers: [one(200, 'The account.', ACCOUNT, { ...ACCOUNT_EXAMPLE, plan: { api: true, auto_origin: false } })],
    errors: ['not_found'],
  })
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
      submissionsPerDay: body.limits?.submissions_per_day,
      callsPerMinute: body.limits?.calls_per_minute,
      writesPerMinute: body.limits?.writes_per_minute,
    };
    return { data: this.view(await this.management.change(id, changes, operator)) };
  }

  @Post(':id/close')
  @HttpCode(202)
  @ApiOperation('Close an account', {
    description: `\`name\` is the account’s, to confirm. Keys and sessions get 401 from now on, webhooks 503, forms 410, and jobs leave the account alone; nothing is revoked or deleted. It can be restored for ${RESTORABLE_DAYS} days; then \`npm run close-account\` deletes its data. Again: the same answer.`,
    rules: [{ fields: ['name'], rule: 'The name of the account.' }],
    body: { name: ACCOUNT_EXAMPLE.name },
    answers: [one(202, 'From when the data may be deleted.', ACCOUNT_CLOSING, { closes_at: NOW })],
    errors: ['not_found'],
  })
  async close(
    @CurrentOperator() operator: Actor,
    @Param('id', IdPipe) id: string,
    @JsonBody() { name }: CloseAccountDto,
  ): Promise<Answer<AccountClosing>> {
    return { data: { closes_at: (await this.management.close(id, name, operator)).toISOString() } };
  }

  @Post(':id/restore')
  @HttpCode(200)
  @ApiOperation('Restore a closed account', {
    description:
      'All works again as it was. An account that is not closed stays as it is; one whose data is being deleted is 404.',
    answers: [one(200, 'The account.', ACCOUNT, ACCOUNT_EXAMPLE)],
    errors: ['not_found'],
  })
  async restore(@CurrentOperator() operator: Actor, @Param('id', IdPipe) id: string) {
    return { data: this.view(await this.management.restore(id, operator)) };
  }

  @Post(':id/owner-sessions')
  @HttpCode(201)
  @ApiOperation('Begin a session for the owner', {
    answers: [
      one(201, 'The session, and an address that opens the console.', GIVEN_SESSION, {
        token: 'token-da-sessao',
        expires_at: NOW,
        console_url: CONSOLE_URL,
      }),
    ],
    errors: ['not_found', 'conflict'],
  })
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
  @ApiOperation('Make a sign-in link of a member, to hand over', {
    description: `For services that send no mail. The link works once, for ${LINK_MINUTES} minutes. An address of no active member is 404 \`not_found\`.`,
    body: { email: 'bia@example.com' },
    answers: [
      one(201, 'An address that opens the console.', GIVEN_LINK, { console_url: CONSOLE_URL, expires_at: NOW }),
    ],
    errors: ['not_found', 'conflict'],
  })
  async giveLink(
    @CurrentOperator() operator: Actor,
    @Param('id', IdPipe) id: string,
    @JsonBody() { email }: LinkReceiverDto,
  ): Promise<Answer<GivenLink>> {
    const { token, expiresAt } = await this.links.give(id, operator, email);
    return { data: { console_url: linkUrl(this.config, token), expires_at: expiresAt.toISOString() } };
  }

  @Put(':id/owner')
  @ApiOperation('Give an account another owner', {
    description:
      'Every key is revoked and every session ended. The former owner’s membership ends, and their leads become nobody’s. A member who becomes the owner keeps the id. With the same e-mail only the name changes.',
    body: { name: 'Bruna Lima', email: 'bruna@example.com' },
    answers: [
      one(200, 'The account.', ACCOUNT, {
        ...ACCOUNT_EXAMPLE,
        owner: { name: 'Bruna Lima', email: 'bruna@example.com' },
      }),
    ],
    errors: ['not_found'],
  })
  async changeOwner(
    @CurrentOperator() operator: Actor,
    @Param('id', IdPipe) id: string,
    @JsonBody() { name, email }: OwnerDto,
  ) {
    return { data: this.view(await this.ownerChange.change(id, name, email, operator)) };
  }

  private view(account: Account): AccountView {
    return accountView(account, this.config.limits);
  }
}
