import type { AccountWithSettings } from '../../src/contract/account';
import type { AuditEntry } from '../../src/contract/audit';
import { MAX_SITE_DOMAINS } from '../../src/contract/limits';
import type { Warning } from '../../src/contract/submission';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { heldCalls } from '../support/held-calls';
import { HttpClient } from '../support/http-client';
import { importCalls, lines } from '../support/import-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const { post, nextPhone, detail, newest, conflicting, applyAsNew, apply, submit } = heldCalls(test, partner, writer);
const { imported } = importCalls(test, partner);

const OWN_PAGE = 'https://www.minhaloja.com.br/contato';
const set = (site_domains: unknown, client = partner.owner) =>
  client.patch<AccountWithSettings>('/account', { site_domains });
const read = async () => (await partner.owner.get<AccountWithSettings>('/account')).data.site_domains;
const originFrom = async (referrer: string, from = partner.api) => {
  const { data, body } = await post({ attribution: { referrer } }, from);
  return [data.lead.origin, body.warnings];
};
const changes = async () =>
  (await partner.owner.get<AuditEntry[]>('/audit')).data.filter(({ action }) => action === 'account.changed');

describe('the domains of the own site', () => {
  it('are none at first, and every referrer counts', async () => {
    expect(await read()).toEqual([]);
    expect(await originFrom(OWN_PAGE)).toEqual(['referral', undefined]);
  });

  it('make a referrer on them absent, from the next submission on and until they are taken away', async () => {
    const set200 = await set(['MinhaLoja.com.br', ' pão.com.br ', 'minhaloja.com.br']);
    expect([set200.status, set200.data.site_domains]).toEqual([200, ['minhaloja.com.br', 'xn--po-sia.com.br']]);
    expect(await read()).toEqual(['minhaloja.com.br', 'xn--po-sia.com.br']);
    expect(await originFrom(OWN_PAGE)).toEqual(['untracked', undefined]);
    expect(await originFrom('https://outraminhaloja.com.br/')).toEqual(['referral', undefined]);
    expect(await originFrom('https://www.instagram.com/')).toEqual(['social', undefined]);
    expect((await set([])).data.site_domains).toEqual([]);
    expect(await originFrom(OWN_PAGE)).toEqual(['referral', undefined]);
  });

  it('leave the lead open for the first contact that tells something', async () => {
    await set(['minhaloja.com.br']);
    const phone = nextPhone.mobile();
    await post({ phone, attribution: { referrer: OWN_PAGE } });
    expect((await post({ phone, attribution: { utm_source: 'google' } })).data.lead.origin).toBe('organic_network_b');
  });

  it('hold for the plan without automatic origin, which shows none', async () => {
    await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: false } });
    await set(['minhaloja.com.br']);
    const { data } = await post({ attribution: { referrer: OWN_PAGE } });
    expect('origin' in data.lead).toBe(false);
    expect((await detail(data.id)).origin).toBe('untracked');
  });

  it('are of one account alone', async () => {
    const other = await test.partner('leads:read', 'leads:write');
    await set(['minhaloja.com.br']);
    expect((await other.owner.get<AccountWithSettings>('/account')).data.site_domains).toEqual([]);
    expect(await originFrom(OWN_PAGE, other.api)).toEqual(['referral', undefined]);
    expect((await set(['x.com.br'], partner.owner.with({ 'X-Account-Id': RANDOM_ID }))).error.code).toBe('not_found');
    expect((await set(['x.com.br'], new HttpClient(`${test.url}/admin/v1`, partner.key))).status).toBe(401);
    expect(await read()).toEqual(['minhaloja.com.br']);
  });

  it('are set by the owner’s session, for their own account whatever the header says', async () => {
    const { token } = (await partner.staff.post<{ token: string }>('/owner-sessions')).data;
    const owner = new HttpClient(`${test.url}/admin/v1`, token);
    const other = await test.partner('leads:read');
    const answer = await set(['minhaloja.com.br'], owner.with({ 'X-Account-Id': other.accountId }));
    expect([answer.status, answer.data.id, await read()]).toEqual([200, partner.accountId, ['minhaloja.com.br']]);
    const [entry] = await changes();
    expect(entry).toMatchObject({ actor: { type: 'owner' }, subject: { type: 'account', id: partner.accountId } });
  });

  it('are in the audit trail when they change, and only then', async () => {
    await set(['minhaloja.com.br']);
    await set(['minhaloja.com.br']);
    expect(await changes()).toHaveLength(1);
    await set([]);
    expect((await changes()).map(({ actor }) => actor.type)).toEqual(['operator', 'operator']);
  });

  it('keep what the operator changes, and are kept by it', async () => {
    await set(['minhaloja.com.br']);
    expect((await partner.staff.patch<object>('', { name: 'Outro nome' })).data).not.toHaveProperty('site_domains');
    expect(await read()).toEqual(['minhaloja.com.br']);
    expect((await partner.staff.patch('', { site_domains: [] })).fields).toEqual(['site_domains']);
  });

  it('several changes at once leave one of the lists that were sent', async () => {
    const sent = times(6, (n) => [`loja${n}.com.br`, 'minhaloja.com.br']);
    const answers = await Promise.all(sent.map((domains) => set(domains)));
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(sent).toContainEqual(await read());
  });
});

