import { MAX_PAGE_SIZE, MAX_BOARD_LEADS, MAX_TAG } from '../../src/contract/limits';
import { REFUSED_IMPORT_ID, SELLER } from './full-account';
import { idOf } from './full-ids';
import { ALMOST_FULL, FULL_LEAD_ID, LONG_SOURCE, LOSS_REASON, phoneOf } from './full-leads';
import { largest, type LargestCall } from './largest-call';

/** The specification's shapes are whole: a hundred leads, each with a hundred tags and deals, and all stages. */
const PARTNER_PAGE = 6_000_000;
/** One of those leads. */
export const PARTNER_LEAD = PARTNER_PAGE / MAX_PAGE_SIZE;

const FULL = `limit=${MAX_PAGE_SIZE}`;
/** The beginning of the longest texts. */
const SIGN = encodeURIComponent('😀');
const LONG_TAG = encodeURIComponent(`${'😀'.repeat(MAX_TAG - 5)}00001`);
const always = (id: string) => ({ id: () => id });
const list = (route: string, query = '', id = ''): LargestCall =>
  largest(`GET ${route}`, 200, { query: query ? `${query}&${FULL}` : FULL, ...(id && always(id)) });
const read = (route: string, query?: string): LargestCall => largest(`GET ${route}`, 200, { query });
const one = (route: string, id: string): LargestCall => largest(`GET ${route}`, 200, always(id));

/** Dates of the longest period, around today. */
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const PERIOD = `from=${day(-364)}&to=${day(0)}`;
/** A moment after which the leads with the most data were changed. */
const LATELY = `updated_since=${new Date(Date.now() - 15 * 3_600_000).toISOString()}`;
const seller = idOf('member', SELLER);
const [PIPELINE, BUSY_STAGE, STAGE] = [idOf('pipeline', 1), idOf('stage', 2), idOf('stage', 7)];

const LEADS = [
  '',
  'order=changed',
  'q=ana',
  'q=11980',
  'q=eee',
  `tag=${LONG_TAG}`,
  'origin=organic',
  `responsible=${seller}`,
  `responsible=${seller}&q=ana&origin=organic&tag=${LONG_TAG}`,
  `pipeline_id=${PIPELINE}`,
  `stage_id=${BUSY_STAGE}`,
  `stage_id=${BUSY_STAGE}&q=ana&order=changed`,
  `stage_id=${STAGE}&order=name`,
  `stage_id=${STAGE}&order=value&direction=asc`,
  `stage_id=${STAGE}&order=next_contact`,
  'without_name=true',
  'without_next_step=true',
  `utm_source=${encodeURIComponent(LONG_SOURCE)}`,
  `loss_reason=${encodeURIComponent(LOSS_REASON)}`,
  PERIOD,
  `closed_from=${day(-364)}&closed_to=${day(0)}`,
  `closed_as=won&closed_from=${day(-364)}&closed_to=${day(0)}`,
  `first_of_contact=true&contact_from=${day(-364)}&contact_to=${day(0)}`,
  `contact_outcome=lost&first_of_contact=true&contact_from=${day(-364)}&contact_to=${day(0)}`,
  `attended_from=${day(-364)}&attended_to=${day(0)}`,
  'today=due',
  'today=new',
  'today=returned',
  'today=idle',
  `today=due&responsible=${seller}`,
].map((query) => list('/admin/v1/leads', query));

const OF_PERSON = ['phone', 'email'].map((by) =>
  read('/admin/v1/leads', by === 'phone' ? `phone=${phoneOf(1)}` : `email=${phoneOf(1)}@example.com`),
);

/** They read 50,000 contacts and 50,000 closings, and are heavy calls: an account has two at once. */
const FIGURES = ['origin', 'campaign', 'stage', 'member', 'loss_reason'].map((by) => ({
  ...read('/admin/v1/metrics/breakdown', `by=${by}&${PERIOD}`),
  databaseMs: 600,
}));

const PARTNER = [
  largest('GET /api/v1/pipelines', 200),
  ...['', LATELY, `pipeline_id=${PIPELINE}`, `stage_id=${STAGE}`, `tag=${LONG_TAG}&${LATELY}`].map((query) => ({
    ...list('/api/v1/leads', query),
    most: PARTNER_PAGE,
  })),
  largest('GET /api/v1/leads/{id}', 200, { ...always(FULL_LEAD_ID), most: PARTNER_LEAD }),
  largest('GET /api/v1/metrics', 200, { query: PERIOD }),
];

