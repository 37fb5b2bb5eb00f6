import { DAY_MS } from '../../src/contract/durations';
import { COMMONNESS, type SeededAccount } from '../seed';

/** A page of leads for a partner or an owner. */
export interface PageCase {
  readonly group: string;
  readonly what: string;
  /** Path below /api/v1 or /admin/v1. `share`, from 0 up to 1, is the place in the list. */
  readonly path: (account: SeededAccount, share: number) => string;
  /** Number of leads on the first page in either account; absent where the accounts differ. */
  readonly leads?: number;
  /** True if the pages after the first one are read. */
  readonly isLater?: boolean;
}

type Filters = Readonly<Record<string, string>>;
type FiltersOf = (account: SeededAccount) => Filters;

const FULL = 50;
/** Leads on a later page: few, so that 1 % of the small account fills several pages. */
const LATER = 20;

const leads = (filters: FiltersOf, limit: number, more: (share: number) => Filters = () => ({})): PageCase['path'] => {
  return (account, share) => {
    const given = { ...filters(account), ...more(share), limit: String(limit) };
    return `/leads?${new URLSearchParams(given).toString()}`;
  };
};

const BEGIN = Date.parse('2025-06-01T12:00:00Z');
const YEAR_MS = 365 * DAY_MS;

/** Returns a moment before a full page of both accounts. This holds when 1 % of 10 k leads match, or the last 3 %. */
const momentIn = (what: string, share: number): string =>
  new Date(BEGIN + (what.includes('late') ? 0.97 + 0.03 * 0.4 * share : 0.4 * share) * YEAR_MS).toISOString();

/** The first page of a partner's list, and a page from a random moment on. */
const partnerPages = (what: string, filters: FiltersOf): PageCase[] => [
  { group: 'list', what: `${what}, first page`, path: leads(filters, FULL) },
  {
    group: 'list',
    what: `${what}, random moment`,
    path: leads(filters, FULL, (share) => ({ updated_since: momentIn(what, share) })),
  },
];

/** Every filter of the partner's list. */
export const partnerSingles = (): PageCase[] => [
  ...partnerPages('no filter', () => ({})),
  ...COMMONNESS.flatMap((one) => [
    ...partnerPages(`stage ${one}`, ({ stages }) => ({ stage_id: stages[one] })),
    ...partnerPages(`pipeline ${one}`, ({ pipelines }) => ({ pipeline_id: pipelines[one] })),
    ...partnerPages(`tag ${one}`, () => ({ tag: one })),
  ]),
];

export const partnerPairs = (): PageCase[] =>
  (['common', 'onePercent', 'rare'] as const).flatMap((tag) =>
    partnerPages(`stage common and tag ${tag}`, ({ stages }) => ({ stage_id: stages.common, tag })),
  );

const list = (what: string, filters: FiltersOf, count?: number): PageCase => ({
  group: 'list',
  what,
  path: leads(filters, FULL),
  leads: count,
});

const later = (what: string, filters: FiltersOf, group = 'later page'): PageCase => ({
  group,
  what: `${what}, later page`,
  path: leads(filters, LATER),
  leads: LATER,
  isLater: true,
});

const search = (what: string, q: string, count?: number): PageCase => ({
  ...list(`search ${what}`, () => ({ q }), count),
  group: 'search',
});

const COMMON: Readonly<Record<string, FiltersOf>> = {
  'no filter': () => ({}),
  'pipeline common': ({ pipelines }) => ({ pipeline_id: pipelines.common }),
  'stage common': ({ stages }) => ({ stage_id: stages.common }),
  'tag common': () => ({ tag: 'common' }),
  origin: () => ({ origin: 'organic' }),
  'period of 90 days': () => ({ from: '2026-01-01', to: '2026-03-31' }),
};
const NAMELESS: FiltersOf = () => ({ without_name: 'true' });
const FEW_DAYS: FiltersOf = () => ({ from: '2026-03-01', to: '2026-03-03' });

const changed =
  (filters: FiltersOf): FiltersOf =>
  (account) => ({ ...filters(account), order: 'changed' });

