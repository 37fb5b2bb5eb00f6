import { COMMONNESS, type SeededAccount } from '../seed';

/** A page that an owner reads. */
export interface OwnerCase {
  readonly group: 'list' | 'later page' | 'search' | 'board';
  readonly what: string;
  readonly path: (account: SeededAccount) => string;
  /** How many leads the first page has in either account; absent where that differs. */
  readonly leads?: number;
  /** Whether the pages after the first one are read. */
  readonly isLater?: boolean;
}

type Filters = Readonly<Record<string, string>>;
type FiltersOf = Filters | ((account: SeededAccount) => Filters);

const FULL = 50;
/** Of a later page, so that 1 % of the small account are several. */
const LATER = 20;

const leadsPath =
  (filters: FiltersOf, limit: number) =>
  (account: SeededAccount): string => {
    const given = typeof filters === 'function' ? filters(account) : filters;
    return `/leads?${new URLSearchParams({ ...given, limit: String(limit) }).toString()}`;
  };

const list = (what: string, filters: FiltersOf, leads?: number): OwnerCase => ({
  group: 'list',
  what,
  path: leadsPath(filters, FULL),
  leads,
});

const later = (what: string, filters: FiltersOf): OwnerCase => ({
  group: 'later page',
  what: `${what}, later page`,
  path: leadsPath(filters, LATER),
  leads: LATER,
  isLater: true,
});

const search = (what: string, q: string, leads?: number): OwnerCase => ({
  ...list(`search ${what}`, { q }, leads),
  group: 'search',
});

const COMMON: Readonly<Record<string, FiltersOf>> = {
  'no filter': {},
  'pipeline common': ({ pipelines }) => ({ pipeline_id: pipelines.common }),
  'stage common': ({ stages }) => ({ stage_id: stages.common }),
  'tag common': { tag: 'common' },
  origin: { origin: 'organic' },
  'period of 90 days': { from: '2026-01-01', to: '2026-03-31' },
};

const NAMELESS: Filters = { without_name: 'true' };
const FEW_DAYS: Filters = { from: '2026-03-01', to: '2026-03-03' };

const changed =
  (filters: FiltersOf) =>
  (account: SeededAccount): Filters => ({
    ...(typeof filters === 'function' ? filters(account) : filters),
    order: 'changed',
  });

const uncommon = (): OwnerCase[] =>
  COMMONNESS.filter((commonness) => commonness !== 'common').flatMap((commonness) => {
    const leads = commonness === 'rare' ? 10 : FULL;
    return [
      list(`pipeline ${commonness}`, ({ pipelines }) => ({ pipeline_id: pipelines[commonness] }), leads),
      list(`stage ${commonness}`, ({ stages }) => ({ stage_id: stages[commonness] }), leads),
      list(`tag ${commonness}`, { tag: commonness }, leads),
    ];
  });

/** What the smallest account has enough of, so that both pages are alike. */
const common = (): OwnerCase[] => [
  ...Object.entries(COMMON).flatMap(([what, filters]) => [list(what, filters, FULL), later(what, filters)]),
  ...Object.entries(COMMON).map(([what, filters]) => list(`changed, ${what}`, changed(filters))),
  later('changed, no filter', changed({})),
  later('changed, stage common', changed(COMMON['stage common'] ?? {})),
  search('name, common', 'maria', FULL),
  search('name, its beginning', 'ma', FULL),
  search('name, rare', 'zuleica', 10),
  search('phone, whole', '(11) 98000-0505', 1),
  search('phone, last digits', '80000505', 1),
  search('e-mail, whole', 'pessoa505@example.com', 1),
  search('e-mail, common beginning', 'pessoa', FULL),
  search('nothing', 'xyzzy', 0),
  { ...later('search name, common', { q: 'maria' }), group: 'search' },
];

/** The cases at a million leads: every filter, and searches that find more than a page. */
export const manyCases = (): OwnerCase[] => [
  ...common(),
  ...uncommon(),
  list('without_name', NAMELESS, FULL),
  later('without_name', NAMELESS),
  list('changed, without_name', changed(NAMELESS)),
  list('period of 3 days', FEW_DAYS, FULL),
  list('changed, period of 3 days', changed(FEW_DAYS)),
  list('changed, tag onePercent', changed({ tag: 'onePercent' }), FULL),
  search('name, two words', 'maria silva', FULL),
  search('phone, two digits', '05'),
  search('e-mail, beginning of 1 %', 'pessoa12'),
];

/** The cases at a hundred thousand leads: the board too. */
export const boardCases = (): OwnerCase[] => [
  ...common(),
  board('board', ({ pipelines }) => `${pipelines.common}/board`),
  board('board, 5 leads a stage', ({ pipelines }) => `${pipelines.common}/board?limit=5`),
  board('board, 50 of a stage', ({ pipelines, stages }) => {
    return `${pipelines.common}/board?stage_id=${stages.common}&limit=50`;
  }),
];

const board = (what: string, place: (account: SeededAccount) => string): OwnerCase => ({
  group: 'board',
  what,
  path: (account) => `/pipelines/${place(account)}`,
});
