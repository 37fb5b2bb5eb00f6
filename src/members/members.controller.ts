import { HttpCode, Param, Query } from '@nestjs/common';
import { findName } from '../accounts/members/members.queries';
import { AccountApi, Get, Patch, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IdPipe, idOf } from '../common/input/id.pipe';
import { type Me, REMOVED_MEMBER, ME, MEMBER, type MemberView } from '../contract/members/member';
import { ALL_RIGHTS, rightsOf, GIVEN_ROLES, type GivenRole } from '../contract/members/roles';
import { Database } from '../database/database';
import { memberForSellers, memberView } from './members.queries';
import { MembersService, type NamedMember } from './members.service';
import { IDS, NOW } from '../contract/document/examples';
import { one, page, type Answer, ApiOperation, ApiTag } from '../contract/document/route-text';
import { INVITATION_DAYS, MAX_ACTIVE_MEMBERS, MAX_INVITATIONS_PER_HOUR, MAX_MEMBER_NAME } from '../contract/limits';
import { JsonBody } from '../common/input/route-input';
import { PageQuery } from '../common/input/paging';
import {
  IsEmailAddress,
  IsOneOf,
  IsString,
  IsText,
  IsTrueOrFalse,
  Must,
  Optional,
  OptionalOrNull,
  Trimmed,
  SENT_ID,
  InputObject,
} from '../common/input/fields';
import { IsDay } from '../common/input/moment.field';

@InputObject('MemberInput')
class NewMemberDto {
  @Trimmed() @IsText({ max: MAX_MEMBER_NAME }) name!: string;
  @Trimmed() @IsEmailAddress() email!: string;
  @IsOneOf(GIVEN_ROLES) role!: GivenRole;
}

const IsWithEnd = (): PropertyDecorator =>
  Must((value, body) => value === undefined || body['active'] === false, 'só vale junto com active: false');

@InputObject('MemberChange', { notEmpty: true })
class MemberChangeDto {
  @Optional() @Trimmed() @IsText({ max: MAX_MEMBER_NAME }) name?: string;
  @Optional() @IsOneOf(GIVEN_ROLES) role?: GivenRole;
  @Optional() @IsTrueOrFalse() active?: boolean;

  /** The last day away, in Brasília; null: present. */
  @OptionalOrNull() @IsDay() away_until?: string | null;

  /** Who gets the member's leads, with `active: false`; nobody by default. */
  @OptionalOrNull() @IsWithEnd() @IsString(SENT_ID) hand_over_to?: string | null;
}

export const MEMBER_EXAMPLE: MemberView = {
  id: IDS.otherMember,
  name: 'Bruno Lima',
  email: 'bruno@example.com',
  role: 'seller',
  active: true,
  away_until: null,
  created_at: NOW,
  last_seen_at: null,
};

@AccountApi('')
@ApiTag('Owner: members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly database: Database,
  ) {}

  @Get('me', 'account')
  @ApiOperation('Say who calls, and what the caller may do', {
    description: 'For the operator `member` is null, and `may` has every right.',
    answers: [
      one(200, 'The caller.', ME, {
        member: { id: IDS.otherMember, name: 'Bruno Lima', email: 'bruno@example.com', role: 'seller' },
        account: { id: IDS.account, name: 'Clínica Sorriso' },
        may: ['account', 'leads', 'metrics'],
      }),
    ],
  })
  async me(@CurrentAccountCaller() { account, member }: AccountCaller): Promise<Answer<Me>> {
    const name = member && (await this.database.read(findName(account.id, member.id)));
    return {
      data: {
        member: member ? { id: member.id, name: name ?? REMOVED_MEMBER, email: member.email, role: member.role } : null,
        account: { id: account.id, name: account.name, ...(!account.licenceActive && { licence_active: false }) },
        may: member ? rightsOf(member.role, account.sellersExport) : ALL_RIGHTS,
      },
    };
  }

  @Get('members', 'account')
  @ApiOperation('List the members of the account', {
    description: 'In the order in which they came, former ones too. Sellers see `id`, `name`, `role` and `active`.',
    answers: [page(MEMBER, MEMBER_EXAMPLE)],
  })
  async list(@CurrentAccountCaller() caller: AccountCaller, @Query() query: PageQuery) {
    const { rows, nextCursor } = await this.members.list(caller, query);
    return { data: rows.map((member) => viewFor(caller, member)), next_cursor: nextCursor };
  }

  @Post('members', 'members')
  @HttpCode(201)
  @ApiOperation('Invite somebody', {
    description: `Mails a sign-in link that is valid for ${INVITATION_DAYS} days; later links come from the sign-in page. The address of a former member makes that member active again. A manager invites sellers. It is 409 \`conflict\` when the address is an active member’s, when the account has ${MAX_ACTIVE_MEMBERS} active members, or when it has sent ${MAX_INVITATIONS_PER_HOUR} invitations in the last hour; \`message\` says which.`,
    body: { name: 'Bruno Lima', email: 'bruno@example.com', role: 'seller' },
    answers: [one(201, 'The member.', MEMBER, MEMBER_EXAMPLE)],
    errors: ['conflict'],
  })
  async invite(@CurrentAccountCaller() caller: AccountCaller, @JsonBody() body: NewMemberDto) {
    return { data: viewFor(caller, await this.members.invite(caller, body)) };
  }

  @Patch('members/:id', 'account')
  @ApiOperation('Change a member', {
    description:
      'With `active: false` the member’s sessions and links end at once, and their leads go to `hand_over_to`, or to nobody, in batches: `handing_over` counts the rest. The owner’s `role` and `active` are 409 `conflict`. A manager changes sellers; everybody changes their own `name` and `away_until`.',
    rules: [
      {
        fields: ['hand_over_to'],
        rule: '`hand_over_to` is only sent with `active: false`, and is another active member.',
      },
    ],
    body: { away_until: '2026-03-20' },
    answers: [one(200, 'The member.', MEMBER, MEMBER_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
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
