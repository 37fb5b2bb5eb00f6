import { HttpCode, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountApi, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy-calls';
import { streamAnswer } from '../auth/access/stream-answer';
import { Leaving } from '../common/http/caller-left';
import { IdPipe } from '../common/input/id.pipe';
import { MemberDataService } from './member-data.service';
import { memberView } from './members.queries';
import { IDS, NOW } from '../contract/document/examples';
import { one, ApiOperation, ApiTag } from '../contract/document/route-text';
import { MAX_EXPORTED_OF_MEMBER } from '../contract/limits';
import { MEMBER, type MemberView, REMOVED_MEMBER } from '../contract/members/member';
import { MEMBER_EXPORT } from '../contract/members/member-export';
import { MEMBER_EXAMPLE } from './members.controller';

const REMOVED_EXAMPLE: MemberView = {
  ...MEMBER_EXAMPLE,
  name: REMOVED_MEMBER,
  email: null,
  active: false,
  handing_over: 0,
};

@AccountApi('members')
@ApiTag('Owner: members')
export class MemberDataController {
  constructor(private readonly data: MemberDataService) {}

  @Get(':id/export', 'member_data')
  @Heavy()
  @ApiOperation('Export what is held of a member', {
    description: `Long lists are counted, with their newest ${MAX_EXPORTED_OF_MEMBER} entries. The audit entry is written before the answer is sent.`,
    answers: [
      one(200, 'Everything.', MEMBER_EXPORT, {
        member: MEMBER_EXAMPLE,
        sessions: [],
        sign_in_links: [],
        responsible_for: 12,
        assignments: { count: 0, newest: [] },
        stage_moves: { count: 0, newest: [] },
        deal_changes: { count: 0, newest: [] },
        activities: { count: 0, newest: [] },
        appointments: { count: 0, newest: [] },
        closings: { count: 0, newest: [] },
        audit_entries: {
          count: 1,
          newest: [
            {
              id: IDS.session,
              at: NOW,
              actor: { type: 'member', id: IDS.otherMember },
              address: '203.0.113.7',
              action: 'session.begun',
              subject: { type: 'session', id: IDS.session },
              details: null,
            },
          ],
        },
        mails: { count: 0, newest: [] },
        rotas: [],
        notifications_read: 3,
        saved_views: [
          { id: IDS.savedView, name: 'Meus, sem próximo passo', query: { responsible: 'me' }, created_at: NOW },
        ],
      }),
    ],
    errors: ['not_found'],
  })
  async export(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Req() request: AccountRequest,
    @Res() response: Response,
    @Leaving() leaving: AbortSignal,
  ): Promise<void> {
    return streamAnswer(request, response, await this.data.export(caller, id, leaving));
  }

  @Post(':id/anonymise', 'member_data')
  @HttpCode(200)
  @ApiOperation('Remove name and address of a deactivated member', {
    description: `Leads then show “${REMOVED_MEMBER}”. Mails to the address are deleted. Ids stay, in the audit trail too, and so do names in notes of leads. An active member: 409 \`conflict\`. Again: the same answer.`,
    answers: [one(200, 'The member.', MEMBER, REMOVED_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  })
  async anonymise(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string) {
    const { member, name, handingOver } = await this.data.anonymise(caller, id);
    return { data: memberView(member, name, handingOver) };
  }
}
