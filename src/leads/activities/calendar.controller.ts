import { hash } from 'node:crypto';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { memberActor } from '../../accounts/actor';
import { CalendarsService } from '../../auth/sessions/calendars.service';
import type { Calendar } from '../../auth/sessions/sessions.queries';
import { ApiError } from '../../common/api-error';
import { Leaving } from '../../common/http/caller-left';
import { clientAddress } from '../../common/rate-limit/client-address';
import { countCall, countRefused } from '../../common/rate-limit/count-call';
import { clientOf } from '../../common/rate-limit/limit.guard';
import { LimitStorage, limitsOf } from '../../common/rate-limit/rate-limit.module';
import { Config } from '../../config/config';
import { ApiOperation, ApiTag, file } from '../../contract/document/route-text';
import { CALENDAR_DAYS, MAX_CALENDAR_APPOINTMENTS } from '../../contract/limits';
import { Database } from '../../database/database';
import { listCalendar } from './calendar.queries';
import { icsOf } from './ics';

const EXTENSION = '.ics';
const UNCHANGED = { status: 304, what: 'As it was read before.' };

/** Addresses that calendars of others read; all that such an address opens. */
@Controller('calendar')
@ApiTag('Owner: people', 'calendars')
export class CalendarController {
  constructor(
    private readonly calendars: CalendarsService,
    private readonly database: Database,
    private readonly storage: LimitStorage,
    private readonly config: Config,
  ) {}

  @Get(':file')
  @ApiOperation('Read the appointments of a member as a calendar', {
    description: `The address is a secret of the member, \`{token}.ics\`; an unknown and an ended one are 404 \`not_found\`. Of the last ${CALENDAR_DAYS.before} and the next ${CALENDAR_DAYS.after} days, at most ${MAX_CALENDAR_APPOINTMENTS.toLocaleString('en')}: hour, length, first name and the address of the lead in the console. With \`If-None-Match\` an unchanged one is 304.`,
    answers: [file('The calendar (RFC 5545).', 'text/calendar', icsOf('Agenda · Clínica Sorriso', [])), UNCHANGED],
    errors: ['not_found', 'rate_limited'],
  })
  async read(
    @Param('file') name: string,
    @Req() request: Request,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    response.set({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-cache' });
    const calendar = await this.find(name, request, response);
    await countCall(this.storage.counts, limitsOf(this.config).session, calendar.id, response);
    this.calendars.recordReading(calendar);
    const text = await this.textOf(calendar, clientAddress(request), leaving);
    const tag = `"${hash('sha256', text, 'base64url')}"`;
    response.set('ETag', tag);
    if (request.get('If-None-Match')?.includes(tag)) response.status(304).end();
    else response.type('text/calendar; charset=utf-8').send(text);
  }

  private async textOf({ account, member }: Calendar, address: string, leaving: AbortSignal): Promise<string> {
    const viewer = memberActor(account, member, address);
    const found = await this.database.read(listCalendar(account.id, member.id, viewer), leaving);
    const consoleUrl = `${this.config.publicUrl}/console`;
    const events = found.map(({ leadId, ...event }) => ({ ...event, url: `${consoleUrl}#/leads/${leadId}` }));
    return icsOf(`Agenda · ${account.name}`, events);
  }

  /** Unknown addresses count for their client; known ones do not, as one service reads the calendars of many. */
  private async find(name: string, request: Request, response: Response): Promise<Calendar> {
    const found = name.endsWith(EXTENSION)
      ? await this.calendars.find(name.slice(0, -EXTENSION.length), request)
      : undefined;
    if (found) return found;
    await countRefused(this.storage.counts, [[limitsOf(this.config).ip, clientOf(request)]], response);
    throw new ApiError('not_found', { message: UNKNOWN });
  }
}

const UNKNOWN = 'Este endereço de calendário não existe mais. Crie outro na página “Agenda”.';
