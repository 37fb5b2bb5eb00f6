import fc from 'fast-check';
import type { OwnerLead } from '../../src/contract/lead';
import type { Today } from '../../src/contract/day/today';
import { FEW_LEADS } from '../../src/leads/reading/day-lists.queries';
import { DayListsService } from '../../src/leads/reading/day-lists.service';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { memberCalls } from '../support/member-calls';
import { times } from '../support/race';
import { returnsWorld, type Step, STEPS } from '../support/returns-world';
import { forEachTest } from '../support/setup';

/** Who came back, against an oracle that knows only submissions and work. */

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const calls = leadCalls(test, partner);
const { join } = memberCalls(test);

const SETTLED = [0, 1, 2, 3, 4].map((one): Step => ({ name: 'arrive', one, other: one }));

const stepsOf = (seed: number, count: number): Step[] =>
  fc.sample(
    fc.record({
      name: fc.oneof(
        ...(Object.keys(STEPS) as Step['name'][]).map((name) => ({
          arbitrary: fc.constant(name),
          weight: STEPS[name],
        })),
      ),
      one: fc.nat(10_000),
      other: fc.nat(10_000),
    }),
    { seed, numRuns: count },
  );

const listed = async (limit: number, api = partner.owner) =>
  (await api.pages<OwnerLead>(`/leads?today=returned&limit=${limit}`)).flat().map(({ id }) => id);

it.each(
  shortOrLong(
    [11, 12, 13],
    times(30, (seed) => seed),
  ),
)('lists who came back in the order of their last submissions, in the world %i', async (seed) => {
  const writer = await partner.withKey('leads:write');
  const world = returnsWorld(test, partner, calls, writer);
  await world.begin();
  const seller = await join(partner, 'seller');
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const steps = [...SETTLED, ...stepsOf(seed, 250)];
  for (const [index, step] of steps.entries()) {
    await world.take(step);
    if (index % 10 > 0) continue;
    expect({ index, name: step.name, ids: await listed(100) }).toEqual({
      index,
      name: step.name,
      ids: await world.expected(),
    });
  }
  const days = test.app.get(DayListsService);
  for (const [api, expected, few] of [
    [partner.owner, await world.expected(), days.few],
    [seller.api, await world.expected(seller.id), days.few],
    [seller.api, await world.expected(seller.id), 0],
  ] as const) {
    days.few = few;
    expect(expected.length).toBeGreaterThan(3);
    for (let limit = 1; limit <= expected.length; limit++) expect(await listed(limit, api)).toEqual(expected);
    const { returned } = (await api.get<Today>('/today')).data;
    expect([returned.count, returned.is_count_complete]).toEqual([expected.length, true]);
    expect(returned.leads.map(({ id }) => id)).toEqual(expected.slice(0, 20));
  }
  days.few = FEW_LEADS;
});
