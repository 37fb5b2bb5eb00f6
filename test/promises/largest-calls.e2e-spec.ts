import { exactDocument } from '../../src/reference/document';
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
 * Every route that takes a file, a list or a search, or runs in turn, at its largest permitted input: the answer is bounded, and the work
 * for a file is done in slices, between which others are served. How long a slice is, and how sixty at once are, `test:timing` measures.
 */

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
/** The routes by their names; each has a test. */
const calls = new Map<string, LargestCall[]>();

beforeAll(async () => {
  const refused = await fillAccount(test.sql, partner.accountId);
  const [stage] = await partner.sql<{ id: string; pipeline_id: string }>(
    'select id, pipeline_id from stages where account_id = $1 order by position limit 1',
  );
  const full: FullAccount = {
    accountId: partner.accountId,
    pipelineId: stage?.pipeline_id ?? '',
    stageId: stage?.id ?? '',
    leadId: FULL_LEAD_ID,
  };
  for (const call of largestCalls(full, refused)) calls.set(call.route, [...(calls.get(call.route) ?? []), call]);
});

/** Of all work of the call, the share that a slice may take: work in one go has nearly all of it. */
const LARGEST_SHARE = 0.4;

const credentials = () => ({
  url: test.url,
  accountId: partner.accountId,
  key: partner.key,
  operatorToken: OPERATOR_TOKEN,
});

/** What the API reference says of routes that answer with much, or take much. */
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
    const { answer, longestShare } = await turnsDuring(() => send(credentials(), call));
    expect([200, 202]).toContain(answer.status);
    expect(answer.bytes).toBeLessThanOrEqual(call.most ?? Infinity);
    if (call.isSliced) expect(longestShare).toBeLessThan(LARGEST_SHARE);
  }
});

it.each(['GET /api/v1/pipelines', 'GET /admin/v1/pipelines', 'GET /admin/v1/leads/{id}'])(
  '%s, whole and bounded',
  async (route) => {
    for (const call of calls.get(route) ?? []) {
      const { status, bytes } = await send(credentials(), call);
      expect([status, bytes <= (call.most ?? 0)]).toEqual([200, true]);
    }
  },
);
