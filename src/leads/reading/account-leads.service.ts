import { Injectable } from '@nestjs/common';
import {
  fitting,
  loadPage,
  type PagePart,
  type PagedAccount,
  type PageQuery,
  ROWS_BYTES,
} from '../../common/input/paging';
import type { FiledLead, DuplicateGroup, ExportedLead, LeadCount, LeadDetail } from '../../contract/lead';
import type { ListedLead } from '../../contract/day/today';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { type LeadOrder, type LeadSearchQuery, type SearchFilters, searchFiltersOf } from './account-leads.dto';
import {
  type ChangePosition,
  findRange,
  type SearchForm,
  type FoundLeads,
  countEntries,
  countPassing,
  listPassing,
  type FoundPart,
  listByChange,
  listByCreation,
  type ListedFilter,
  type LeadAt,
  listDuplicates,
  listSorted,
  type SortedPosition,
  type SortKey,
} from './account-leads.queries';
import { namesOf, type FilterValues } from './search-filters';
import {
  ALL_IDS,
  type Direction,
  type IdRange,
  type SearchIndex,
  rarestIndex,
  INDEX_BOUNDS,
  type IndexBounds,
} from './search-indexes';
import { MAX_CHECKED_LEADS, MAX_COUNTED_LEADS, MAX_SORTED_LEADS } from '../../contract/limits';
import { NO_ID } from '../../common/input/id.pipe';
import { contactOf } from './partner-leads.dto';
import type { Viewer } from '../../accounts/actor';
import { ApiError, missing } from '../../common/api-error';
import { findLeadDetails, viewLeadDetail } from '../record/lead.view';
import { SourceNames, withSource } from '../record/source-names';

/** A page of leads; `nextCursor` is null on the last one. Other pages may be short. */
interface LeadSearchPage {
  readonly leads: readonly ListedLead[];
  readonly nextCursor: string | null;
}

interface Bounds extends IndexBounds {
  /** How many leads to check when filtering. */
  readonly budget: number;
  /** Spare leads to read without a filter, because some may be gone. */
  readonly spare: number;
  /** The longest list that is read and sorted as a whole for a page. */
  readonly sorted: number;
}

interface DuplicatePage {
  readonly groups: readonly DuplicateGroup[];
  readonly nextCursor: string | null;
}

/** Leads of an exported file that are read together; each may be large. */
const PIECE = 25;

/** Before the first row of a list in the order of changes. */
const BEGINNING: Readonly<Record<Direction, ChangePosition>> = {
  asc: { at: '-infinity', id: NO_ID },
  desc: { at: 'infinity', id: ALL_IDS.before },
};

const LISTED: readonly ListedFilter[] = ['stageId', 'tagKey', 'pipelineId'];

type Reads = Transaction<'read'>;

interface LeadSearch<F extends SearchForm = SearchForm> {
  readonly accountId: string;
  readonly filters: FilterValues;
  readonly range: IdRange;
  readonly order: LeadOrder;
  readonly direction: Direction;
  readonly count: number;
  readonly form: F;
  /** Aborted when the caller leaves. */
  readonly leaving: AbortSignal;
}

/** The search of leads, with bounded reading per page: the rarest filter gives the candidates, and the others are checked for each. */
@Injectable()
export class AccountLeadsService {
  bounds: Bounds = { ...INDEX_BOUNDS, budget: 2_000, spare: 50, sorted: MAX_SORTED_LEADS };

  /** Of the count. `all`: entries of a list; `checked`: leads that are looked at for several filters. */
  counts = { ...INDEX_BOUNDS, few: 20_000, checked: MAX_CHECKED_LEADS, all: MAX_COUNTED_LEADS };

  constructor(
    private readonly database: Database,
    private readonly sources: SourceNames,
  ) {}

