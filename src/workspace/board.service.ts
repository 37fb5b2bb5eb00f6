import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/api-error';
import { missing } from '../common/missing';
import { type CursorList, readCursor, writeCursor } from '../common/input/cursor';
import { SEES_ALL, type Viewer } from '../accounts/members/viewer';
import { idOf, NO_ID } from '../common/input/id.pipe';
import type { Transaction } from '../database/transaction';
import type { Board, BoardStage } from '../contract/board';
import { MAX_BOARD_COUNT, MAX_LEADS_OF_BOARD } from '../contract/limits';
import type { PagedAccount } from '../common/input/paging';
import { Database } from '../database/database';
import { askedPerStage, type BoardQuery } from './board.dto';
import { type BoardPosition, countStages, findBoard, type FoundStage } from './board.queries';
import {
  type BoardPart,
  countSomeLeads,
  FEW_LEADS,
  findBoardOfFew,
  findBoardOfMany,
  type OfMembers,
} from './members-board.queries';

const BEGINNING: BoardPosition = { at: 'infinity', leadId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** GET /pipelines/{id}/board: the stages of a pipeline with their first cards, or a page of one stage. */
@Injectable()
export class BoardService {
  /** Up to this number, all leads of a restricted board are read. */
  few = FEW_LEADS;

  constructor(private readonly database: Database) {}

  /** Throws `not_found`, and 422 for a stage of another pipeline and for a cursor of another stage. */
  async show(
    account: PagedAccount,
    viewer: Viewer,
    pipelineId: string,
    query: BoardQuery,
    leaving: AbortSignal,
  ): Promise<Board> {
    const stageId = query.stage_id === undefined ? undefined : idOf(query.stage_id);
    const wanted = wantedBy(viewer, query.responsible);
    const listOf = (id: string): CursorList => ({
      secret: account.cursorSecret,
      scope: JSON.stringify(['board', account.id, pipelineId, id, wanted]),
      isSealed: viewer !== SEES_ALL,
    });
    const position = positionOf(listOf(stageId ?? ''), query.cursor);
    const { found, limit } = await this.database.snapshot(async (tx) => {
      const stages = stageId === undefined ? await tx.send(countStages(account.id, pipelineId)) : 1;
      const limit = leadsPerStage(query, stages);
      const part = { pipelineId, stageId, position, count: limit + 1 };
      return { limit, found: await this.find(tx, account.id, wanted, part, stages) };
    }, leaving);
    if (!found) throw missing('pipeline');
    if (stageId !== undefined && found.stages.length === 0) {
      throw ApiError.invalid([{ field: 'stage_id', message: 'não é uma etapa deste funil' }]);
    }
    const cursorAfter = (stage: string, { at, leadId }: BoardPosition): string =>
      writeCursor(listOf(stage), [at, leadId]);
    return { ...found, stages: found.stages.map((stage) => stageView(stage, limit, cursorAfter)) };
  }

  private async find(tx: Reads, accountId: string, wanted: OfMembers | null, part: BoardPart, stages: number) {
    if (!wanted) return tx.send(findBoard(accountId, part.pipelineId, part.stageId, part.position, part.count));
    const isFew = (await tx.send(countSomeLeads(accountId, wanted))) < this.few;
    if (isFew) return tx.send(findBoardOfFew(accountId, wanted, part));
    return tx.send(findBoardOfMany(accountId, wanted, part, Math.ceil(WALKED / Math.max(1, stages))));
  }
}

/** Entries that are looked at for the leads of some members, in all stages that are read together. */
const WALKED = 2_000;

type Reads = Transaction<'read'>;

/** The leads that the board shows: null for all. Sellers who see own leads only find none of others. */
function wantedBy(viewer: Viewer, responsible: string | undefined): OfMembers | null {
  if (responsible === undefined) return viewer === SEES_ALL ? null : { memberId: viewer, withUnassigned: true };
  if (responsible === 'none') return { memberId: null, withUnassigned: true };
  const isSeen = viewer === SEES_ALL || viewer === responsible;
  return { memberId: isSeen ? responsible : NO_ID, withUnassigned: false };
}

/** Reduces the requested number when the stages are many, which bounds the answer; further pages of a stage have the rest. */
const leadsPerStage = (query: BoardQuery, stages: number): number =>
  Math.max(1, Math.min(askedPerStage(query), Math.floor(MAX_LEADS_OF_BOARD / stages)));

function positionOf(list: CursorList, cursor: string | undefined): BoardPosition {
  if (cursor === undefined) return BEGINNING;
  const [at, leadId] = readCursor(list, cursor) ?? [];
  if (at === undefined || leadId === undefined) {
    throw ApiError.invalid([{ field: 'cursor', message: 'cursor inválido ou de outra etapa' }]);
  }
  return { at, leadId };
}

function stageView(
  { leads, count, value, isCut = false, cut, ...stage }: FoundStage,
  limit: number,
  cursorAfter: (stageId: string, position: BoardPosition) => string,
): BoardStage {
  const shown = leads.slice(0, limit);
  const last = leads.length > limit ? shown.at(-1) : cut;
  const isComplete = count <= MAX_BOARD_COUNT && !isCut;
  return {
    ...stage,
    count: Math.min(count, MAX_BOARD_COUNT),
    is_count_complete: isComplete,
    value: isComplete ? value : null,
    cards: shown.flatMap(({ cards }) => cards),
    next_cursor: last ? cursorAfter(stage.id, last) : null,
  };
}
