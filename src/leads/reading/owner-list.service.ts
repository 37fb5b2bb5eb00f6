import { Injectable } from '@nestjs/common';
import { idOf } from '../../common/id.pipe';
import { loadPage, type Part } from '../../common/paging';
import { comparisonKey } from '../../common/text';
import type { LeadRecord, LeadView } from '../../contract/lead';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { type Search, searchOf } from '../record/search-words';
import type { LeadFilters, OwnerLeadsQuery } from './owner-list.dto';
import {
  type ChangePosition,
  countSources,
  findRange,
  type Form,
  type FoundLeads,
  listByChange,
  listByCreation,
  listFewByChange,
  type ListedFilter,
  type ListedLead,
  listWords,
} from './owner-list.queries';
import { ALL_IDS, type IdRange, namesOf, type OwnerFilters, type Source } from './owner-sources';

/** A page of leads; `nextCursor` is null on the last one. A page may have fewer leads than asked for, and not be the last. */
interface OwnerLeadPage {
  readonly leads: readonly LeadView[];
  readonly nextCursor: string | null;
}

/** What bounds the reading of a page. */
interface Bounds {
  /** How many leads are looked at, where they have to be. */
  readonly budget: number;
  /** So many leads are all read, and sorted. */
  readonly few: number;
  /** The most words by which a search is read. */
  readonly words: number;
  /** Further leads that are looked at where there is nothing to look for: some of them may be gone. */
  readonly gone: number;
}

/** How many leads of a file are read at once. */
const PIECE = 200;

const END: ChangePosition = { at: 'infinity', id: ALL_IDS.before };

const LISTED: readonly ListedFilter[] = ['stageId', 'tagKey', 'pipelineId'];

type Reads = Transaction<'read'>;

/** What is read for a page, or for a piece of a file. */
interface Wanted<F extends Form = Form> {
  readonly accountId: string;
  readonly filters: OwnerFilters;
  readonly range: IdRange;
  readonly order: 'created' | 'changed';
  readonly count: number;
  readonly form: F;
  /** Aborted when the caller has left. */
  readonly leaving: AbortSignal;
}

/**
 * The owner's list of leads: what is read for a page is bounded, however many leads the account has. The rarest filter says where
 * leads are read; the others are looked up for each lead.
 */
@Injectable()
export class OwnerListService {
  bounds: Bounds = { budget: 2_000, few: 1_000, words: 100, gone: 50 };

  constructor(private readonly database: Database) {}

