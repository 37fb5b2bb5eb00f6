import { Injectable } from '@nestjs/common';
import type { Viewer } from '../../accounts/actor';
import {
  fitting,
  loadPage,
  type PagePart,
  type PagedAccount,
  PAGE_BYTES,
  type PageQuery,
} from '../../common/input/paging';
import { MAX_DAY_COUNT, MAX_DAY_LEADS } from '../../contract/limits';
import type { DayLeads, DayList, Today } from '../../contract/day/today';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import type { ResponsibleFilter } from '../../auth/access/account-caller';
import { filtersOf } from './account-leads.dto';
import {
  type DayListPart,
  BEGINNING,
  type DayPosition,
  findDayList,
  type FoundDayList,
  countSomeLeads,
  countWithoutNextStep,
  FEW_LEADS,
  type OfMembers,
  membersOf,
} from './day-lists.queries';

/** An account whose leads are listed. */
export interface DayAccount extends PagedAccount {
  readonly idleDays: number;
}

type DayLead = DayLeads[DayList];

interface LeadsOfMembers {
  readonly ofMembers: OfMembers | null;
  /** They are read one by one, instead of the lists. */
  readonly isOfFew: boolean;
}

/** A list of the day, counted, with its first leads. */
interface CountedList {
  readonly count: number;
  readonly is_count_complete: boolean;
  readonly leads: readonly DayLead[];
}

type Row = FoundDayList['leads'][number];

/** The lists of the day: counted and cut off for GET /today, page by page for GET /leads?today=. */
@Injectable()
export class DayListsService {
  /** Up to this number, all leads of a member are read. */
  few = FEW_LEADS;

  constructor(private readonly database: Database) {}

  /** Counts a list up to the bound, and shows its first leads, as many as have at most so many bytes. */
  async count(
    tx: Reads,
    account: DayAccount,
    { ofMembers, isOfFew }: LeadsOfMembers,
    list: DayList,
    bytes: number,
  ): Promise<CountedList> {
    const size = { shown: MAX_DAY_LEADS, bytes };
    const part = { list, after: BEGINNING, ...size, idleDays: account.idleDays, ofMembers, isOfFew };
    const { count, leads, cut } = await scan(tx, account.id, part, {
      rows: MAX_DAY_COUNT + 1,
      // Without a member the first rows may hold fewer leads only because a lead has several rows.
      isEnough: (found) =>
        (found.leads.length >= MAX_DAY_LEADS || isFull(found, bytes)) &&
        (ofMembers !== null || found.count > MAX_DAY_COUNT),
    });
    return {
      count: Math.min(count, MAX_DAY_COUNT),
      is_count_complete: count <= MAX_DAY_COUNT && cut === null,
      leads: fitting(leads.map(dayLead), bytes),
    };
  }

  /** A page of a list; what is read is bounded, so it may be short and go on. Throws 422 for a bad cursor. */
  async page(
    account: DayAccount,
    viewer: Viewer,
    { list, responsible, ...page }: PageQuery & { readonly list: DayList; readonly responsible: ResponsibleFilter },
    leaving: AbortSignal,
  ): Promise<{ readonly leads: readonly DayLead[]; readonly nextCursor: string | null }> {
    const ofMembers = membersOf(viewer, responsible);
    const { rows, nextCursor } = await loadPage(page, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['day', account.id, list, ofMembers]),
      isSealed: viewer.sees === 'own',
      load: (count, [at = BEGINNING.at, id = BEGINNING.id] = []) =>
        this.database.snapshot(account.id, leaving, async (tx): Promise<PagePart<Row>> => {
          const { isOfFew } = await this.ofMembers(tx, account.id, viewer, responsible);
          const after = { at, id };
          const part = { list, after, shown: count, bytes: PAGE_BYTES, idleDays: account.idleDays, ofMembers, isOfFew };
          const { leads, cut } = await scan(tx, account.id, part, {
            rows: count + MORE_ROWS,
            isEnough: (found) => found.leads.length >= count || isFull(found, PAGE_BYTES),
          });
          return { rows: [...leads], cut: cut ? positionOf(cut) : undefined };
        }),
      positionOf,
    });
    return { leads: rows.map(dayLead), nextCursor };
  }

  /** Counts leads with a deal in progress and nothing planned, among as many as are looked at. */
  async withoutNextStep(
    tx: Reads,
    accountId: string,
    viewer: Viewer,
    responsible: ResponsibleFilter,
    members: LeadsOfMembers,
  ): Promise<Today['without_next_step']> {
    const filters = { ...filtersOf(viewer, { responsible }), stepless: true } as const;
    const { count, isCut } = await tx.send(countWithoutNextStep(accountId, filters, members));
    return { count, is_count_complete: !isCut };
  }

  /** Whose leads are wanted, and whether they are few, for all lists of a call. */
  async ofMembers(
    tx: Reads,
    accountId: string,
    viewer: Viewer,
    responsible: ResponsibleFilter,
  ): Promise<LeadsOfMembers> {
    const ofMembers = membersOf(viewer, responsible);
    const isOfFew = ofMembers !== null && (await tx.send(countSomeLeads(accountId, ofMembers))) < this.few;
    return { ofMembers, isOfFew };
  }
}

type Reads = Transaction<'read'>;

interface Scan {
  readonly rows: number;
  readonly isEnough: (found: FoundDayList) => boolean;
}

/** Whether the answer has no room for more. */
const isFull = ({ leads }: FoundDayList, bytes: number): boolean => fitting(leads, bytes).length < leads.length;

const NOTHING: FoundDayList = { count: 0, leads: [], cut: null };

/** Rows of a list that are read: at first so many more than a page shows, and at most. */
const [MORE_ROWS, MAX_ROWS] = [100, 2_000];

/** Reads so many rows, and further only when what they hold is not enough. */
async function scan(tx: Reads, accountId: string, part: DayListPart, { rows, isEnough }: Scan): Promise<FoundDayList> {
  const first = (await tx.send(findDayList(accountId, part, rows))) ?? NOTHING;
  if (first.cut === null || isEnough(first)) return first;
  return (await tx.send(findDayList(accountId, part, MAX_ROWS))) ?? NOTHING;
}

const positionOf = ({ at, id }: DayPosition): string[] => [at, id];

const dayLead = ({ lead, more }: Row): DayLead => ({ ...lead, ...more });