const PAGES = [
  list('/admin/v1/leads/duplicates'),
  list('/admin/v1/leads/{id}/timeline', '', FULL_LEAD_ID),
  list('/admin/v1/stages/{id}/automations', '', STAGE),
  list('/admin/v1/imports/{id}', '', REFUSED_IMPORT_ID),
  ...['', `from=${day(0)}&to=${day(0)}`, PERIOD, `responsible=${seller}`].flatMap((query) => [
    list('/admin/v1/appointments', query),
    list('/admin/v1/tasks', query),
  ]),
  ...['notifications', 'audit', 'held-submissions', 'imports', 'sessions', 'members', 'api-keys', 'my-accounts'].map(
    (name) => list(`/admin/v1/${name}`),
  ),
  list('/admin/v1/audit', PERIOD),
  list('/admin/v1/accounts'),
  list('/admin/v1/outbox'),
  list('/admin/v1/outbox', 'state=dead'),
];

const WHOLE = [
  one('/admin/v1/bulk-jobs/{id}', idOf('bulk-job', 1)),
  read('/admin/v1/bulk-jobs', ''),
  read('/admin/v1/campaigns', `q=${SIGN}`),
  read('/admin/v1/tags', `q=${SIGN}`),
  read('/admin/v1/today'),
  read('/admin/v1/today', `responsible=${seller}`),
  read('/admin/v1/me'),
  read('/admin/v1/account'),
  read('/admin/v1/pipelines'),
  read('/admin/v1/metrics', PERIOD),
  read('/admin/v1/accounts/{id}'),
  one('/admin/v1/leads/{id}', FULL_LEAD_ID),
  one('/admin/v1/activities/{id}', idOf('activity', 10_001)),
  one('/admin/v1/api-keys/{id}/refusals', idOf('key', 1)),
  one('/admin/v1/api-keys/{id}/refusal-days', idOf('key', 1)),
  ...[
    `limit=${MAX_BOARD_LEADS}`,
    `limit=${MAX_BOARD_LEADS}&stage_id=${BUSY_STAGE}`,
    `limit=${MAX_BOARD_LEADS}&q=ana`,
  ].map((query) => largest('GET /admin/v1/pipelines/{id}/board', 200, { ...always(PIPELINE), query })),
  ...[undefined, 'q=ana', `tag=comum&origin=organic&from=2020-01-01`].map((query) =>
    largest('GET /admin/v1/leads/count', 200, { query }),
  ),
  ...[undefined, 'q=ana'].map((query) =>
    largest('GET /admin/v1/pipelines/{id}/board/totals', 200, { ...always(PIPELINE), query }),
  ),
  largest('POST /admin/v1/people/lookup', 200, { body: () => ({ phone: phoneOf(1) }) }),
  largest('POST /api/v1/leads/lookup', 200, { body: () => ({ phone: phoneOf(ALMOST_FULL.from) }), most: PARTNER_LEAD }),
];

const FILES = [
  largest('GET /admin/v1/leads/export.csv', 200, { most: undefined, isInParts: true, isHuge: true }),
  largest('GET /admin/v1/leads/export.csv', 200, {
    query: `stage_id=${STAGE}&order=changed`,
    most: undefined,
    isInParts: true,
  }),
  largest('GET /admin/v1/audit/export.csv', 200, { query: PERIOD, most: undefined, isInParts: true }),
  largest('GET /admin/v1/members/{id}/export', 200, { ...always(seller), most: undefined, isInParts: true }),
  largest('GET /admin/v1/leads/{id}/export', 200, {
    ...always(FULL_LEAD_ID),
    most: undefined,
    isInParts: true,
    isHuge: true,
  }),
  largest('POST /admin/v1/people/export', 200, {
    body: () => ({ phone: phoneOf(1) }),
    most: undefined,
    isInParts: true,
    isHuge: true,
  }),
];

/** Every route that reads. */
export const LARGEST_READS: readonly LargestCall[] = [
  ...PARTNER,
  ...LEADS,
  ...OF_PERSON,
  ...PAGES,
  ...WHOLE,
  ...FIGURES,
  ...FILES,
];
