import { HttpCode, Param, Query } from '@nestjs/common';
import { findName } from '../accounts/members/members.queries';
import { AccountApi, Get, Patch, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IdPipe, idOf } from '../common/input/id.pipe';
import { JsonBody } from '../common/input/json-body';
import { PageQuery } from '../common/input/page.dto';
import type { Answer } from '../contract/document/answers';
import { Described } from '../contract/document/described';
import { type Me, REMOVED_MEMBER } from '../contract/members/member';
import { ALL_RIGHTS, rightsOf } from '../contract/members/roles';
import { Database } from '../database/database';
import { MemberChangeDto, NewMemberDto } from './member.dto';
import { memberForSellers, memberView } from './member.view';
import { MembersService, type NamedMember } from './members.service';
import { MEMBERS_TEXTS } from './members.texts';

@AccountApi('')
@Described(MEMBERS_TEXTS)
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly database: Database,
  ) {}

  @Get('me', 'account')
  async me(@CurrentAccountCaller() { account, member }: AccountCaller): Promise<Answer<Me>> {
    const name = member && (await this.database.read(findName(account.id, member.id)));
    return {
      data: {
        member: member ? { id: member.id, name: name ?? REMOVED_MEMBER, email: member.email, role: member.role } : null,
        account: { id: account.id, name: account.name },
        may: member ? rightsOf(member.role, account.sellersExport) : ALL_RIGHTS,
      },
    };
  }

  @Get('members', 'account')
  async list(@CurrentAccountCaller() caller: AccountCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.members.list(caller, query);
    return { data: rows.map((member) => viewFor(caller, member)), next_cursor: nextCursor };
  }

  @Post('members', 'members')
  @HttpCode(201)
  async invite(@CurrentAccountCaller() caller: AccountCaller, @JsonBody() body: NewMemberDto) {
    return { data: viewFor(caller, await this.members.invite(caller, body)) };
  }

  @Patch('members/:id', 'account')
  async change(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @JsonBody() { name, role, active, away_until: awayUntil, hand_over_to }: MemberChangeDto,
  ) {
    const handOverTo = typeof hand_over_to === 'string' ? idOf(hand_over_to) : hand_over_to;
    return {
      data: viewFor(caller, await this.members.change(caller, id, { name, role, active, awayUntil, handOverTo })),
    };
  }
}

const viewFor = ({ member: caller }: AccountCaller, { member, name, handingOver }: NamedMember) =>
  caller?.role === 'seller' && caller.id !== member.id
    ? memberForSellers(member, name)
    : memberView(member, name, handingOver);
