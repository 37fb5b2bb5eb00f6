import { Database } from '../../src/database/database';
import { acrossAccounts, readRows } from '../../src/database/query';
import { appForAllTests } from '../support/app';
import { privateDatabase } from '../support/database';
import { leadCalls } from '../support/lead-calls';
import { forAllTests } from '../support/setup';

/**
 * A named statement is planned at its first five executions, and then never again. Most take longer to plan than to run. PostgreSQL
 * keeps planning where a custom plan seems cheaper than the generic one, as for a list of known length.
 */

// A private database, because rows of other tests change the estimated costs.
const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('plans') }));
const partner = forAllTests(() => test.partner());
const { submit, move, nextPhone } = leadCalls(test, partner);

const TIMES = 7;
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
  // Calls one after the other use the connection returned last to its pool. So do these reads.
  const db = test.app.get(Database);
  const plans = [...(await db.read(PLANS)), ...(await db.transaction('', (tx) => tx.send(PLANS)))];
  const often = plans.filter(({ planned, kept }) => planned + kept >= TIMES);
  expect(often).not.toEqual([]);
  expect(often.filter(({ planned }) => planned > MOST_PLANS)).toEqual([]);
});
