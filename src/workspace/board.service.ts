import { Injectable } from '@nestjs/common';
import { ApiError, missing } from '../common/api-error';
import { type CursorList, readCursor, writeCursor } from '../common/input/cursor';
import type { Viewer } from '../accounts/actor';
import { idOf } from '../common/input/id.pipe';
import type { Transaction } from '../database/transaction';
import type { Board, BoardStage, BoardTotals } from '../contract/board';
import {
  MAX_BOARD_COUNT,
  MAX_LEADS_OF_BOARD,
  DEFAULT_BOARD_LEADS,
  MAX_BOARD_LEADS,
  MAX_TOTAL_DEALS,
} from '../contract/limits';
import { fitting, type PagedAccount, ROWS_BYTES, IsCursor } from '../common/input/paging';
import { Database } from '../database/database';
import { filtersOf, FoundLeadFilters } from '../leads/reading/account-leads.dto';
import { type FilterValues, namesOf } from '../leads/reading/search-filters';
import { ALL_IDS, rarestIndex, INDEX_BOUNDS } from '../leads/reading/search-indexes';
import {
  BEGINNING,
  type BoardPart,
  type BoardPosition,
  countStages,
  findBoard,
  type FoundLead,
  type FoundStage,
  findBoardOfFew,
  findBoardOfMany,
  findTotals,
  findTotalsOfFew,
  findTotalsOfMany,
} from './board.queries';
import { IsString, Must, Optional, SENT_ID } from '../common/input/fields';

const isLimit = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_BOARD_LEADS;

const LIMIT = { type: 'integer', minimum: 1, maximum: MAX_BOARD_LEADS, default: DEFAULT_BOARD_LEADS } as const;

const IsWithStage = (): PropertyDecorator =>
  Must((value, query) => value === undefined || query['stage_id'] !== undefined, 'só vale junto com stage_id');

/** Parameters of GET /pipelines/{id}/board: leads per stage, or a page of one stage. */
export class BoardQuery extends FoundLeadFilters {
  @Optional()
  @Must(isLimit, `deve ser um número inteiro de 1 a ${MAX_BOARD_LEADS}`, LIMIT)
  limit?: string;

  @Optional()
  @Must((value) => value !== '', 'não pode ser vazio')
  @IsString({ ...SENT_ID, minLength: 1 })
  stage_id?: string;

  @IsWithStage() @IsCursor() cursor?: string;
}

const requestedPerStage = ({ limit }: BoardQuery): number =>
  limit === undefined ? DEFAULT_BOARD_LEADS : Number(limit);

