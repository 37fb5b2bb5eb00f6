import { Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Answer } from '../contract/envelope';
import type { NewSession } from '../contract/session';
import type { OwnAccount } from '../contract/account';
import { sessionView } from '../auth/session.view';
import { SessionsService } from '../auth/sessions.service';
import { missing } from '../common/missing';
import { IdPipe } from '../common/id.pipe';
import { PageQuery } from '../common/page.dto';
import { Config } from '../config';
import { OwnerApi } from './admin-api';
import { type AdminCaller, type AdminRequest, CurrentAdmin } from './admin-caller';
import { clearSessionCookie, credentialOf, setSessionCookie } from './session-cookie';

/** The sessions of the owner's account, and switching to another account of the same owner. */
@OwnerApi('')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly config: Config,
  ) {}

  @Get('sessions')
  async list(@CurrentAdmin() { account, sessionId }: AdminCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.sessions.list(account, query);
    return { data: rows.map((session) => sessionView(session, sessionId)), next_cursor: nextCursor };
  }

  @Delete('sessions/current')
  @HttpCode(204)
  async endCurrent(
    @CurrentAdmin() { account, sessionId, actor }: AdminCaller,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!sessionId) throw missing('session');
    await this.sessions.end(account.id, sessionId, actor);
    clearSessionCookie(response, this.config);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  async end(
    @CurrentAdmin() { account, sessionId, actor }: AdminCaller,
    @Param('id', IdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!(await this.sessions.end(account.id, id, actor))) throw missing('session');
    if (id === sessionId) clearSessionCookie(response, this.config);
  }

  /** Ends all sessions except the caller's. */
  @Delete('sessions')
  @HttpCode(204)
  endOthers(@CurrentAdmin() { account, sessionId, actor }: AdminCaller) {
    return this.sessions.endOthers(account.id, sessionId, actor);
  }

  @Get('my-accounts')
  async listAccounts(
    @CurrentAdmin() { account }: AdminCaller,
    @Query() query: PageQuery,
  ): Promise<Answer<readonly OwnAccount[]>> {
    const { rows, nextCursor } = await this.sessions.accountsOf(account, query);
    return { data: rows.map(({ id, name }) => ({ id, name, current: id === account.id })), next_cursor: nextCursor };
  }

  @Post('my-accounts/:id/switch')
  @HttpCode(201)
  async switch(
    @Req() request: AdminRequest,
    @Param('id', IdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Answer<NewSession>> {
    const { account, isOperator, actor } = request.adminCaller;
    const own = isOperator ? undefined : (credentialOf(request, this.config)?.token ?? '');
    const { token, expiresAt } = await this.sessions.switch(account, own, id, actor);
    setSessionCookie(response, this.config, token, expiresAt);
    return { data: { token, expires_at: expiresAt.toISOString() } };
  }
}
