import { Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SessionsService } from '../auth/sessions/sessions.service';
import { Config } from '../config/config';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountRequest, actorOf } from '../auth/access/account-caller';
import { Unattended } from '../auth/access/account.guard';
import { credentialOf } from '../auth/access/session-cookie';
import { type Reader, readerOf } from '../notices/notification-reader';
import { AccountEvents } from './account-events';
import { EventStreams } from './event-streams';
import { IDS } from '../contract/document/examples';
import { file, ApiOperation, ApiTag } from '../contract/document/route-text';
import { oneEvent } from './change-message';

@AccountApi('events')
@ApiTag('Owner: account')
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
  @ApiOperation('Follow what changes in the account, as server-sent events', {
    description:
      'Events `lead`, `deal` and `notification` have the id of what is new, has changed or is gone as JSON, `{"id": "…"}`; without an id, many of that kind have changed. A `lead` that a further submission has met has `"returned": true` besides. A seller who sees own and unassigned leads only gets their ids and the ids of their deals, and one last event of a lead that they no longer see; many that they do not see are not told. Each member gets the ids of notifications that they see. `reset` says that events may have been missed, or that the member now sees more or less: read everything again. Events come within a second after the change; nothing is repeated, so read everything again after each connection. Comment lines keep the connection open. A stream ends with its session and when the service stops; a further stream of an account that has 20 of them on an instance ends the oldest.',
    answers: [file('A stream that does not end by itself.', 'text/event-stream', oneEvent('lead', { id: IDS.lead }))],
  })
  follow(@Req() request: AccountRequest, @Res() response: Response): void {
    if (request.method === 'HEAD') return void response.end();
    const { account, isOperator } = request.accountCaller;
    const reader = readerOf(request.accountCaller);
    const token = credentialOf(request, this.config)?.token ?? '';
    const readerNow = async (): Promise<Reader | undefined> => {
      if (isOperator) return reader;
      const session = await this.sessions.find(token, request);
      if (session?.account.id !== account.id) return undefined;
      return readerOf({ member: session.member, actor: actorOf(request, session) });
    };
    this.events.listen();
    this.streams.open(account.id, reader, response, readerNow);
  }
}
