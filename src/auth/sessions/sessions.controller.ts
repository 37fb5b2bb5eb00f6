import { HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type NewSession, SESSION, type SessionView } from '../../contract/session';
import { type OwnAccount, OWN_ACCOUNT } from '../../contract/account';
import { sessionView } from './sessions.queries';
import { SessionsService } from './sessions.service';
import type { Account } from '../../accounts/account.entity';
import { mapNames } from '../../accounts/members/members.queries';
import { Database } from '../../database/database';
import { IdPipe } from '../../common/input/id.pipe';
import { Config } from '../../config/config';
import { AccountApi, Delete, Get, Post } from '../access/account-api';
import {
  type AccountCaller,
  type AccountRequest,
  CurrentAccountCaller,
  memberUnderOwner,
} from '../access/account-caller';
import { clearSessionCookie, credentialOf, setSessionCookie } from '../access/session-cookie';
import { IDS, NOW } from '../../contract/document/examples';
import { NOTHING, page, type Answer, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { begun, EXPIRES } from './sign-in.controller';
import { missing } from '../../common/api-error';
import { PageQuery } from '../../common/input/paging';

const SESSION_EXAMPLE: SessionView = {
  id: IDS.session,
  member: { id: IDS.member, name: 'Ana Souza' },
  device: 'Chrome no Windows',
  remembered: false,
  created_at: NOW,
  last_used_at: NOW,
  expires_at: EXPIRES,
  current: true,
};

@AccountApi('')
@ApiTag('Owner: sign-in')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  @Get('sessions', 'account')
  @ApiOperation('List the sessions of the account', {
    description:
      'The active ones, newest first: of all members for the owner, one’s own for others. For the operator no session is current.',
    answers: [page(SESSION, SESSION_EXAMPLE)],
  })
  async list(@CurrentAccountCaller() caller: AccountCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.sessions.list(sessionCaller(caller), query);
    const names = await this.database.read(mapNames(caller.account.id));
    return { data: rows.map((session) => sessionView(session, caller.sessionId, names)), next_cursor: nextCursor };
  }

  @Delete('sessions/current', 'account')
  @HttpCode(204)
  @ApiOperation('End the session', {
    description: 'The operator has none: 404 `not_found`.',
    answers: [NOTHING],
  })
  async endCurrent(@CurrentAccountCaller() caller: AccountCaller, @Res({ passthrough: true }) response: Response) {
    if (!caller.sessionId) throw missing('session');
    await this.sessions.end(sessionCaller(caller), caller.sessionId);
    clearSessionCookie(response, this.config);
  }

  @Delete('sessions/:id', 'account')
  @HttpCode(204)
  @ApiOperation('End a session of the account', {
    description: 'The owner ends anybody’s, others their own.',
    answers: [NOTHING],
  })
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
  @ApiOperation('End all other sessions of the account', {
    description: 'All that the caller may end, but the caller’s own; for the operator, all.',
    answers: [NOTHING],
  })
  endOthers(@CurrentAccountCaller() caller: AccountCaller) {
    return this.sessions.endOthers(sessionCaller(caller));
  }

  @Get('my-accounts', 'account')
  @ApiOperation('List the accounts of the member', {
    description:
      'All accounts in which the session’s e-mail address is an active member, by name; `current` is the one of this call.',
    answers: [page(OWN_ACCOUNT, { id: IDS.account, name: 'Clínica Sorriso', current: true })],
  })
  async listAccounts(
    @CurrentAccountCaller() { account, member }: AccountCaller,
    @Query() query: PageQuery,
  ): Promise<Answer<readonly OwnAccount[]>> {
    const { rows, nextCursor } = await this.sessions.accountsOf(account, addressOf(account, member), query);
    return { data: rows.map(({ id, name }) => ({ id, name, current: id === account.id })), next_cursor: nextCursor };
  }

  @Post('my-accounts/:id/switch', 'account')
  @HttpCode(201)
  @ApiOperation('Go on in another account of the member', {
    description:
      'The session ends, and a session of the other account replaces it, with the same expiry. An account in which the address is no active member is 404 `not_found`. For the operator a session of the usual length begins.',
    answers: [begun('The session of the other account, also as a cookie.')],
  })
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
