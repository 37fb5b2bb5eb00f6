import { Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SessionsService } from '../auth/sessions/sessions.service';
import { Config } from '../config/config';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountRequest, viewerOf } from '../auth/access/account-caller';
import { Unattended } from '../auth/access/account.guard';
import { credentialOf } from '../auth/access/session-cookie';
import { type Reader, readerOf } from '../notices/notification-reader';
import { AccountEvents } from './account-events';
import { EventStreams } from './event-streams';
import { Described } from '../contract/document/described';
import { EVENTS_TEXTS } from './events.texts';

@AccountApi('events')
@Described(EVENTS_TEXTS)
export class EventsController {
  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly events: AccountEvents,
    private readonly streams: EventStreams,
  ) {}

  // Browsers reconnect on their own for as long as the page is open.
  @Get('', 'leads')
  @Unattended()
  follow(@Req() request: AccountRequest, @Res() response: Response): void {
    if (request.method === 'HEAD') return void response.end();
    const { account, isOperator } = request.accountCaller;
    const reader = readerOf(request.accountCaller);
    const token = credentialOf(request, this.config)?.token ?? '';
    const readerNow = async (): Promise<Reader | undefined> => {
      if (isOperator) return reader;
      const session = await this.sessions.find(token, request);
      if (session?.account.id !== account.id) return undefined;
      return readerOf({ member: session.member, viewer: viewerOf(session.account, session.member) });
    };
    this.events.listen();
    this.streams.open(account.id, reader, response, readerNow);
  }
}
