import { resolve } from 'node:path';
import { Caller } from '../fault/support/caller';
import type { Instance } from '../fault/support/instance';
import { OPERATOR_TOKEN } from '../fault/support/stack';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { type Asked, differences, isHidden, isVisible, printTable, warmUp } from './support/pairs';
import { verdictOf } from './support/statistics';
import { Target } from './support/target';

const PAIRS = 1_000;
const WARM_UP = 100;
/** So many that none of them has used up the mails of an hour when it is asked for. */
const OWNERS = 500;

let target: Target;
let eager: Instance;
beforeAll(async () => {
  target = await Target.start();
  eager = await target.further('eager', resolve('test/timing/eager.cjs'));
});
afterAll(() => target.stop(eager));

it('three requests at once for a sign-in link do not tell whether the address is an owner’s', async () => {
  const operator = new HttpClient(`${target.instance.url}/admin/v1`, OPERATOR_TOKEN);
  const owners: string[] = [];
  for (let n = 0; n < OWNERS; n++) {
    const { data } = await operator.post<{ owner: { email: string } }>('/accounts', newAccount());
    owners.push(data.owner.email);
  }
  await target.settle();

  const callersOf = ({ url }: Instance) => Array.from({ length: 3 }, () => new Caller(url, ''));
  const [own, other] = [callersOf(target.instance), callersOf(eager)];
  let asked = 0;
  const ask = ([caller, ...others]: readonly Caller[], email: string): Asked => {
    if (!caller) throw new Error('nobody asks');
    const client = [10, ++asked >> 16, (asked >> 8) & 255, asked & 255].join('.');
    const headers = { 'X-Forwarded-For': client };
    return { caller, others, method: 'POST', path: '/admin/v1/sign-in-links', body: { email }, headers, status: 202 };
  };
  const owner = (): string => owners[asked % OWNERS] ?? '';
  const ofOwner = (callers: readonly Caller[]) => () => ask(callers, owner());
  const ofStranger = (callers: readonly Caller[]) => () => ask(callers, `x${owner().slice(1)}`);

  const control = { eager: { one: ofOwner(other), other: ofStranger(other) } };
  const comparisons = {
    known: { one: ofOwner(own), other: ofStranger(own) },
    same: { one: ofOwner(own), other: ofOwner(own) },
  };
  await warmUp(WARM_UP, comparisons);
  const found = await differences(PAIRS, comparisons);
  await warmUp(WARM_UP, control);
  const { eager: seen } = await differences(PAIRS, control);
  for (const caller of [...own, ...other]) caller.close();

  const verdicts = { known: verdictOf(found.known), same: verdictOf(found.same), eager: verdictOf(seen) };
  printTable({
    'owner - stranger': verdicts.known,
    'owner - owner (control)': verdicts.same,
    'owner - stranger, work first (control)': verdicts.eager,
  });
  expect({
    isHidden: isHidden(verdicts.known),
    sameLooksSame: isHidden(verdicts.same),
    workIsSeen: isVisible(verdicts.eager),
  }).toEqual({ isHidden: true, sameLooksSame: true, workIsSeen: true });
});
