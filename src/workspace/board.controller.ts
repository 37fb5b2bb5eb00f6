import { Param, Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy.interceptor';
import { IdPipe } from '../common/input/id.pipe';
import { responsibleOf } from '../leads/reading/asked-responsible';
import { BoardQuery } from './board.dto';
import { BoardService } from './board.service';
import { Described } from '../contract/document/described';
import { BOARD_TEXTS } from './board.texts';

@AccountApi('pipelines')
@Described(BOARD_TEXTS, 'ownerPipelines')
export class BoardController {
  constructor(private readonly boards: BoardService) {}

  @Get(':id/board', 'leads')
  @Heavy()
  async board(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: BoardQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const asked = { ...query, responsible: responsibleOf(query, caller) };
    return { data: await this.boards.show(caller.account, caller.viewer, id, asked, leaving) };
  }
}
