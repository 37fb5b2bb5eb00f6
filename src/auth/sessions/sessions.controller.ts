import { Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Answer } from '../../contract/document/answers';
import type { NewSession } from '../../contract/session';
import type { OwnAccount } from '../../contract/account';
import { sessionView } from './session.view';
import { SessionsService } from './sessions.service';
import { missing } from '../../common/missing';
import { IdPipe } from '../../common/input/id.pipe';
import { PageQuery } from '../../common/input/page.dto';
import { Config } from '../../config/config';
import { AccountApi } from '../access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../access/account-caller';
import { clearSessionCookie, credentialOf, setSessionCookie } from '../access/session-cookie';
import { Described } from '../../contract/document/described';
import { SESSIONS_TEXTS } from './sessions.texts';

@AccountApi('')
@Described(SESSIONS_TEXTS)
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly config: Config,
  ) {}

  @Get('sessions')
  async list(@CurrentAccountCaller() { account, sessionId }: AccountCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.sessions.list(account, query);
    return { data: rows.map((session) => sessionView(session, sessionId)), next_cursor: nextCursor };
  }

  @Delete('sessions/current')
  @HttpCode(204)
  async endCurrent(
    @CurrentAccountCaller() { account, sessionId, actor }: AccountCaller,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!sessionId) throw missing('session');
    await this.sessions.end(account.id, sessionId, actor);
    clearSessionCookie(response, this.config);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  async end(
    @CurrentAccountCaller() { account, sessionId, actor }: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!(await this.sessions.end(account.id, id, actor))) throw missing('session');
    if (id === sessionId) clearSessionCookie(response, this.config);
  }

  @Delete('sessions')
  @HttpCode(204)
  endOthers(@CurrentAccountCaller() { account, sessionId, actor }: AccountCaller) {
    return this.sessions.endOthers(account.id, sessionId, actor);
  }

  @Get('my-accounts')
  async listAccounts(
    @CurrentAccountCaller() { account }: AccountCaller,
    @Query() query: PageQuery,
  ): Promise<Answer<readonly OwnAccount[]>> {
    const { rows, nextCursor } = await this.sessions.accountsOf(account, query);
    return { data: rows.map(({ id, name }) => ({ id, name, current: id === account.id })), next_cursor: nextCursor };
  }

  @Post('my-accounts/:id/switch')
  @HttpCode(201)
  async switch(
    @Req() request: AccountRequest,
    @Param('id', IdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<NewSession>> {
    const { account, isOperator, actor } = request.accountCaller;
    const own = isOperator ? undefined : (credentialOf(request, this.config)?.token ?? '');
    const { token, expiresAt } = await this.sessions.switch(account, own, id, actor);
    setSessionCookie(response, this.config, token, expiresAt);
    return { data: { token, expires_at: expiresAt.toISOString() } };
  }
}
