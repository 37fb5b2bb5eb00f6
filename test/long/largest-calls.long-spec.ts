import { Client } from 'pg';
import { OPERATOR_TOKEN, startApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { databaseTimeOf, timeSettings } from '../support/database-time';
import { fillAccount } from '../support/full-account';
import { type LargestCall, MOST_DATABASE_MS, nameOf, send } from '../support/largest-call';
import { LARGEST_CALLS } from '../support/largest-calls';
import { isLong, shortOrLong } from '../support/long';
import { forAllTests } from '../support/setup';

/**
 * Calls every route with its largest permitted input, on an account that holds as much as it may. Answer and work of the database are
 * bounded. `test:timing` measures the loop, and sixty calls at once.
 */

/** Of the limit. The short run may be beside other work, and its first call of a statement is the slowest. */
const TIMES = shortOrLong(3, 1);

const test = forAllTests(async () => {
  const url = await privateDatabase('largest_calls');
  const admin = new Client({ connectionString: url });
  await admin.connect();
  for (const setting of timeSettings(new URL(url).pathname.slice(1))) await admin.query(setting);
  await admin.end();
  return startApp({ DATABASE_URL: url });
});
const partner = forAllTests(() => test.partner());

beforeAll(() => fillAccount(test.sql, partner.accountId));

const counts = new Map<LargestCall, number>();

/** Sends the call once more. */
function again(call: LargestCall) {
  const n = counts.get(call) ?? 0;
  counts.set(call, n + 1);
  const credentials = {
    url: test.url,
    accountId: partner.accountId,
    key: partner.key,
    operatorToken: OPERATOR_TOKEN,
  };
  return databaseTimeOf(() => send(credentials, call, n));
}

it.each(LARGEST_CALLS.filter(({ isHuge }) => isLong || !isHuge).map((call) => [nameOf(call), call] as const))(
  '%s',
  async (_, call) => {
    const answer = await again(call);
    expect(answer.status).toBe(call.status);
    expect(answer.bytes).toBeLessThanOrEqual(call.most ?? Infinity);
    const { databaseMs, longestMs } = answer;
    expect(call.isInParts || call.isLongChange ? longestMs : databaseMs).toBeLessThanOrEqual(
      TIMES * (call.databaseMs ?? MOST_DATABASE_MS),
    );
  },
);
