import { randomBytes } from 'node:crypto';
import { Caller } from '../fault/support/caller';
import { HttpClient } from '../support/http-client';
import { phones } from '../support/phones';
import { type Asked, differences, isHidden, isVisible, printTable, warmUp } from './support/pairs';
import { verdictOf } from './support/statistics';
import { type Account, Target } from './support/target';
import { forAllTests } from '../support/setup';

const PAIRS = 2_000;
const WARM_UP = 300;
const LEADS = 500;

const target = forAllTests(() => Target.start());

/** Makes an id with the same time that no lead has. */
const madeUp = (id: string): string => `${id.slice(0, 23)}-${randomBytes(6).toString('hex')}`;

it('the lead of another account takes as long as none at all, on every route that names one', async () => {
  const api = `${target.instance.url}/api/v1`;
  const [other, own] = [await target.account(), await target.account()];
  const nextPhone = phones();
  const leadsOf = async (account: Account, more: object = {}): Promise<string[]> => {
    const client = new HttpClient(api, (await account.newKey('leads:read', 'leads:write')).key);
    const ids: string[] = [];
    for (let n = 0; n < LEADS; n++) {
      ids.push((await client.post<{ id: string }>('/leads', { phone: nextPhone.mobile(), ...more })).data.id);
    }
    return ids;
  };
  const foreignLeads = await leadsOf(other);
  const tags = Array.from({ length: 5 }, (_, n) => `tag ${n}`);
  const ownLeads = await leadsOf(own, { notes: 'n'.repeat(500), tags });
  await target.settle();

  const { key } = await own.newKey('leads:read', 'leads:write', 'pipeline:write');
  const caller = new Caller(target.instance.url, key);
  const [stage] = await target.cluster.sql<{ id: string }>(
    `select id from stages where account_id = '${own.id}' order by position limit 1`,
    'service',
  );
  const foreign = (pair: number): string => foreignLeads[Math.abs(pair) % LEADS] ?? '';
  const get = (id: string): Asked => ({ caller, method: 'GET', path: `/api/v1/leads/${id}`, status: 404 });
  const routes: Record<string, (id: string) => Asked> = {
    'GET /leads/{id}': get,
    'PATCH /leads/{id}': (id) => ({
      caller,
      method: 'PATCH',
      path: `/api/v1/leads/${id}`,
      body: { name: 'Ana' },
      status: 404,
    }),
    'POST /leads/{id}/stage': (id) => ({
      caller,
      method: 'POST',
      path: `/api/v1/leads/${id}/stage`,
      body: { stage_id: stage?.id },
      status: 404,
    }),
  };
  const comparisons = Object.fromEntries(
    Object.entries(routes).map(([name, ask]) => [
      name,
      { one: (pair: number) => ask(foreign(pair)), other: (pair: number) => ask(madeUp(foreign(pair))) },
    ]),
  );
  // A lead with much data takes longer. A measurement that misses this proves nothing.
  const ownLead = (pair: number): string => ownLeads[Math.abs(pair) % LEADS] ?? '';
  const control = {
    control: {
      one: (pair: number): Asked => ({ ...get(ownLead(pair)), status: 200 }),
      other: (pair: number): Asked => get(madeUp(ownLead(pair))),
    },
  };
  await warmUp(WARM_UP, comparisons);
  const found = await differences(PAIRS, comparisons);
  const { control: seen } = await differences(PAIRS, control);
  caller.close();
  const verdicts = Object.entries(found).map(([name, values]) => [name, verdictOf(values)] as const);
  const controlVerdict = verdictOf(seen);
  printTable({
    ...Object.fromEntries(verdicts.map(([name, verdict]) => [`${name}: foreign - none`, verdict])),
    'GET /leads/{id}: own - none (control)': controlVerdict,
  });
  for (const [name, verdict] of verdicts) expect([name, isHidden(verdict)]).toEqual([name, true]);
  expect(isVisible(controlVerdict)).toBe(true);
});
