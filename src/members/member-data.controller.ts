import { HttpCode, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AccountApi, Get, Post } from '../auth/access/account-api';
import { type AccountCaller, type AccountRequest, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy.interceptor';
import { streamAnswer } from '../auth/access/stream-answer';
import { Leaving } from '../common/http/caller-left';
import { IdPipe } from '../common/input/id.pipe';
import { Described } from '../contract/document/described';
import { MemberDataService } from './member-data.service';
import { MEMBER_DATA_TEXTS } from './member-data.texts';
import { memberView } from './member.view';

@AccountApi('members')
@Described(MEMBER_DATA_TEXTS)
export class MemberDataController {
  constructor(private readonly data: MemberDataService) {}

  @Get(':id/export', 'member_data')
  @Heavy()
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
  async anonymise(@CurrentAccountCaller() caller: AccountCaller, @Param('id', IdPipe) id: string) {
    const { member, name, handingOver } = await this.data.anonymise(caller, id);
    return { data: memberView(member, name, handingOver) };
  }
}
