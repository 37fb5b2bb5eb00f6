import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { missing } from '../common/missing';
import { readCursor, writeCursor } from '../common/input/cursor';
import { idOf } from '../common/input/id.pipe';
import type { Board, BoardStage } from '../contract/board';
import { MAX_BOARD_COUNT, MAX_LEADS_OF_BOARD } from '../contract/limits';
import type { PagedAccount } from '../common/input/paging';
import { Database } from '../database/database';
import { askedPerStage, type BoardQuery } from './board.dto';
import { type BoardPosition, countStages, findBoard, type FoundStage } from './board.queries';

const BEGINNING: BoardPosition = { at: 'infinity', leadId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** GET /pipelines/{id}/board: the stages of a pipeline with their first cards, or a page of one stage. */
@Injectable()
export class BoardService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found`, and 422 for a stage of another pipeline and for a cursor of another stage. */
  async show(account: PagedAccount, pipelineId: string, query: BoardQuery, leaving: AbortSignal): Promise<Board> {
    const stageId = query.stage_id === undefined ? undefined : idOf(query.stage_id);
    const scopeOf = (id: string): string => JSON.stringify(['board', account.id, pipelineId, id]);
    const position = positionOf(account, scopeOf(stageId ?? ''), query.cursor);
    const { found, limit } = await this.database.snapshot(async (tx) => {
      const stages = stageId === undefined ? await tx.send(countStages(account.id, pipelineId)) : 1;
      const limit = leadsPerStage(query, stages);
      return { limit, found: await tx.send(findBoard(account.id, pipelineId, stageId, position, limit + 1)) };
    }, leaving);
    if (!found) throw missing('pipeline');
    if (stageId !== undefined && found.stages.length === 0) {
      throw ApiError.invalid([{ field: 'stage_id', message: 'não é uma etapa deste funil' }]);
    }
    const cursorAfter = (stage: string, { at, leadId }: BoardPosition): string =>
      writeCursor(account.cursorSecret, scopeOf(stage), [at, leadId]);
    return { ...found, stages: found.stages.map((stage) => stageView(stage, limit, cursorAfter)) };
  }
}

/** Reduces the requested number when the stages are many, which bounds the answer; further pages of a stage have the rest. */
const leadsPerStage = (query: BoardQuery, stages: number): number =>
  Math.max(1, Math.min(askedPerStage(query), Math.floor(MAX_LEADS_OF_BOARD / stages)));

function positionOf({ cursorSecret }: PagedAccount, scope: string, cursor: string | undefined): BoardPosition {
  if (cursor === undefined) return BEGINNING;
  const [at, leadId] = readCursor(cursorSecret, scope, cursor) ?? [];
  if (at === undefined || leadId === undefined) {
    throw ApiError.invalid([{ field: 'cursor', message: 'cursor inválido ou de outra etapa' }]);
  }
  return { at, leadId };
}

function stageView(
  { leads, count, value, ...stage }: FoundStage,
  limit: number,
  cursorAfter: (stageId: string, position: BoardPosition) => string,
): BoardStage {
  const shown = leads.slice(0, limit);
  const last = leads.length > limit ? shown.at(-1) : undefined;
  const isComplete = count <= MAX_BOARD_COUNT;
  return {
    ...stage,
    count: Math.min(count, MAX_BOARD_COUNT),
    is_count_complete: isComplete,
    value: isComplete ? value : null,
    cards: shown.flatMap(({ cards }) => cards),
    next_cursor: last ? cursorAfter(stage.id, last) : null,
  };
}