  /**
   * Throws 422 for an altered cursor, or one of another account, order or filter; `conflict` for a list that is too long for its order.
   */
  async list(
    account: PagedAccount,
    viewer: Viewer,
    query: LeadSearchQuery,
    leaving: AbortSignal,
  ): Promise<LeadSearchPage> {
    const search = await this.searchOf(account.id, viewer, query, 'page', leaving);
    const { filters, order, direction } = search;
    const { rows, nextCursor } = await loadPage<LeadAt<'page'>>(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify([
        'owner_leads',
        account.id,
        `${order}${SCOPE_OF[direction]}`,
        filters,
        query.from,
        query.to,
      ]),
      // A position has the name or the value of a lead.
      isSealed: viewer.sees === 'own' || isSorted(order),
      load: (count, position) => this.load({ ...search, count }, position),
      positionOf: (row) => positionOf(row, order),
    });
    return { leads: rows.map(({ lead }) => lead), nextCursor };
  }

  /** The leads of a file: in the order of creation where a list is sorted as a whole, which a file would do again for each piece. */
  async *pieces(
    accountId: string,
    viewer: Viewer,
    query: SearchFilters,
    leaving: AbortSignal,
  ): AsyncGenerator<readonly FiledLead[], void, undefined> {
    const order = isSorted(query.order) ? undefined : query.order;
    const direction = isSorted(query.order) ? undefined : query.direction;
    const search = await this.searchOf(accountId, viewer, { ...query, order, direction }, 'file', leaving);
    let position: string[] | undefined = [];
    while (position) {
      const part: PagePart<LeadAt<'file'>> = await this.load(search, position);
      yield part.rows.map(({ lead }) => lead);
      const last = part.rows.length < search.count ? undefined : part.rows.at(-1);
      position = last ? positionOf(last, search.order) : part.cut;
    }
  }

  /** Counts the leads of a list, as far as the bounds allow. */
  async count(accountId: string, viewer: Viewer, query: SearchFilters, leaving: AbortSignal): Promise<LeadCount> {
    const { filters, range } = await this.searchOf(accountId, viewer, query, 'page', leaving);
    return this.database.snapshot(accountId, leaving, async (tx) => {
      const { isWhole, list } = listIn(filters, range);
      if (isWhole) return tx.send(countEntries(accountId, filters, list, this.counts.all));
      const part = await this.passingPart(tx, accountId, filters, range);
      return part ? tx.send(countPassing(accountId, part)) : { count: 0, is_complete: true };
    });
  }

  /** What to read to find every lead of a list; undefined when nothing matches. */
  private async passingPart(
    tx: Reads,
    accountId: string,
    filters: FilterValues,
    range: IdRange,
  ): Promise<FoundPart | undefined> {
    const { checked, few, ...bounds } = this.counts;
    const rarest = await rarestIndex(tx, { accountId, filters, range }, { ...bounds, few }, true);
    if (!rarest) return undefined;
    const { index, count } = rarest;
    return { index, filters, range, perList: 1 + (count < few ? few : Math.ceil(checked / listsOf(index))) };
  }

  /** The ids of all leads of a list of at most `most`. Throws `conflict` for a longer one. */
  async idsOf(
    accountId: string,
    viewer: Viewer,
    query: SearchFilters,
    most: number,
    leaving: AbortSignal,
  ): Promise<readonly string[]> {
    const { filters, range } = await this.searchOf(accountId, viewer, query, 'page', leaving);
    return this.database.snapshot(accountId, leaving, async (tx) => {
      const rarest = await rarestIndex(tx, { accountId, filters, range }, this.counts, true);
      if (!rarest) return [];
      const part = { index: rarest.index, filters, range, perList: most + 1 };
      const { ids, isComplete } = await tx.send(listPassing(accountId, part, most + 1));
      if (isComplete && ids.length <= most) return ids;
      throw tooLong(most);
    });
  }

  async find(
    accountId: string,
    viewer: Viewer,
    query: Pick<LeadSearchQuery, 'phone' | 'email'>,
    leaving: AbortSignal,
  ): Promise<LeadDetail[]> {
    const contact = await contactOf(accountId, query, (key) => this.database.read(key, leaving));
    const found = await this.database.read(findLeadDetails(accountId, viewer, contact), leaving);
    const names = await this.namesOf(accountId, found, leaving);
    return fitting(
      found.map((lead) => withSource(lead, names)),
      ROWS_BYTES,
    );
  }

  /** Throws `not_found`. */
  async get(accountId: string, viewer: Viewer, id: string, leaving: AbortSignal): Promise<LeadDetail> {
    const found = await this.database.read(viewLeadDetail(accountId, viewer, id), leaving);
    if (!found) throw missing('lead');
    return withSource(found, await this.namesOf(accountId, [found], leaving));
  }

  private namesOf(accountId: string, leads: readonly ExportedLead[], leaving: AbortSignal) {
    const ids = leads.map(({ source_id }) => source_id);
    return this.sources.find(accountId, ids, (names) => this.database.read(names, leaving));
  }

  /** Lists the phones with several leads. Throws 422 for a bad cursor. */
  async duplicates(account: PagedAccount, query: PageQuery, leaving: AbortSignal): Promise<DuplicatePage> {
    const { rows, nextCursor } = await loadPage(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['duplicates', account.id]),
      load: (count, [id = NO_ID] = []) => this.database.read(listDuplicates(account.id, id, count), leaving),
      positionOf: ({ id }) => [id],
    });
    return { groups: rows.map(({ group }) => group), nextCursor };
  }

  private async searchOf<F extends SearchForm>(
    accountId: string,
    viewer: Viewer,
    query: SearchFilters,
    form: F,
    leaving: AbortSignal,
  ): Promise<LeadSearch<F>> {
    const { from, to, order = 'created', direction = 'desc' } = query;
    const isRanged = from !== undefined || to !== undefined;
    const range = isRanged ? await this.database.read(findRange(from, to), leaving) : ALL_IDS;
    return { accountId, filters: searchFiltersOf(viewer, query), range, order, direction, count: PIECE, form, leaving };
  }

  /** Reads a page as of one moment. */
  private load<F extends SearchForm>(search: LeadSearch<F>, position: string[] = []): Promise<PagePart<LeadAt<F>>> {
    return this.database.snapshot(search.accountId, search.leaving, (tx) => {
      const { order } = search;
      if (isSorted(order)) return this.sorted(tx, search, order, position);
      return order === 'changed' ? this.byChange(tx, search, position) : this.byCreation(tx, search, position);
    });
  }

  private async byCreation<F extends SearchForm>(
    tx: Reads,
    search: LeadSearch<F>,
    [id]: string[],
  ): Promise<PagePart<LeadAt<F>>> {
    const range = rangeAfter(id, search);
    const rarest = await rarestIndex(tx, { ...search, range }, this.bounds);
    if (!rarest) return { rows: [] };
    const part = { ...search, index: rarest.index, range, perList: perList(rarest.index, search, this.bounds) };
    const { leads, cut } = await tx.send(listByCreation(search.accountId, part));
    return { rows: [...leads], cut: cut ? [cut.id] : undefined };
  }

  private async byChange<F extends SearchForm>(
    tx: Reads,
    search: LeadSearch<F>,
    [at, id]: string[],
  ): Promise<PagePart<LeadAt<F>>> {
    const position = at === undefined || id === undefined ? BEGINNING[search.direction] : { at, id };
    const { leads, cut } = await this.findByChange(tx, search, position);
    return { rows: [...leads], cut: cut ? [cut.at, cut.id] : undefined };
  }

  private async findByChange<F extends SearchForm>(
    tx: Reads,
    search: LeadSearch<F>,
    position: ChangePosition,
  ): Promise<FoundLeads<F>> {
    const { accountId, filters, range } = search;
    const { isWhole, list } = listIn(filters, range);
    const rarest = isWhole ? undefined : await rarestIndex(tx, search, this.bounds, true);
    if (!isWhole && !rarest) return { leads: [], cut: null };
    if (rarest && rarest.count < this.bounds.few) {
      const part = { ...search, index: rarest.index, perList: this.bounds.few };
      return tx.send(listSorted(accountId, part, 'changed', position));
    }
    const perList = isWhole ? search.count + this.bounds.spare : this.bounds.budget;
    return tx.send(listByChange(accountId, { ...search, perList }, list, position));
  }

  /** Reads and sorts all leads of the list. Throws `conflict` for a long one. */
  private async sorted<F extends SearchForm>(
    tx: Reads,
    search: LeadSearch<F>,
    key: SortKey,
    position: string[],
  ): Promise<PagePart<LeadAt<F>>> {
    const { sorted: most } = this.bounds;
    const rarest = await rarestIndex(tx, search, { ...this.bounds, few: most + 1 }, true);
    if (!rarest) return { rows: [] };
    if (rarest.count > most) throw tooLong(most, ' para ordená-la assim');
    const part = { ...search, index: rarest.index, perList: most + 1 };
    const { leads } = await tx.send(listSorted(search.accountId, part, key, sortedPosition(position)));
    return { rows: [...leads] };
  }
}

