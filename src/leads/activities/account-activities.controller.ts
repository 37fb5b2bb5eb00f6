import { HttpCode, Param, Query } from '@nestjs/common';
import { AccountApi, Delete, Get, Patch, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, responsibleOf } from '../../auth/access/account-caller';
import { Leaving } from '../../common/http/caller-left';
import { IdPipe } from '../../common/input/id.pipe';
import { momentOf } from '../../common/moment';
import { rolesWith } from '../../contract/members/roles';
import { ActivitiesService } from './activities.service';
import { listedTaskView } from './activities.queries';
import { ActivityChangeDto, ActivityDto, DaysQuery } from './activities.dto';
import { ACTIVITY, LISTED_TASK } from '../../contract/day/activity';
import { NOW, ACTIVITY_EXAMPLE, LEAD_EXAMPLE } from '../../contract/document/examples';
import { NOTHING, one, page, ApiOperation, ApiTag } from '../../contract/document/route-text';
import { MAX_ACTIVITIES, MAX_ACTIVITY_AGE_DAYS, MAX_OPEN_TASKS } from '../../contract/limits';
import { JsonBody } from '../../common/input/route-input';

const OF_TYPES =
  'A note and a task have a `text`; a call, message or visit may say whether it `reached` the person; a task is due at `due_at`.';
const LIMITS = `A lead has at most ${MAX_ACTIVITIES} activities, and ${MAX_OPEN_TASKS} open tasks among them: beyond, 409 \`conflict\`.`;
const TASK_EXAMPLE = {
  ...ACTIVITY_EXAMPLE,
  ...({ type: 'task', reached: null, due_at: NOW } as const),
  lead: { name: LEAD_EXAMPLE.name, phone: LEAD_EXAMPLE.phone, responsible_id: null },
};
const BY_WHOM =
  'Its author may do it, and whoever has the right `activities`; the audit trail says who did, not the text.';

@AccountApi('')
@ApiTag('Owner: people', 'activities')
export class AccountActivitiesController {
  constructor(private readonly activities: ActivitiesService) {}

  @Post('leads/:id/activities', 'leads')
  @HttpCode(201)
  @ApiOperation('Write down what was done with a lead, or is to be done', {
    description: `${OF_TYPES} \`at\` is in the last ${MAX_ACTIVITY_AGE_DAYS} days; now without it. ${LIMITS}`,
    rules: [
      { fields: ['text'], rule: 'A note and a task need a `text`.' },
      { fields: ['reached'], rule: 'Only a call, message or visit has `reached`.' },
      { fields: ['due_at'], rule: 'A task needs `due_at`, and nothing else has it.' },
    ],
    body: { type: 'call', text: ACTIVITY_EXAMPLE.text, reached: true },
    answers: [one(201, 'The activity.', ACTIVITY, ACTIVITY_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { type, text, reached, at, due_at }: ActivityDto,
  ) {
    const content = { type, text: text ?? null, reached: reached ?? null };
    const activity = { ...content, at: momentIn(at), dueAt: momentIn(due_at) ?? null };
    return { data: await this.activities.add(caller.account.id, caller.actor, id, activity) };
  }

  @Get('tasks', 'leads')
  @ApiOperation('List the open tasks in the order in which they are due', {
    description:
      '`from` and `to` are Brasília days, both included. `responsible` is a member’s id, `me` or `none`: who looks after the lead.',
    answers: [page(LISTED_TASK, TASK_EXAMPLE)],
  })
  async listTasks(
    @CurrentAccountCaller() caller: AccountCaller,
    @Query() query: DaysQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const filters = { ...query, responsible: responsibleOf(query, caller) };
    const { rows, nextCursor } = await this.activities.listTasks(caller.account, caller.actor, filters, leaving);
    return { data: rows.map(listedTaskView), next_cursor: nextCursor };
  }

  @Get('activities/:id', 'leads')
  @ApiOperation('Get an activity with its whole text', {
    answers: [one(200, 'The activity.', ACTIVITY, ACTIVITY_EXAMPLE)],
    errors: ['not_found'],
  })
  async get(@CurrentAccountCaller() { account, actor }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.activities.get(account.id, actor, id) };
  }

  @Patch('activities/:id', 'leads')
  @ApiOperation('Correct an activity, or end a task', {
    description: `${BY_WHOM} ${LIMITS}`,
    rules: [
      { fields: ['text'], rule: 'A note and a task keep a `text`.' },
      { fields: ['reached', 'due_at', 'done'], rule: OF_TYPES },
    ],
    body: { text: 'Pediu para ligar amanhã.', reached: false },
    answers: [one(200, 'The activity.', ACTIVITY, { ...ACTIVITY_EXAMPLE, reached: false, at: NOW })],
    errors: ['not_found', 'conflict'],
  })
  async change(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { due_at, ...changes }: ActivityChangeDto,
  ) {
    const change = { ...changes, dueAt: momentIn(due_at) };
    return { data: await this.activities.change(caller.account.id, reviserOf(caller), id, change) };
  }

  @Delete('activities/:id', 'leads')
  @HttpCode(204)
  @ApiOperation('Delete an activity', {
    description: BY_WHOM,
    answers: [NOTHING],
    errors: ['not_found'],
  })
  async remove(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string): Promise<void> {
    await this.activities.remove(caller.account.id, reviserOf(caller), id);
  }
}

const momentIn = (sent: string | undefined): Date | undefined => (sent === undefined ? undefined : momentOf(sent));

const reviserOf = (caller: AccountCaller) => ({
  ...caller.actor,
  mayChangeAll: !caller.member || rolesWith('activities').includes(caller.member.role),
});
