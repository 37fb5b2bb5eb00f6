import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Caller } from '../fault/support/caller';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';
import { knownPhones } from './support/known-phones';
import { type Asked, differences, isHidden, isVisible, printTable, warmUp } from './support/pairs';
import { verdictOf } from './support/statistics';
import { Target } from './support/target';

/** Pairs within an attacker's daily limit of 3,000 submissions. */
const PAIRS = 1_500;
const WARM_UP = 300;

const target = forAllTests(() => Target.start());
const unpadded = forAllTests(() => target.further('unpadded', resolve('test/timing/unpadded.cjs')));

it('a key that may not read cannot tell a known phone from a new one; without the padding it could', async () => {
  const account = await target.account();
  const { key: full } = await account.newKey('leads:read', 'leads:write');
  const { key: writeOnly } = await account.newKey('leads:write');
  const nextPhone = phones();

  const known = await knownPhones(unpadded.url, full, 5 * PAIRS + 4 * WARM_UP + 20, nextPhone);
  const severalLeads = known.splice(0, 20);
  for (const phone of severalLeads) {
    expect((await account.staff.post('/leads', { phone, allow_duplicate: true })).status).toBe(201);
  }
  await target.settle();

  const callers = [target.instance, unpadded].map(({ url }) => new Caller(url, writeOnly));
  const [padded, raw] = callers as [Caller, Caller];
  const post = (caller: Caller, phone = ''): Asked => {
    return { caller, method: 'POST', path: '/api/v1/leads', body: { phone }, status: 202 };
  };
  const knownOf = (caller: Caller) => () => post(caller, known.pop());
  const newOf = (caller: Caller) => () => post(caller, nextPhone.mobile());
  // The deal part is refused after the phone was looked up. Refusals do not count towards the daily limit.
  const refused = (phone = ''): Asked => {
    return { ...post(padded, phone), body: { phone, deal: { stage_id: randomUUID() } }, status: 422 };
  };
  // The control runs alone: requests without a pause show differences best.
  const control = { unpadded: { one: knownOf(raw), other: newOf(raw) } };
  const comparisons = {
    padded: { one: knownOf(padded), other: newOf(padded) },
    same: { one: knownOf(padded), other: knownOf(padded) },
    held: { one: (pair: number) => post(padded, severalLeads.at(pair % 20)), other: newOf(padded) },
    refused: { one: () => refused(known.pop()), other: () => refused(nextPhone.mobile()) },
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
    refused: verdictOf(found.refused),
    unpadded: verdictOf(seen),
  };
  printTable({
    'known - new': verdicts.padded,
    'known - known (null control)': verdicts.same,
    'several leads (held) - new': verdicts.held,
    'known - new, both refused (422)': verdicts.refused,
    'known - new, unpadded (raw control)': verdicts.unpadded,
  });
  expect({
    isHidden: isHidden(verdicts.padded),
    sameLooksSame: isHidden(verdicts.same),
    heldIsHidden: isHidden(verdicts.held),
    refusalIsHidden: isHidden(verdicts.refused),
    unpaddedIsSeen: isVisible(verdicts.unpadded),
  }).toEqual({ isHidden: true, sameLooksSame: true, heldIsHidden: true, refusalIsHidden: true, unpaddedIsSeen: true });
});
