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
import type { DayLeads, DayList } from '../../contract/day/today';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import type { ResponsibleFilter } from '../../auth/access/account-caller';
import {
  type AskedDayList,
  FIRST_PLACE,
  type DayPosition,
  findDayList,
  type FoundDayList,
  countSomeLeads,
  FEW_LEADS,
  type OfMembers,
  wantedBy,
} from './day-lists.queries';

/** An account whose leads are listed. */
export interface DayAccount extends PagedAccount {
  readonly idleDays: number;
}

type DayLead = DayLeads[DayList];

interface WantedLeads {
  readonly wanted: OfMembers | null;
  /** They are read one by one, instead of the lists. */
  readonly isOfFew: boolean;
}

/** A list of the day, counted, with its first leads. */
export interface CountedList {
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
    { wanted, isOfFew }: WantedLeads,
    list: DayList,
    bytes: number,
  ): Promise<CountedList> {
    const size = { shown: MAX_DAY_LEADS, bytes };
    const asked = { list, after: FIRST_PLACE, ...size, idleDays: account.idleDays, wanted, isOfFew };
    const { count, leads, cut } = await look(tx, account.id, asked, {
      rows: MAX_DAY_COUNT + 1,
      // Without a member the first rows may hold fewer leads only because a lead has several rows.
      isEnough: (found) =>
        (found.leads.length >= MAX_DAY_LEADS || isFull(found, bytes)) &&
        (wanted !== null || found.count > MAX_DAY_COUNT),
    });
    return {
      count: Math.min(count, MAX_DAY_COUNT),
      is_count_complete: count <= MAX_DAY_COUNT && cut === null,
      leads: fitting(
        leads.map((row) => shown(list, row)),
        bytes,
      ),
    };
  }

  /** A page of a list; what is looked at is bounded, so it may be short and go on. Throws 422 for a bad cursor. */
  async page(
    account: DayAccount,
    viewer: Viewer,
    { list, responsible, ...page }: PageQuery & { readonly list: DayList; readonly responsible: ResponsibleFilter },
    leaving: AbortSignal,
  ): Promise<{ readonly leads: readonly DayLead[]; readonly nextCursor: string | null }> {
    const wanted = wantedBy(viewer, responsible);
    const { rows, nextCursor } = await loadPage(page, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['day', account.id, list, wanted]),
      isSealed: viewer.sees === 'own',
      load: (count, [at = FIRST_PLACE.at, id = FIRST_PLACE.id] = []) =>
        this.database.snapshot(account.id, leaving, async (tx): Promise<PagePart<Row>> => {
          const { isOfFew } = await this.wanted(tx, account.id, viewer, responsible);
          const after = { at, id };
          const asked = { list, after, shown: count, bytes: PAGE_BYTES, idleDays: account.idleDays, wanted, isOfFew };
          const { leads, cut } = await look(tx, account.id, asked, {
            rows: count + MORE_LOOKED_AT,
            isEnough: (found) => found.leads.length >= count || isFull(found, PAGE_BYTES),
          });
          return { rows: [...leads], cut: cut ? placeOf(cut) : undefined };
        }),
      positionOf: placeOf,
    });
    return { leads: rows.map((row) => shown(list, row)), nextCursor };
  }

  /** Whose leads are wanted, and whether they are few, for all lists of a call. */
  async wanted(tx: Reads, accountId: string, viewer: Viewer, responsible: ResponsibleFilter): Promise<WantedLeads> {
    const wanted = wantedBy(viewer, responsible);
    const isOfFew = wanted !== null && (await tx.send(countSomeLeads(accountId, wanted))) < this.few;
    return { wanted, isOfFew };
  }
}

type Reads = Transaction<'read'>;

interface Look {
  readonly rows: number;
  readonly isEnough: (found: FoundDayList) => boolean;
}

/** Whether the answer has no room for more. */
const isFull = ({ leads }: FoundDayList, bytes: number): boolean => fitting(leads, bytes).length < leads.length;

const NOTHING: FoundDayList = { count: 0, leads: [], cut: null };

/** Rows of a list that are looked at: at first so many more than a page shows, and at most. */
const [MORE_LOOKED_AT, MOST_LOOKED_AT] = [100, 2_000];

/** Looks at so many rows, and further only when what they hold is not enough. */
async function look(
  tx: Reads,
  accountId: string,
  asked: AskedDayList,
  { rows, isEnough }: Look,
): Promise<FoundDayList> {
  const first = (await tx.send(findDayList(accountId, asked, rows))) ?? NOTHING;
  if (first.cut === null || isEnough(first)) return first;
  return (await tx.send(findDayList(accountId, asked, MOST_LOOKED_AT))) ?? NOTHING;
}

const placeOf = ({ at, id }: DayPosition): string[] => [at, id];

function shown(list: DayList, { lead, more }: Row): DayLead {
  if (list === 'due') return { ...lead, ...(more as Pick<DayLeads['due'], 'tasks' | 'tasks_count'>) };
  return list === 'idle' ? { ...lead, idle_since: more as string } : lead;
}
