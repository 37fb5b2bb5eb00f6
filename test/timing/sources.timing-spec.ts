import { resolve } from 'node:path';
import type { NewSourceView } from '../../src/contract/source';
import { Caller } from '../fault/support/caller';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';
import { knownPhones } from './support/known-phones';
import { type Asked, differences, isHidden, isVisible, printTable, warmUp } from './support/pairs';
import { verdictOf } from './support/statistics';
import { Target } from './support/target';

const PAIRS = 1_500;
const WARM_UP = 300;

const target = forAllTests(() => Target.start());
const unpadded = forAllTests(() => target.further('unpadded', resolve('test/timing/unpadded.cjs')));

it('a tool cannot tell a known phone from a new one by the address of a source; without the padding it could', async () => {
  const account = await target.account();
  const { key } = await account.newKey('leads:read', 'leads:write');
  const nextPhone = phones();
  const made = await account.owner.post<NewSourceView>('/sources', { kind: 'webhook', name: 'site' });
  const path = new URL(made.data.address).pathname;

  const known = await knownPhones(unpadded.url, key, 4 * PAIRS + 4 * WARM_UP + 20, nextPhone);
  const severalLeads = known.splice(0, 20);
  for (const phone of severalLeads) {
    expect((await account.staff.post('/leads', { phone, allow_duplicate: true })).status).toBe(201);
  }
  await target.settle();

  const callers = [target.instance, unpadded].map(({ url }) => new Caller(url, ''));
  const [padded, raw] = callers as [Caller, Caller];
  let sent = 0;
  // The number makes each delivery another one: the same again is a duplicate.
  const post = (caller: Caller, telefone = ''): Asked => {
    return { caller, method: 'POST', path, body: { telefone, n: ++sent }, status: 200 };
  };
  const knownOf = (caller: Caller) => () => post(caller, known.pop());
  const newOf = (caller: Caller) => () => post(caller, nextPhone.mobile());
  // The control runs alone: requests without a pause show differences best.
  const control = { unpadded: { one: knownOf(raw), other: newOf(raw) } };
  const comparisons = {
    padded: { one: knownOf(padded), other: newOf(padded) },
    same: { one: knownOf(padded), other: knownOf(padded) },
    held: { one: (pair: number) => post(padded, severalLeads.at(pair % 20)), other: newOf(padded) },
  };
  await warmUp(WARM_UP, control);
  const { unpadded: seen } = await differences(PAIRS, control);
  await warmUp(WARM_UP, comparisons);
  const found = await differences(PAIRS, comparisons);
  for (const caller of callers) caller.close();

  const verdicts = {
    padded: verdictOf(found.padded),
    same: verdictOf(found.same),
    held: verdictOf(found.held),
    unpadded: verdictOf(seen),
  };
  printTable({
    'known - new': verdicts.padded,
    'known - known (null control)': verdicts.same,
    'several leads (held) - new': verdicts.held,
    'known - new, unpadded (raw control)': verdicts.unpadded,
  });
  expect({
    isHidden: isHidden(verdicts.padded),
    sameLooksSame: isHidden(verdicts.same),
    heldIsHidden: isHidden(verdicts.held),
    unpaddedIsSeen: isVisible(verdicts.unpadded),
  }).toEqual({ isHidden: true, sameLooksSame: true, heldIsHidden: true, unpaddedIsSeen: true });
});
