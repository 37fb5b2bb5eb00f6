import { Database } from '../../src/database/database';
import { acrossAccounts, readRows } from '../../src/database/query';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { leadCalls } from '../support/lead-calls';
import { forAllTests } from '../support/setup';

/**
 * A named statement is planned at its first five executions, and then never again: planning takes longer than running most of them.
 * PostgreSQL goes on planning where a plan for the values at hand seems cheaper than one for any, as for a list whose length it sees.
 */

// Of its own, because what other tests leave in the tables changes what a plan seems to cost.
const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('plans') }));
const partner = forAllTests(() => test.partner());
const { submit, move, nextPhone } = leadCalls(test, partner);

const TIMES = 15;
const MOST_PLANS = 5;

interface Plans {
  readonly name: string;
  readonly planned: number;
  readonly kept: number;
}

const PLANS = readRows<Plans>(
  acrossAccounts(
    `select name, custom_plans::int as planned, generic_plans::int as kept from pg_prepared_statements where name <> ''`,
  ),
  [],
);

it('the statements of partners are planned a few times, and then never again', async () => {
  const stage = await partner.stages();
  const writer = await partner.withKey('leads:write');
  for (let n = 0; n < TIMES; n++) {
    const form = { name: 'Ana', email: `a${n}@example.com`, notes: 'n', tags: ['a', 'b'], external_id: `x${n}` };
    const lead = await submit({ ...form, attribution: { utm_source: 'newsletter', utm_medium: 'email' } });
    await submit({ ...form, phone: lead.phone });
    await submit({ phone: lead.phone, tags: ['c', `d${n}`], notes: 'm', external_id: `y${n}` });
    await writer.post('/leads', { phone: nextPhone.mobile(), tags: ['a'], deal: { stage_id: stage.Agendado } });
    await partner.api.patch(`/leads/${lead.id}`, { name: 'Bia', add_tags: ['e'], remove_tags: ['a', 'b'] });
    await move(lead.id, { stage_id: stage['Em contato'] });
    await partner.api.post('/leads/lookup', { phone: lead.phone });
    await partner.api.post('/leads/lookup', { email: form.email });
    for (const filter of ['', '&tag=a', `&stage_id=${stage.Novo}`, `&stage_id=${stage.Novo}&tag=a`]) {
      await partner.api.get(`/leads?limit=10${filter}`);
    }
  }
  // One call after the other: each took the connection of its pool that was given back last, as these reads do.
  const db = test.app.get(Database);
  const plans = [...(await db.read(PLANS)), ...(await db.transaction((tx) => tx.send(PLANS)))];
  const often = plans.filter(({ planned, kept }) => planned + kept >= TIMES);
  expect(often.length).toBeGreaterThan(25);
  expect(often.filter(({ planned }) => planned > MOST_PLANS)).toEqual([]);
});
