import { resolve } from 'node:path';
import { Caller } from '../fault/support/caller';
import type { Instance } from '../fault/support/instance';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';
import { knownPhones } from './support/known-phones';
import { type Asked, differences, isUnseen, isVisible, printTable, warmUp } from './support/pairs';
import { verdictOf } from './support/statistics';
import { Target } from './support/target';

/** Pairs within the daily limit of 3,000 submissions when an attacker sends each submission twice. */
const PAIRS = 750;
/** Pairs within the same limit with three at once. */
const TRIPLE_PAIRS = 500;
const RAW_PAIRS = 1_500;
const WARM_UP = 100;

const target = forAllTests(() => Target.start());
const unpadded = forAllTests(() => target.further('unpadded', resolve('test/timing/unpadded.cjs')));

it('a key that may not read learns nothing by sending one phone two or three times at once', async () => {
  const account = await target.account();
  const { key: full } = await account.newKey('leads:read', 'leads:write');
  const { key: writeOnly } = await account.newKey('leads:write');
  const nextPhone = phones();
  const wanted = 3 * PAIRS + 3 * TRIPLE_PAIRS + RAW_PAIRS + 5 * WARM_UP;
  const known = await knownPhones(unpadded.url, full, wanted, nextPhone);
  await target.settle();

  const callersOf = ({ url }: Instance) => Array.from({ length: 3 }, () => new Caller(url, writeOnly));
  const [padded, raw] = [callersOf(target.instance), callersOf(unpadded)];
  const post = ([caller, ...others]: readonly Caller[], phone = ''): Asked => {
    if (!caller) throw new Error('nobody asks');
    return { caller, others, method: 'POST', path: '/api/v1/leads', body: { phone }, status: 202 };
  };
  const knownOf = (callers: readonly Caller[]) => () => post(callers, known.pop());
  const newOf = (callers: readonly Caller[]) => () => post(callers, nextPhone.mobile());
  const two = padded.slice(0, 2);
  const control = { raw: { one: knownOf(raw), other: newOf(raw) } };
  const twice = { known: { one: knownOf(two), other: newOf(two) }, same: { one: knownOf(two), other: knownOf(two) } };
  const thrice = {
    known: { one: knownOf(padded), other: newOf(padded) },
    same: { one: knownOf(padded), other: knownOf(padded) },
  };
  await warmUp(WARM_UP, control);
  const found = await differences(RAW_PAIRS, control);
  await warmUp(WARM_UP, twice);
  const foundTwice = await differences(PAIRS, twice);
  const foundThrice = await differences(TRIPLE_PAIRS, thrice);
  for (const caller of [...padded, ...raw]) caller.close();

  const hidden = {
    'two at once: known - new': verdictOf(foundTwice.known),
    'two at once: known - known (control)': verdictOf(foundTwice.same),
    'three at once: known - new': verdictOf(foundThrice.known),
    'three at once: known - known (ctrl)': verdictOf(foundThrice.same),
  };
  const seen = verdictOf(found.raw);
  printTable({ ...hidden, 'three at once, unpadded (control)': seen });
  for (const [name, verdict] of Object.entries(hidden)) expect([name, isUnseen(verdict)]).toEqual([name, true]);
  expect(isVisible(seen)).toBe(true);
});
