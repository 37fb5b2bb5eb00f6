import type { SourceForm } from '../../src/contract/source';
import { appForAllTests } from '../support/app';
import { formCalls, formVisitor } from '../support/form-visitor';
import { phones } from '../support/phones';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

const test = appForAllTests({
  TRUST_PROXY: '1',
  LIMIT_IP_PER_MINUTE: '40',
  LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '100',
  LIMIT_FORM_SUBMISSIONS_PER_DAY: '70',
});
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const nextPhone = phones();
const calls = () => ({ ...sourceCalls(test, partner), ...formCalls(test, partner) });
const values = (more: object = {}) => ({ phone: nextPhone.mobile(), ...more });
const NAMED: SourceForm = { fields: { name: 'optional' } };

/** Sets how many a form has received today. */
const received = (count: number) =>
  partner.sql('update source_days set submitted = $2 where account_id = $1 and submitted is not null', count);

it('ten submissions a minute of one address: the page again, filled in, with a sentence', async () => {
  const { create, send, list } = calls();
  const source = await create();
  const visitor = formVisitor(test);
  for (let n = 0; n < 10; n++) expect((await send(source, values(), visitor)).status).toBe(303);
  const refused = await send(source, values({ phone: '(11) 98765-4321' }), visitor);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  expect(refused.html).toContain('value="(11) 98765-4321"');
  expect(refused.html).toContain('Espere um minuto');
  expect((await send(source, values())).status).toBe(303);
  expect(await list(source.id)).toHaveLength(11);
});

it('sixty submissions a minute of one form, whoever sends them', async () => {
  const { create, send } = calls();
  const source = await create();
  const statuses: number[] = [];
  for (const _ of times(62, () => 0)) statuses.push((await send(source, values({ website: 'x' }))).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  const other = await create();
  expect((await send(other, values())).status).toBe(303);
});

it('the day of a form, which refused ones do not use up', async () => {
  const { create, send, list, find } = calls();
  const source = await create(NAMED);
  expect((await send(source, values())).status).toBe(303);
  await received(69);
  expect((await send(source, values({ phone: '1' }))).status).toBe(422);
  expect((await send(source, values())).status).toBe(303);
  for (let n = 0; n < 2; n++) {
    const { status, html, headers } = await send(source, values({ name: 'Maria' }));
    expect([status, html]).toEqual([429, expect.stringContaining('não recebe mais contatos hoje')]);
    expect(html).toContain('value="Maria"');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await list(source.id)).toHaveLength(2);
  expect(await find(source.id)).toMatchObject({ received_7_days: 2 });
  expect((await send(await create(), values())).status).toBe(303);
});

it("the account's day, of which forms leave a fifth to keys", async () => {
  const { create, send } = calls();
  const source = await create();
  expect((await send(source, values())).status).toBe(303);
  await partner.sql('update daily_submissions set used = 80 where account_id = $1');
  const { status, html } = await send(source, values());
  expect([status, html]).toEqual([429, expect.stringContaining('não recebe mais contatos hoje')]);
  expect((await partner.api.post('/leads', { phone: nextPhone.mobile() })).status).toBe(201);
});

it('the calls of one address, for pages too: a page says so', async () => {
  const { create } = calls();
  const { path } = await create();
  const visitor = formVisitor(test);
  const statuses = [];
  for (let n = 0; n < 40; n++) statuses.push((await visitor.get(path)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { status, headers, html } = await visitor.get(path);
  expect([status, html]).toEqual([429, expect.stringContaining('Muitas visitas em pouco tempo')]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(headers['content-security-policy']).toContain('sandbox');
});