const tooLong = (most: number, purpose = ''): ApiError =>
  new ApiError('conflict', {
    message: `A lista tem mais de ${most.toLocaleString('pt-BR')} leads; restrinja os filtros${purpose}.`,
  });

/** Whether a list in this order is read and sorted as a whole for a page. */
const isSorted = (order: LeadOrder | undefined): order is Exclude<LeadOrder, 'created' | 'changed'> =>
  order !== undefined && order !== 'created' && order !== 'changed';

/** What the direction adds to the scope of a cursor. */
const SCOPE_OF: Readonly<Record<Direction, string>> = { asc: ' asc', desc: '' };

/** The ids of a search that are after a lead in the order of creation. */
function rangeAfter(id: string | undefined, { range, direction }: LeadSearch): IdRange {
  if (id === undefined) return range;
  return direction === 'desc' ? { ...range, before: id } : { ...range, from: idAfter(id) };
}

/** The next id in the order of ids. */
function idAfter(id: string): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The list of entries in the order of changes that a search reads, and whether it needs nothing but this list. */
function listIn(filters: FilterValues, range: IdRange) {
  const list = LISTED.find((name) => filters[name] !== undefined);
  return { list, isWhole: range === ALL_IDS && namesOf(filters).every((name) => name === list) };
}

/** Of a row without what the list is sorted by, its id. */
const positionOf = ({ at, lead }: LeadAt, order: LeadOrder): string[] =>
  order === 'created' || at === null ? [lead.id] : [at, lead.id];

function sortedPosition([first, id]: string[]): SortedPosition | undefined {
  if (first === undefined) return undefined;
  return id === undefined ? { at: null, id: first } : { at: first, id };
}

const LISTS_OF: Partial<Record<SearchIndex['by'], number>> = { pipelineId: 8, viewer: 2 };

/** The lists of an index; a pipeline counts as eight stages. */
const listsOf = (index: SearchIndex): number => (index.by === 'words' ? index.words.length : (LISTS_OF[index.by] ?? 1));

/** How many leads to check in each list of an index. */
function perList(index: SearchIndex, { filters, count }: LeadSearch, { budget, spare }: Bounds): number {
  const isWhole = namesOf(filters).every((name) => name === index.by);
  if (isWhole) return count + spare;
  return Math.max(1, Math.ceil(budget / listsOf(index)));
}
