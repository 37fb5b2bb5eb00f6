import { type Viewer, viewerId } from '../../accounts/actor';
import { NO_ID } from '../../common/input/id.pipe';
import { loadPage, type Page, type PagedAccount } from '../../common/input/paging';
import type { DaysQuery } from './activities.dto';

/** Rows that are read for a page of those that match. */
const MAX_ROWS = 1_000;

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-30'];

/** Which rows of some Brasília days are read. */
export interface DaysPart {
  readonly from: string;
  readonly to: string;
  readonly after: readonly [at: string | null, id: string];
  readonly count: number;
  /** Rows that are read for them. */
  readonly scanned: number;
  /** The member whose they are, or `none`. */
  readonly holder: string | undefined;
}

/** A row of a scan. The last one that was read is there too, wanted or not. */
export interface Scanned {
  readonly isWanted: boolean;
  /** Whether no further one was read. */
  readonly isLast: boolean;
}

interface DaysList<Row> {
  readonly name: 'appointments' | 'tasks';
  readonly scan: (part: DaysPart) => Promise<readonly Row[]>;
  readonly positionOf: (row: Row) => string[];
}

/** Loads a page of what is on some days, earliest first. What is read for it is bounded, so it may be short and go on. Throws 422 for a bad cursor. */
export function loadDays<Row extends Scanned>(
  account: PagedAccount,
  viewer: Viewer,
  { from = FIRST_DAY, to = LAST_DAY, responsible: holder, ...page }: DaysQuery,
  { name, scan, positionOf }: DaysList<Row>,
): Promise<Page<Row>> {
  const isOfAll = viewer.sees === 'all' && holder === undefined;
  return loadPage(page, {
    secret: account.cursorSecret,
    scope: JSON.stringify([name, account.id, viewerId(viewer), from, to, holder]),
    isSealed: viewer.sees === 'own',
    load: async (count, [at = null, id = NO_ID] = []) => {
      const found = await scan({ from, to, after: [at, id], count, scanned: isOfAll ? count : MAX_ROWS, holder });
      const last = found.find(({ isLast }) => isLast);
      return { rows: found.filter(({ isWanted }) => isWanted), cut: last && positionOf(last) };
    },
    positionOf,
  });
}