  /** Throws 422 for a cursor that was altered, or comes from another account, order or filter. */
  async list(
    account: { readonly id: string; readonly cursorSecret: Buffer },
    query: OwnerLeadsQuery,
    leaving: AbortSignal,
  ): Promise<OwnerLeadPage> {
    const wanted = await this.wantedOf(account.id, query, 'page', leaving);
    const { filters, order } = wanted;
    const { rows, nextCursor } = await loadPage<ListedLead<'page'>>(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['owner_leads', account.id, order, filters, query.from, query.to]),
      load: (count, position) => this.load({ ...wanted, count }, position),
      positionOf: (row) => positionOf(row, order),
    });
    return { leads: rows.map(({ lead }) => lead), nextCursor };
  }

  /** All leads of the list with what is known of them, piece by piece. */
  async *pieces(
    accountId: string,
    query: LeadFilters,
    leaving: AbortSignal,
  ): AsyncGenerator<readonly LeadRecord[], void, undefined> {
    const wanted = await this.wantedOf(accountId, query, 'file', leaving);
    let position: string[] | undefined = [];
    while (position) {
      const part: Part<ListedLead<'file'>> = await this.load(wanted, position);
      yield part.rows.map(({ lead }) => lead);
      const last = part.rows.length < wanted.count ? undefined : part.rows.at(-1);
      position = last ? positionOf(last, wanted.order) : part.cut;
    }
  }

  private async wantedOf<F extends Form>(
    accountId: string,
    query: LeadFilters,
    form: F,
    leaving: AbortSignal,
  ): Promise<Wanted<F>> {
    const { from, to, order = 'created' } = query;
    const isRanged = from !== undefined || to !== undefined;
    const range = isRanged ? await this.database.read(findRange(from, to), leaving) : ALL_IDS;
    return { accountId, filters: filtersOf(query), range, order, count: PIECE, form, leaving };
  }

  /** All statements of a page see the account as of one moment. */
  private load<F extends Form>(wanted: Wanted<F>, position: string[] = []): Promise<Part<ListedLead<F>>> {
    return this.database.snapshot(
      (tx) =>
        wanted.order === 'changed' ? this.byChange(tx, wanted, position) : this.byCreation(tx, wanted, position),
      wanted.leaving,
    );
  }

  private async byCreation<F extends Form>(tx: Reads, wanted: Wanted<F>, [id]: string[]): Promise<Part<ListedLead<F>>> {
    const range = { ...wanted.range, before: id ?? wanted.range.before };
    const rarest = await this.rarest(tx, { ...wanted, range });
    if (!rarest) return { rows: [] };
    const asked = { ...wanted, source: rarest.source, range, perList: perList(rarest.source, wanted, this.bounds) };
    const { leads, cut } = await tx.send(listByCreation(wanted.accountId, asked));
    return { rows: [...leads], cut: cut ? [cut.id] : undefined };
  }

  private async byChange<F extends Form>(
    tx: Reads,
    wanted: Wanted<F>,
    [at, id]: string[],
  ): Promise<Part<ListedLead<F>>> {
    const position = at === undefined || id === undefined ? END : { at, id };
    const { leads, cut } = await this.findByChange(tx, wanted, position);
    return { rows: [...leads], cut: cut ? [cut.at, cut.id] : undefined };
  }

  private async findByChange<F extends Form>(
    tx: Reads,
    wanted: Wanted<F>,
    position: ChangePosition,
  ): Promise<FoundLeads<F>> {
    const { accountId, filters, range } = wanted;
    const list = LISTED.find((name) => filters[name] !== undefined);
    const isWhole = range === ALL_IDS && namesOf(filters).every((name) => name === list);
    const rarest = isWhole ? undefined : await this.rarest(tx, wanted, true);
    if (!isWhole && !rarest) return { leads: [], cut: null };
    if (rarest && rarest.count < this.bounds.few) {
      const asked = { ...wanted, source: rarest.source, perList: this.bounds.few };
      return tx.send(listFewByChange(accountId, asked, position));
    }
    const looked = isWhole ? wanted.count + this.bounds.gone : this.bounds.budget;
    return tx.send(listByChange(accountId, { ...wanted, perList: looked }, list, position));
  }

  /** The source with the fewest leads; undefined when nothing is to be found. Counted only where there is a choice. */
  private async rarest(
    tx: Reads,
    wanted: Wanted,
    isCounted = false,
  ): Promise<{ readonly source: Source; readonly count: number } | undefined> {
    const { accountId, filters } = wanted;
    const words = filters.search && (await this.wordsOf(tx, accountId, filters.search));
    if (words?.length === 0) return undefined;
    const sources: Source[] = namesOf(filters).flatMap((by) => (by === 'search' ? [] : [{ by }]));
    if (words && words.length <= this.bounds.words) sources.push({ by: 'words', words });
    if (sources.length === 0 || isCounted) sources.push({ by: 'all' });
    const [first] = sources;
    if (first && sources.length === 1 && !isCounted) return { source: first, count: this.bounds.few };
    const counts = await tx.send(countSources(accountId, sources, wanted, this.bounds.few));
    const count = Math.min(...counts);
    const source = sources[counts.indexOf(count)];
    return source && { source, count };
  }

  /** The account's words of a search, by the longest beginning of each alternative; too many are not read by. */
  private wordsOf(tx: Reads, accountId: string, search: Search): Promise<string[]> {
    const longest = search.flatMap((words) => [...words].sort((one, other) => other.length - one.length).slice(0, 1));
    return tx.send(listWords(accountId, longest, this.bounds.words + 1));
  }
}

const positionOf = ({ at, lead }: ListedLead, order: Wanted['order']): string[] =>
  order === 'changed' ? [at, lead.id] : [lead.id];

/** How many leads of each list of a source are looked at for a page; a pipeline has about as many stages. */
function perList(source: Source, { filters, count }: Wanted, { budget, gone }: Bounds): number {
  const isWhole = namesOf(filters).every((name) => name === source.by);
  if (isWhole) return count + gone;
  const lists = source.by === 'words' ? source.words.length : source.by === 'pipelineId' ? 8 : 1;
  return Math.max(1, Math.ceil(budget / lists));
}

const filtersOf = (query: LeadFilters): OwnerFilters => ({
  pipelineId: query.pipeline_id === undefined ? undefined : idOf(query.pipeline_id),
  stageId: query.stage_id === undefined ? undefined : idOf(query.stage_id),
  tagKey: query.tag === undefined ? undefined : comparisonKey(query.tag),
  origin: query.origin,
  nameless: query.without_name && true,
  search: query.q === undefined ? undefined : searchOf(query.q),
});
