import type { Warning } from '../../src/contract/submission';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { forAllTests } from '../support/setup';

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const { nextPhone, post, originOf } = leadCalls(test, partner);

describe('attribution', () => {
  it('takes a signal that is null for absent, as browsers give parameters that a page was opened without', async () => {
    const attribution = { utm_source: 'google', utm_medium: null, gclid: null, referrer: null };
    const answer = await post({ attribution });
    expect([answer.status, answer.data.lead.origin, answer.body.warnings]).toEqual([
      201,
      'organic_network_b',
      undefined,
    ]);
  });

  it('names signals of an invalid format in warnings, in dotted form, and keeps the lead', async () => {
    const attribution = {
      utm_source: 'x\u0000',
      fbclid: 'short',
      gclid: 'Cj0KCQjw',
      referrer: 'http://example.com/',
    };
    const answer = await post({ attribution });
    expect(answer.status).toBe(201);
    expect(answer.data.lead.origin).toBe('network_b_ads');
    const warnings = answer.body.warnings as Warning[];
    expect(warnings.map(({ code, field }) => [code, field])).toEqual([
      ['invalid_format', 'attribution.utm_source'],
      ['invalid_format', 'attribution.fbclid'],
      ['invalid_format', 'attribution.referrer'],
    ]);
  });

  it('keeps host and path of the referrer and tells which rule decided', async () => {
    const attribution = { referrer: 'https://www.google.com.br/search?q=ana@example.com' };
    const { id } = (await post({ attribution })).data;
    const rows = await test.sql('select origin, origin_rule, referrer from leads where id = $1', [id]);
    expect(rows).toEqual([
      { origin: 'organic_network_b', origin_rule: 'referrer_network_b_search', referrer: 'www.google.com.br/search' },
    ]);
  });

  it('lets the first contact win, and an untracked lead change once; the conversation follows', async () => {
    const phone = nextPhone.mobile();
    await post({ phone });
    const changed = (
      await post({ phone, attribution: { utm_source: 'google', utm_campaign: 'c1', gclid: 'abcdefgh' } })
    ).data;
    expect(changed.lead).toMatchObject({
      origin: 'network_b_ads',
      utm: { source: 'google', medium: null, campaign: 'c1' },
    });
    const kept = (await post({ phone, attribution: { utm_source: 'facebook', utm_medium: 'x', fbclid: 'abcdefgh' } }))
      .data;
    expect(kept.lead).toEqual(changed.lead);
    expect(await originOf(phone)).toBe('network_b_ads');
  });
});