/** GET /pipelines/{id}/board: the stages of a pipeline with their first cards, or a page of one stage. */
@Injectable()
export class BoardService {
  /** `checked`: leads that are checked for a filter, in all stages that are read together. */
  bounds = { ...INDEX_BOUNDS, checked: 2_000 };
  /** Of the totals. `few`: leads of an index that are all checked; `checked`: deals checked for a filter, in all stages. */
  totals = { ...INDEX_BOUNDS, few: 20_000, checked: 50_000, deals: MAX_TOTAL_DEALS, all: 4 * MAX_TOTAL_DEALS };

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
    const filters = filtersOf(viewer, query);
    const listOf = (id: string): CursorList => ({
      secret: account.cursorSecret,
      scope: JSON.stringify(['board', account.id, pipelineId, id, filters]),
      isSealed: viewer.sees === 'own',
    });
    const position = positionOf(listOf(stageId ?? ''), query.cursor);
    const { found, limit } = await this.database.snapshot(account.id, leaving, async (tx) => {
      const stages = stageId === undefined ? await tx.send(countStages(account.id, pipelineId)) : 1;
      const limit = leadsPerStage(query, stages);
      const part = { pipelineId, stageId, position, count: limit + 1 };
      return { limit, found: await this.find(tx, account.id, filters, part, stages) };
    });
    if (!found) throw missing('pipeline');
    if (stageId !== undefined && found.stages.length === 0) {
      throw ApiError.invalid([{ field: 'stage_id', message: 'não é uma etapa deste funil' }]);
    }
    const cursorAfter = (stage: string, { at, leadId }: BoardPosition): string =>
      writeCursor(listOf(stage), [at, leadId]);
    const { leads, stages, ...pipeline } = found;
    const shown = shownLeads(leads, stages.length);
    const leadsOf = (stage: string): readonly FoundLead[] =>
      shown.filter(({ stageId }) => stageId === stage).slice(0, limit);
    return {
      ...pipeline,
      stages: stages.map((stage) => stageView(stage, leadsOf(stage.id), position, cursorAfter)),
    };
  }

  /** Counts and sums of all stages, as far as the bounds allow. Throws `not_found`. */
  async total(
    accountId: string,
    viewer: Viewer,
    pipelineId: string,
    query: FoundLeadFilters,
    leaving: AbortSignal,
  ): Promise<BoardTotals> {
    const filters = filtersOf(viewer, query);
    const found = await this.database.snapshot(accountId, leaving, async (tx) => {
      const stages = Math.max(1, await tx.send(countStages(accountId, pipelineId)));
      return this.findTotals(tx, accountId, filters, pipelineId, stages);
    });
    if (!found) throw missing('pipeline');
    const stages = found.stages.map(({ isCut, value, ...stage }) => ({
      ...stage,
      is_count_complete: !isCut,
      value: isCut ? null : value,
    }));
    return { id: pipelineId, stages };
  }

  private async findTotals(tx: Reads, accountId: string, filters: FilterValues, pipelineId: string, stages: number) {
    const { deals, all, checked, few } = this.totals;
    if (namesOf(filters).length === 0)
      return tx.send(findTotals(accountId, pipelineId, Math.min(deals, Math.floor(all / stages))));
    const rarest = await rarestIndex(tx, { accountId, filters, range: ALL_IDS }, this.totals, true);
    return rarest && rarest.count >= few
      ? tx.send(findTotalsOfMany(accountId, filters, pipelineId, Math.ceil(checked / stages)))
      : tx.send(findTotalsOfFew(accountId, filters, pipelineId, few, rarest?.index));
  }

  private async find(tx: Reads, accountId: string, filters: FilterValues, part: BoardPart, stages: number) {
    if (namesOf(filters).length === 0) return tx.send(findBoard(accountId, part));
    const rarest = await rarestIndex(tx, { accountId, filters, range: ALL_IDS }, this.bounds, true);
    if (rarest && rarest.count >= this.bounds.few) {
      return tx.send(findBoardOfMany(accountId, filters, part, Math.ceil(this.bounds.checked / Math.max(1, stages))));
    }
    return tx.send(findBoardOfFew(accountId, filters, part, rarest?.index));
  }
}

type Reads = Transaction<'read'>;

/** Reduces the requested number when the stages are many, which bounds the answer; further pages of a stage have the rest. */
const leadsPerStage = (query: BoardQuery, stages: number): number =>
  Math.max(1, Math.min(requestedPerStage(query), Math.floor(MAX_LEADS_OF_BOARD / stages)));

function positionOf(list: CursorList, cursor: string | undefined): BoardPosition {
  if (cursor === undefined) return BEGINNING;
  const [at, leadId] = readCursor(list, cursor) ?? [];
  if (at === undefined || leadId === undefined) {
    throw ApiError.invalid([{ field: 'cursor', message: 'cursor inválido ou de outra etapa' }]);
  }
  return { at, leadId };
}

/** Bytes of a stage in an answer besides its cards: its name, its sums, its cursor. */
const STAGE_BYTES = 800;

/** Leads that the answer has room for; one, in any case, on the page of a stage. */
function shownLeads(leads: readonly FoundLead[], stages: number): readonly FoundLead[] {
  const shown = fitting(leads, ROWS_BYTES - stages * STAGE_BYTES);
  return shown.length > 0 ? shown : leads.slice(0, 1);
}

function stageView(
  { found, count, value, isCut = false, cut, ...stage }: FoundStage,
  shown: readonly FoundLead[],
  position: BoardPosition,
  cursorAfter: (stageId: string, position: BoardPosition) => string,
): BoardStage {
  const last = found > shown.length ? (shown.at(-1) ?? position) : cut;
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
