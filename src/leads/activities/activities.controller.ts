import { HttpCode, Param } from '@nestjs/common';
import { AccountApi, Delete, Get, Patch, Post } from '../../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, staffOf } from '../../auth/access/account-caller';
import { IdPipe } from '../../common/input/id.pipe';
import { JsonBody } from '../../common/input/json-body';
import { momentOf } from '../../common/moment';
import { Described } from '../../contract/document/described';
import { rolesWith } from '../../contract/members/roles';
import { ActivitiesService } from './activities.service';
import { ACTIVITIES_TEXTS } from './activities.texts';
import { ActivityChangeDto, ActivityDto } from './activity.dto';

@AccountApi('')
@Described(ACTIVITIES_TEXTS)
export class ActivitiesController {
  constructor(private readonly activities: ActivitiesService) {}

  @Post('leads/:id/activities', 'leads')
  @HttpCode(201)
  async add(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { type, text, reached, at, due_at }: ActivityDto,
  ) {
    const said = { type, text: text ?? null, reached: reached ?? null };
    const activity = { ...said, at: momentIn(at), dueAt: momentIn(due_at) ?? null };
    return { data: await this.activities.add(caller.account.id, staffOf(caller), id, activity) };
  }

  @Get('activities/:id', 'leads')
  async get(@CurrentAccountCaller() { account, viewer }: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: await this.activities.get(account.id, viewer, id) };
  }

  @Patch('activities/:id', 'leads')
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
  async remove(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string): Promise<void> {
    await this.activities.remove(caller.account.id, reviserOf(caller), id);
  }
}

const momentIn = (sent: string | undefined): Date | undefined => (sent === undefined ? undefined : momentOf(sent));

const reviserOf = (caller: AccountCaller) => ({
  ...staffOf(caller),
  mayChangeAll: !caller.member || rolesWith('activities').includes(caller.member.role),
  actor: caller.actor,
});
