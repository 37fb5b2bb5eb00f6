import { HttpCode, Param, Query } from '@nestjs/common';
import { findName } from '../accounts/members/members.queries';
import { AccountApi, Get, Patch, Post } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { IdPipe, idOf } from '../common/input/id.pipe';
import { type Me, REMOVED_MEMBER, ME, MEMBER, type MemberView } from '../contract/members/member';
import { ALL_RIGHTS, rightsOf, GIVEN_ROLES, type GivenRole } from '../contract/members/roles';
import { Database } from '../database/database';
import { memberForSellers, memberView, type NamedMember } from './members.queries';
import { InvitationsService } from './invitations.service';
import { MembersService } from './members.service';
import { IDS, NOW } from '../contract/document/examples';
import { one, page, type Answer, ApiOperation, ApiTag } from '../contract/document/route-text';
import {
  INVITATION_DAYS,
  INVITATION_PAUSE_MINUTES,
  MAX_ACTIVE_MEMBERS,
  MAX_INVITATIONS_PER_HOUR,
  MAX_MEMBER_NAME,
} from '../contract/limits';
import { Config } from '../config/config';
import { type GivenLink, GIVEN_LINK } from '../contract/session';
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
  invitation: { state: 'sent', at: NOW },
};

@AccountApi('')
@ApiTag('Owner: members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationsService,
    private readonly database: Database,
    private readonly config: Config,
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
        ...(account.messageTemplates.length > 0 && { message_templates: account.messageTemplates }),
        ...(!this.config.sendsMail && { sends_mail: false }),
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

  @Post('members/:id/invitation', 'members')
  @HttpCode(200)
  @ApiOperation('Mail an invitation again', {
    description: `Of an active member who has never signed in. Counts as an invitation. It is 409 \`conflict\` while the mail waits, for ${INVITATION_PAUSE_MINUTES} minutes after it was sent, where no mail can be sent, and as for an invitation; \`message\` says which.`,
    answers: [one(200, 'The member.', MEMBER, { ...MEMBER_EXAMPLE, invitation: { state: 'pending', at: NOW } })],
    errors: ['not_found', 'conflict'],
  })
  async resend(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string) {
    return { data: viewFor(caller, await this.invitations.resend(caller, id)) };
  }

  @Post('members/:id/link', 'members')
  @HttpCode(201)
  @ApiOperation('Show a sign-in link of an invited member, to hand over', {
    description: `Whoever has it signs in as that member. Only while the member has never signed in, and only when their invitation is \`unsendable\` or \`dead\`; else 409 \`conflict\`. It works once, for ${INVITATION_DAYS} days, and ends the member’s earlier links. The audit trail says who saw it (\`member.link_shown\`).`,
    answers: [
      one(201, 'An address that opens the console.', GIVEN_LINK, {
        console_url: 'https://entrada.example.com/console#link=token-do-link',
        expires_at: NOW,
      }),
    ],
    errors: ['not_found', 'conflict'],
  })
  async showLink(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
  ): Promise<Answer<GivenLink>> {
    return { data: await this.invitations.showLink(caller, id) };
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

const viewFor = ({ member: caller }: AccountCaller, { member, name, handingOver, invitation }: NamedMember) =>
  caller?.role === 'seller' && caller.id !== member.id
    ? memberForSellers(member, name)
    : memberView(member, name, handingOver, invitation);
