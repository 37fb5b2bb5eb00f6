import { Param, Query } from '@nestjs/common';
import { Leaving } from '../common/http/caller-left';
import { AccountApi, Get } from '../auth/access/account-api';
import { type AccountCaller, CurrentAccountCaller, responsibleOf } from '../auth/access/account-caller';
import { Heavy } from '../auth/access/heavy-calls';
import { IdPipe } from '../common/input/id.pipe';
import { BoardService, BoardQuery } from './board.service';
import { FoundLeadFilters } from '../leads/reading/account-leads.dto';
import { BOARD, BOARD_TOTALS } from '../contract/board';
import { BOARD_EXAMPLE, BOARD_TOTALS_EXAMPLE } from '../contract/document/examples';
import { one, ApiOperation, ApiTag } from '../contract/document/route-text';
import { MAX_BOARD_COUNT, MAX_LEADS_OF_BOARD, MAX_TOTAL_DEALS } from '../contract/limits';

@AccountApi('pipelines')
@ApiTag('Owner: pipelines', 'ownerPipelines')
export class BoardController {
  constructor(private readonly boards: BoardService) {}

  @Get(':id/board', 'leads')
  @Heavy()
  @ApiOperation('Show the board of a pipeline: its stages with their first cards', {
    description: `Cards are in the order in which their leads changed, the last changed first. With \`stage_id\` the answer has this stage only, and \`cursor\` gives its next page. A lead with several deals in a stage has several cards; \`limit\` and \`count\` are of leads. At most ${MAX_BOARD_COUNT} leads of a stage are counted; \`board/totals\` counts the others. A board shows at most ${MAX_LEADS_OF_BOARD} leads, so of many stages it may show fewer than \`limit\` each. \`responsible\` is a member’s id, \`me\` or \`none\`. \`q\`, \`tag\`, \`origin\` and \`without_next_step\` are as on GET /admin/v1/leads. Few leads are found in any place. Of very many, not all are checked at once: a page may then be short and go on in \`next_cursor\`, and \`is_count_complete\` is false.`,
    rules: [
      { fields: ['responsible'], rule: '`responsible` is not `me` for the operator.' },
      { fields: ['stage_id'], rule: '`stage_id` is a stage of this pipeline.' },
      { fields: ['cursor'], rule: '`cursor` is only sent with the `stage_id` that it came with.' },
    ],
    answers: [one(200, 'The board.', BOARD, BOARD_EXAMPLE)],
    errors: ['not_found'],
  })
  async board(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: BoardQuery,
    @Leaving() leaving: AbortSignal,
  ) {
    const filters = { ...query, responsible: responsibleOf(query, caller) };
    return { data: await this.boards.show(caller.account, caller.actor, id, filters, leaving) };
  }

  @Get(':id/board/totals', 'leads')
  @Heavy()
  @ApiOperation('Count and sum the stages of a board', {
    description: `For stages whose \`is_count_complete\` is false on the board, with the same filters. Up to ${MAX_TOTAL_DEALS} deals of a stage are read, of many stages together fewer each, and fewer where each lead has to be checked for a filter. Of more, \`is_count_complete\` is false: the stage has at least \`count\` leads. It reads a lot: ask for it after the board, and not at every change.`,
    rules: [{ fields: ['responsible'], rule: '`responsible` is not `me` for the operator.' }],
    answers: [one(200, 'All stages, in their order.', BOARD_TOTALS, BOARD_TOTALS_EXAMPLE)],
    errors: ['not_found'],
  })
  async totals(
    @CurrentAccountCaller() caller: AccountCaller,
    @Param('id', IdPipe) id: string,
    @Query() query: FoundLeadFilters,
    @Leaving() leaving: AbortSignal,
  ) {
    const filters = { ...query, responsible: responsibleOf(query, caller) };
    return { data: await this.boards.total(caller.account.id, caller.actor, id, filters, leaving) };
  }
}
