import { newSecret } from '../../src/auth/keys/api-key';
import { Caller } from '../fault/support/caller';
import { type Asked, differences, isHidden, printTable, warmUp } from './support/pairs';
import { verdictOf } from './support/statistics';
import { Target } from './support/target';
import { forAllTests } from '../support/setup';

const PAIRS = 2_000;
const WARM_UP = 300;
const REVOKED = 40;

const target = forAllTests(() => Target.start());

it('a revoked key takes as long as an unknown one; a malformed one is answered without a query, which reveals nothing', async () => {
  const account = await target.account();
  const revoked: string[] = [];
  for (let n = 0; n < REVOKED; n++) {
    const { id, key } = await account.newKey('leads:read');
    expect((await account.owner.delete(`/api-keys/${id}`)).status).toBe(200);
    revoked.push(key);
  }
  await target.settle();

  const caller = new Caller(target.instance.url, '');
  const withKey = (key: string): Asked => {
    const headers = { Authorization: `Bearer ${key}` };
    return { caller, method: 'GET', path: '/api/v1/leads', headers, status: 401 };
  };
  const unknown = () => withKey(newSecret('ent_live_'));
  // Repeats unknown keys as often as revoked ones: a value that is looked up again may be found faster.
  const repeated = Array.from({ length: REVOKED }, newSecret);
  const nth = (keys: readonly string[]) => (pair: number) => withKey(keys[Math.abs(pair) % REVOKED] ?? '');
  const malformed = () => withKey(`${newSecret('ent_live_').slice(0, -1)}!`);
  const comparisons = {
    revoked: { one: nth(revoked), other: nth(repeated) },
    same: { one: unknown, other: unknown },
    malformed: { one: malformed, other: unknown },
  };
  await warmUp(WARM_UP, comparisons);
  const found = await differences(PAIRS, comparisons);
  caller.close();
  const verdicts = {
    revoked: verdictOf(found.revoked),
    same: verdictOf(found.same),
    malformed: verdictOf(found.malformed),
  };
  printTable({
    'revoked - unknown': verdicts.revoked,
    'unknown - unknown (null control)': verdicts.same,
    'malformed - unknown (only reported)': verdicts.malformed,
  });
  expect({ revoked: isHidden(verdicts.revoked), same: isHidden(verdicts.same) }).toEqual({ revoked: true, same: true });
});
