import { HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Answer } from '../../contract/document/answers';
import type { NewSession } from '../../contract/session';
import type { OwnAccount } from '../../contract/account';
import { sessionView } from './session.view';
import { SessionsService } from './sessions.service';
import type { Account } from '../../accounts/account.entity';
import { mapNames } from '../../accounts/members/members.queries';
import { Database } from '../../database/database';
import { missing } from '../../common/missing';
import { IdPipe } from '../../common/input/id.pipe';
import { PageQuery } from '../../common/input/page.dto';
import { Config } from '../../config/config';
import { AccountApi, Delete, Get, Post } from '../access/account-api';
import {
  type AccountCaller,
  type AccountRequest,
  CurrentAccountCaller,
  memberUnderOwner,
} from '../access/account-caller';
import { clearSessionCookie, credentialOf, setSessionCookie } from '../access/session-cookie';
import { Described } from '../../contract/document/described';
import { SESSIONS_TEXTS } from './sessions.texts';

@AccountApi('')
@Described(SESSIONS_TEXTS)
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  @Get('sessions', 'account')
  async list(@CurrentAccountCaller() caller: AccountCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.sessions.list(sessionCaller(caller), query);
    const names = await this.database.read(mapNames(caller.account.id));
    return { data: rows.map((session) => sessionView(session, caller.sessionId, names)), next_cursor: nextCursor };
  }

  @Delete('sessions/current', 'account')
  @HttpCode(204)
  async endCurrent(@CurrentAccountCaller() caller: AccountCaller, @Res({ passthrough: true }) response: Response) {
    if (!caller.sessionId) throw missing('session');
    await this.sessions.end(sessionCaller(caller), caller.sessionId);
    clearSessionCookie(response, this.config);
  }

  @Delete('sessions/:id', 'account')
  @HttpCode(204)
  async end(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!(await this.sessions.end(sessionCaller(caller), id))) throw missing('session');
    if (id === caller.sessionId) clearSessionCookie(response, this.config);
  }

  @Delete('sessions', 'account')
  @HttpCode(204)
  endOthers(@CurrentAccountCaller() caller: AccountCaller) {
    return this.sessions.endOthers(sessionCaller(caller));
  }

  @Get('my-accounts', 'account')
  async listAccounts(
    @CurrentAccountCaller() { account, member }: AccountCaller,
    @Query() query: PageQuery,
  ): Promise<Answer<readonly OwnAccount[]>> {
    const { rows, nextCursor } = await this.sessions.accountsOf(account, addressOf(account, member), query);
    return { data: rows.map(({ id, name }) => ({ id, name, current: id === account.id })), next_cursor: nextCursor };
  }

  @Post('my-accounts/:id/switch', 'account')
  @HttpCode(201)
  async switch(
    @Req() request: AccountRequest,
    @Param('id', IdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<NewSession>> {
    const { account: from, member, isOperator, actor } = request.accountCaller;
    const token = isOperator ? undefined : (credentialOf(request, this.config)?.token ?? '');
    const left = { from, emailKey: addressOf(from, member), token };
    const { token: begun, expiresAt } = await this.sessions.switch(left, id, actor);
    setSessionCookie(response, this.config, begun, expiresAt);
    return { data: { token: begun, expires_at: expiresAt.toISOString() } };
  }
}

/** The operator acts for the owner. */
const addressOf = ({ ownerEmailKey }: Account, member: AccountCaller['member']): string =>
  member?.emailKey ?? ownerEmailKey;

const sessionCaller = ({ account, actor, sessionId, member }: AccountCaller) => ({
  account,
  actor,
  sessionId,
  onlyOf: memberUnderOwner(member),
});