describe('a list of domains is refused', () => {
  const MANY = times(MAX_SITE_DOMAINS + 1, (n) => `loja${n}.com.br`);

  it('by its place, and the former list stays', async () => {
    await set(['minhaloja.com.br']);
    for (const [domains, fields] of [
      [MANY, ['site_domains']],
      [
        ['a.com', 'localhost', '*.a.com'],
        ['site_domains.1', 'site_domains.2'],
      ],
      [
        [null, 1],
        ['site_domains.0', 'site_domains.1'],
      ],
      [null, ['site_domains']],
      ['minhaloja.com.br', ['site_domains']],
      [['ã.'.repeat(5_000)], ['site_domains.0']],
      [times(2_000, () => 'a.b'), ['site_domains']],
    ]) {
      const answer = await set(domains);
      expect([answer.status, answer.fields]).toEqual([422, fields]);
    }
    expect(await read()).toEqual(['minhaloja.com.br']);
  });

  it('with twenty it is taken', async () => {
    expect((await set(MANY.slice(1))).data.site_domains).toEqual(MANY.slice(1));
  });

  it('a change of nothing, or of something else', async () => {
    expect((await partner.owner.patch('/account', {})).fields).toEqual(['body']);
    expect((await partner.owner.patch('/account', { name: 'x' })).fields).toEqual(['name']);
  });
});

describe('what a broken script leaves, and a referrer on the own site,', () => {
  const attribution = { utm_source: '{{source}}', gclid: 'undefined', referrer: OWN_PAGE };
  const named = (warnings: unknown) => (warnings as Warning[]).map(({ code, field }) => `${code} ${field}`);
  const NAMED = ['invalid_format attribution.utm_source', 'invalid_format attribution.gclid'];
  const signals = (id: string) =>
    test.sql('select origin, origin_rule, utm_source, gclid, referrer from leads where id = $1', [id]);
  const NO_SIGNALS = [{ origin: 'untracked', origin_rule: 'no_signal', utm_source: null, gclid: null, referrer: null }];

  it('are no signals of a submission', async () => {
    await set(['minhaloja.com.br']);
    const { data, body } = await post({ attribution });
    expect(named(body.warnings)).toEqual(NAMED);
    expect(await signals(data.id)).toEqual(NO_SIGNALS);
  });

  it('are no signals of a held submission that is applied, by the domains of that moment', async () => {
    const external_id = 'taken';
    await submit({ external_id });
    await writer.post('/leads', { phone: nextPhone.mobile(), external_id, attribution });
    const { id } = await newest();
    await set(['minhaloja.com.br']);
    const applied = await applyAsNew(id);
    expect(named(applied.body.warnings)).toEqual(NAMED);
    expect(await signals(applied.data.lead_id ?? '')).toEqual(NO_SIGNALS);

    const { held, lead } = await conflicting({ attribution });
    expect(named((await apply(held.id, lead.id)).body.warnings)).toEqual(NAMED);
    expect(await signals(lead.id)).toEqual(NO_SIGNALS);
  });

  it('are no signals of an imported row', async () => {
    await set(['minhaloja.com.br']);
    const file = lines('phone,utm_source,gclid,referrer', `${nextPhone.mobile()},{{source}},undefined,${OWN_PAGE}`);
    const report = await imported(file);
    expect(report).toMatchObject({ created: 1, refused: 0 });
    const [{ id } = { id: '' }] = await partner.sql<{ id: string }>('select id from leads where account_id = $1');
    expect(await signals(id)).toEqual(NO_SIGNALS);
  });
});
