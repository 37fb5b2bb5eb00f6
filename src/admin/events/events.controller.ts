import { Get, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SessionsService } from '../../auth/sessions.service';
import { Config } from '../../config';
import { OwnerApi } from '../admin-api';
import { type AdminRequest } from '../admin-caller';
import { Unattended } from '../owner.guard';
import { credentialOf } from '../session-cookie';
import { AccountEvents } from './account-events';
import { EventStreams } from './event-streams';

/** What changes in the account, as it changes. */
@OwnerApi('events')
export class EventsController {
  constructor(
    private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly events: AccountEvents,
    private readonly streams: EventStreams,
  ) {}

  // A browser opens it again and again by itself, for as long as the page is open.
  @Get()
  @Unattended()
  follow(@Req() request: AdminRequest, @Res() response: Response): void {
    if (request.method === 'HEAD') return void response.end();
    const { account, isOperator } = request.adminCaller;
    const token = credentialOf(request, this.config)?.token ?? '';
    const isAllowed = async (): Promise<boolean> =>
      isOperator || (await this.sessions.find(token, request))?.account.id === account.id;
    this.events.start();
    this.streams.open(account.id, response, isAllowed);
  }
}
