import { exactDocument } from '../support/document';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import {
  fillAccount,
  FULL_LEAD_ID,
  type FullAccount,
  largestCalls,
  type LargestCall,
  send,
} from '../support/full-account';
import { turnsDuring } from '../support/loop-turns';
import { forAllTests } from '../support/setup';

/**
 * Calls every route with a file, list or search, and every heavy route, with its largest permitted input. The answer is bounded. Work
 * for a file runs in slices, with other requests served in between. `test:timing` measures the slices, and sixty calls at once.
 */

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
/** The largest calls by route. Each route has a test. */
const calls = new Map<string, LargestCall[]>();

beforeAll(async () => {
  const refused = await fillAccount(test.sql, partner.accountId);
  const [stage] = await partner.sql<{ id: string; pipeline_id: string }>(
    `select s.id, s.pipeline_id from stages s join pipelines p on p.account_id = $1 and p.id = s.pipeline_id and p.is_default
     where s.account_id = $1 order by s.position limit 1`,
  );
  const full: FullAccount = {
    accountId: partner.accountId,
    pipelineId: stage?.pipeline_id ?? '',
    stageId: stage?.id ?? '',
    leadId: FULL_LEAD_ID,
  };
  for (const call of largestCalls(full, refused)) calls.set(call.route, [...(calls.get(call.route) ?? []), call]);
});

const credentials = () => ({
  url: test.url,
  accountId: partner.accountId,
  key: partner.key,
  operatorToken: OPERATOR_TOKEN,
});

/** Returns the routes that are heavy, or have a file, list or search, by the API reference. */
function namedRoutes(): string[] {
  const { paths } = exactDocument('http://entrada.test');
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const isList = operation.parameters.some(
        ({ name, in: place }) => place === 'query' && ['limit', 'q'].includes(name),
      );
      const isHeavy = operation.description?.includes('`heavy`') ?? false;
      const isFile = JSON.stringify([operation.requestBody, operation.responses]).includes('text/csv');
      return isList || isHeavy || isFile ? [`${method.toUpperCase()} ${path}`] : [];
    }),
  );
}

const ROUTES = namedRoutes();

it.each(ROUTES)('%s', async (route) => {
  const largest = calls.get(route) ?? [];
  // A new route needs its largest call in test/support/full-account.ts.
  expect(largest).not.toEqual([]);
  for (const call of largest) {
    const { answer, hasLongTurn } = await turnsDuring(call.share ?? Infinity, () => send(credentials(), call));
    expect([200, 202]).toContain(answer.status);
    expect(answer.bytes).toBeLessThanOrEqual(call.most ?? Infinity);
    expect(hasLongTurn).toBe(false);
  }
});

const WHOLE = [
  'GET /api/v1/pipelines',
  'GET /admin/v1/pipelines',
  'GET /admin/v1/leads/{id}',
  'GET /admin/v1/today',
  'GET /admin/v1/me',
];

it.each(WHOLE)('%s, whole and bounded', async (route) => {
  for (const call of calls.get(route) ?? []) {
    const { status, bytes } = await send(credentials(), call);
    expect([status, bytes <= (call.most ?? 0)]).toEqual([200, true]);
  }
});