/** Pages that the smallest account can fill, so that the pages of both accounts are alike. */
const common = (): PageCase[] => [
  ...Object.entries(COMMON).flatMap(([what, filters]) => [
    list(what, filters, FULL),
    later(what, filters),
    list(`changed, ${what}`, changed(filters)),
  ]),
  later(
    'changed, no filter',
    changed(() => ({})),
  ),
  search('name, common', 'maria', FULL),
  search('name, its beginning', 'ma', FULL),
  search('name, rare', 'zuleica', 10),
  search('phone, whole', '(11) 98000-0505', 1),
  search('phone, last digits', '80000505', 1),
  search('e-mail, whole', 'pessoa505@example.com', 1),
  search('e-mail, common beginning', 'pessoa', FULL),
  search('nothing', 'xyzzy', 0),
  later('search name, common', () => ({ q: 'maria' }), 'search'),
];

const uncommon = (): PageCase[] =>
  COMMONNESS.filter((one) => one !== 'common').flatMap((one) => {
    const count = one === 'rare' ? 10 : FULL;
    return [
      list(`pipeline ${one}`, ({ pipelines }) => ({ pipeline_id: pipelines[one] }), count),
      list(`stage ${one}`, ({ stages }) => ({ stage_id: stages[one] }), count),
      list(`tag ${one}`, () => ({ tag: one }), count),
    ];
  });

/** The owner's pages at a million leads: every filter, and searches with more than one page of results. */
export const ownerMany = (): PageCase[] => [
  ...common(),
  ...uncommon(),
  list('without_name', NAMELESS, FULL),
  later('without_name', NAMELESS),
  list('changed, without_name', changed(NAMELESS)),
  list('period of 3 days', FEW_DAYS, FULL),
  list('changed, period of 3 days', changed(FEW_DAYS)),
  search('name, two words', 'maria silva', FULL),
  search('phone, two digits', '05'),
  search('e-mail, beginning of 1 %', 'pessoa12'),
];

const board = (what: string, query: (account: SeededAccount) => string): PageCase => ({
  group: 'board',
  what,
  path: (account) => `/pipelines/${account.pipelines.common}/board${query(account)}`,
});

/** The owner's pages at a hundred thousand leads, including the board. */
export const ownerBoard = (): PageCase[] => [
  ...common(),
  board('board', () => ''),
  board('board, 5 leads a stage', () => '?limit=5'),
  board('board, 50 of a stage', ({ stages }) => `?stage_id=${stages.common}&limit=50`),
];

const day = (what: string, path: string): PageCase => ({ group: 'day', what, path: () => path });

/** The day of those who sell at a hundred thousand leads, and what was sold in a month with as many closings in each account. */
export const ownersDay = (): PageCase[] => [
  day('today', '/today'),
  day('today of nobody', '/today?responsible=none'),
  list('idle leads', () => ({ today: 'idle' }), FULL),
  list('returned leads', () => ({ today: 'returned' }), FULL),
  list('due leads', () => ({ today: 'due' }), FULL),
  ...['origin', 'campaign', 'stage', 'member', 'loss_reason'].map((by) =>
    day(`breakdown by ${by}`, `/metrics/breakdown?by=${by}&from=2026-07-01&to=2026-07-31`),
  ),
];

const few = (what: string, filters: FiltersOf): PageCase => ({
  group: 'search',
  what: `search ${what}`,
  path: leads(filters, 5),
  leads: 5,
});

/** Pages of a seller who sees 2 % of the leads as own ones, and 5 % as nobody's. */
export const sellersPages = (): PageCase[] => [
  ...Object.entries({ ...COMMON, 'own only': () => ({ responsible: 'me' }) }).flatMap(([what, filters]) => [
    // A page looks through a bounded number of leads, of which these filters leave fewer than a full page.
    list(what, filters, what === 'stage common' ? undefined : FULL),
    list(`changed, ${what}`, changed(filters), what === 'no filter' ? FULL : undefined),
  ]),
  later('no filter', () => ({})),
  later(
    'changed, no filter',
    changed(() => ({})),
  ),
  search('name, common', 'maria', FULL),
  few('name, two words', () => ({ q: 'maria silva' })),
  search('phone, whole', '(11) 98000-0505'),
  board('board', () => ''),
  board('board, 5 leads a stage', () => '?limit=5'),
  board('board, own only', () => '?responsible=me'),
];
