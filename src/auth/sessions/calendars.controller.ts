import { HttpCode } from '@nestjs/common';
import { CALENDAR, type CalendarView, NEW_CALENDAR, type NewCalendar } from '../../contract/day/calendar';
import { NOW } from '../../contract/document/examples';
import { type Answer, ApiOperation, ApiTag, NOTHING, one } from '../../contract/document/route-text';
import { CALENDAR_UNREAD_DAYS } from '../../contract/limits';
import { Config } from '../../config/config';
import { AccountApi, Delete, Get, Post } from '../access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../access/account-caller';
import { CalendarsService } from './calendars.service';

const OPERATOR = 'The operator has no agenda: 404 `not_found`.';
const NEW_EXAMPLE: NewCalendar = {
  url: 'https://entrada.example.com/calendar/token-do-calendario.ics',
  created_at: NOW,
};

@AccountApi('me/calendar')
@ApiTag('Owner: people', 'calendar')
export class CalendarsController {
  constructor(
    private readonly calendars: CalendarsService,
    private readonly config: Config,
  ) {}

  @Get('', 'leads')
  @ApiOperation('Say whether the caller has an address for calendars', {
    description: OPERATOR,
    answers: [
      one(200, 'The address, without its token.', CALENDAR, { address: { created_at: NOW, last_read_at: null } }),
    ],
    errors: ['not_found'],
  })
  async look(@CurrentAccountCaller() caller: AccountCaller): Promise<Answer<CalendarView>> {
    const found = await this.calendars.look(caller);
    if (!found) return { data: { address: null } };
    const { createdAt, lastUsedAt } = found;
    const lastReadAt = lastUsedAt > createdAt ? lastUsedAt.toISOString() : null;
    return { data: { address: { created_at: createdAt.toISOString(), last_read_at: lastReadAt } } };
  }

  @Post('', 'leads')
  @HttpCode(201)
  @ApiOperation('Make an address by which a calendar reads the caller’s appointments', {
    description: `It replaces the one before. Whoever has it reads the hour, the length and the first name of each. It ends with the caller’s sessions, with a change of role, and after ${CALENDAR_UNREAD_DAYS} days in which nothing reads it. ${OPERATOR}`,
    answers: [one(201, 'The address, shown only now.', NEW_CALENDAR, NEW_EXAMPLE)],
    errors: ['not_found'],
  })
  async make(@CurrentAccountCaller() caller: AccountCaller): Promise<Answer<NewCalendar>> {
    const { token, createdAt } = await this.calendars.make(caller);
    return { data: { url: `${this.config.publicUrl}/calendar/${token}.ics`, created_at: createdAt.toISOString() } };
  }

  @Delete('', 'leads')
  @HttpCode(204)
  @ApiOperation('End the caller’s address for calendars', {
    description: OPERATOR,
    answers: [NOTHING],
    errors: ['not_found'],
  })
  async end(@CurrentAccountCaller() caller: AccountCaller): Promise<void> {
    await this.calendars.end(caller);
  }
}
