import type { Origin } from '../../contract/origin';
import { tagNames } from '../record/tags';
import { readSubmission } from './submission';
import type { SubmitLeadDto } from './lead.dto';

const PHONE = '(11) 98765-4321';
const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const NO_ID = '00000000-0000-0000-0000-000000000000';

describe('a submission', () => {
  it('that holds a phone alone is empty beside it', () => {
    const body: SubmitLeadDto = { phone: PHONE };
    const submission = readSubmission(body);
    expect(submission).toEqual({
      phone: { digits: '5511987654321', key: '551187654321' },
      name: null,
      email: null,
      note: null,
      record: null,
      tags: [],
      sentTags: [],
      externalId: null,
      consent: false,
      attribution: {},
      origin: { origin: 'untracked', rule: 'no_signal' },
      deal: { pipelineId: null, stageId: null, value: null },
      isWithoutDeal: false,
      createdAt: null,
      warnings: [],
    });
  });

  it('that holds everything', () => {
    const submission = readSubmission({
      phone: PHONE,
      name: 'Maria',
      email: 'Maria@Example.com',
      notes: 'Ligar à tarde',
      tags: ['VIP', 'Site'],
      external_id: 'form:1',
      consent: true,
      attribution: { utm_source: 'facebook', fbclid: 'AbC_123-xyz', referrer: 'https://l.facebook.com/l.php?u=a' },
      deal: { pipeline_id: ID.toUpperCase(), stage_id: ID, value: 1234.56 },
    });
    expect(submission).toMatchObject({
      name: 'Maria',
      email: 'Maria@Example.com',
      note: 'Ligar à tarde',
      tags: [
        { key: 'site', name: 'Site' },
        { key: 'vip', name: 'VIP' },
      ],
      externalId: 'form:1',
      consent: true,
      attribution: { utm_source: 'facebook', fbclid: 'AbC_123-xyz', referrer: 'l.facebook.com/l.php' },
      origin: { origin: 'network_a_ads', rule: 'utm_network_a_with_click' },
      deal: { pipelineId: ID, stageId: ID, value: 1234.56 },
      warnings: [],
    });
  });

  it.each([undefined, false])('consent %s is not consent', (consent) =>
    expect(readSubmission({ phone: PHONE, consent }).consent).toBe(false),
  );

  it('keeps a deal value of zero', () => {
    expect(readSubmission({ phone: PHONE, deal: { value: 0 } }).deal.value).toBe(0);
  });

  it.each(['', 'abc', ID.slice(1), `${ID}0`, ` ${ID}`, ID.replaceAll('-', ''), `{${ID}}`, `${ID}\n`, 'null'])(
    'the id %j is not a UUID and becomes the one that no row has',
    (id) => {
      expect(readSubmission({ phone: PHONE, deal: { pipeline_id: id, stage_id: id } }).deal).toEqual({
        pipelineId: NO_ID,
        stageId: NO_ID,
        value: null,
      });
    },
  );
});

describe('warnings', () => {
  it('name every signal that was ignored, which counts for nothing', () => {
    const { warnings, origin, attribution } = readSubmission({
      phone: PHONE,
      attribution: { referrer: 'http://x.com/', gclid: 'short', fbclid: 'AbC_123-xyz', utm_source: 'a\u0000' },
    });
    expect(warnings.map(({ code, field }) => [code, field])).toEqual([
      ['invalid_format', 'attribution.utm_source'],
      ['invalid_format', 'attribution.gclid'],
      ['invalid_format', 'attribution.referrer'],
    ]);
    expect(warnings.map(({ message }) => message).every((message) => message.length > 0)).toBe(true);
    expect(attribution).toEqual({ fbclid: 'AbC_123-xyz' });
    expect(origin).toEqual({ origin: 'network_a_ads', rule: 'click_network_a' });
  });

  it('never repeat the value', () => {
    const { warnings } = readSubmission({ phone: PHONE, attribution: { gclid: 'pass word' } });
    expect(JSON.stringify(warnings)).not.toContain('pass word');
  });

  it('say of what a broken script left that it is no value', () => {
    const attribution = { utm_source: ' {{source}} ', utm_medium: 'UNDEFINED', gclid: 'short' };
    const { warnings, origin } = readSubmission({ phone: PHONE, attribution });
    const isOfScript = warnings.map(({ code, field, message }) => [code, field, message.includes('veio sem valor')]);
    expect(isOfScript).toEqual([
      ['invalid_format', 'attribution.utm_source', true],
      ['invalid_format', 'attribution.utm_medium', true],
      ['invalid_format', 'attribution.gclid', false],
    ]);
    expect(origin.origin).toBe('untracked');
  });

  it('name what a template left in a text or a tag, which counts as absent', () => {
    const left = {
      name: 'undefined undefined',
      email: '{{email}}',
      notes: '{{mensagem}}',
      tags: ['a', '{{b}}', '', 'null'],
    };
    const { warnings, ...read } = readSubmission({ phone: PHONE, ...left, attribution: { gclid: 'short' } });
    expect(read).toMatchObject({
      name: null,
      email: null,
      note: null,
      sentTags: ['a'],
      tags: [{ key: 'a', name: 'a' }],
    });
    expect(warnings.map(({ code, field }) => [code, field])).toEqual([
      ['ignored', 'name'],
      ['ignored', 'email'],
      ['ignored', 'notes'],
      ['ignored', 'tags'],
      ['invalid_format', 'attribution.gclid'],
    ]);
    expect(warnings.filter(({ message }) => message.startsWith('Veio sem valor'))).toHaveLength(4);
    expect(readSubmission({ phone: PHONE, name: 'Null', tags: ['', ' '] }).warnings).toEqual([]);
  });

  it('do not come from a referrer on the own site', () => {
    const submission = readSubmission({ phone: PHONE, attribution: { referrer: 'https://a.example/' } }, {}, [
      'a.example',
    ]);
    expect([submission.warnings, submission.origin.rule]).toEqual([[], 'no_signal']);
  });

  it('do not come from blank signals', () => {
    expect(readSubmission({ phone: PHONE, attribution: { gclid: '  ', referrer: '' } }).warnings).toEqual([]);
  });
});

describe('tags', () => {
  it.each<[string, string[], [key: string, name: string][]]>([
    ['none', [], []],
    ['upper and lower case are one tag, spelled as first sent', ['VIP', 'vip', 'Vip'], [['vip', 'VIP']]],
    [
      'composed and decomposed accents are one tag',
      ['promoc\u0327a\u0303o', 'Promoção'],
      [['promoção', 'promoc\u0327a\u0303o']],
    ],
    [
      'accents count',
      ['maca', 'maçã'],
      [
        ['maca', 'maca'],
        ['maçã', 'maçã'],
      ],
    ],
    [
      'in the order of the keys, not of the request',
      ['b', 'C', 'a'],
      [
        ['a', 'a'],
        ['b', 'b'],
        ['c', 'C'],
      ],
    ],
    [
      'blanks inside count',
      ['a b', 'a  b'],
      [
        ['a  b', 'a  b'],
        ['a b', 'a b'],
      ],
    ],
  ])('%s', (_, tags, expected) => {
    expect(tagNames(tags)).toEqual(expected.map(([key, name]) => ({ key, name })));
  });

  it('come in one order whatever the order of the request', () => {
    const tags = ['z', 'É', 'e', '10', '9', 'Z2', '😀', 'ﬁ'];
    const keys = tagNames(tags).map(({ key }) => key);
    expect(keys).toHaveLength(tags.length);
    for (let start = 0; start < tags.length; start++) {
      const turned = [...tags.slice(start), ...tags.slice(0, start)];
      expect(tagNames(turned).map(({ key }) => key)).toEqual(keys);
      expect(tagNames(turned.reverse()).map(({ key }) => key)).toEqual(keys);
    }
  });
});

describe('the word of the owner', () => {
  it.each<[string, SubmitLeadDto['attribution'], Origin | undefined, object]>([
    ['is the origin where no signal tells one', {}, 'referral', { origin: 'referral', rule: 'staff' }],
    ['may be that the origin is direct', {}, 'direct', { origin: 'direct', rule: 'staff' }],
    ['is none where it is untracked', {}, 'untracked', { origin: 'untracked', rule: 'no_signal' }],
    ['gives way to a signal', { utm_source: 'news' }, 'referral', { origin: 'organic', rule: 'utm_other' }],
  ])('%s', (_, attribution, origin, expected) => {
    expect(readSubmission({ phone: PHONE, attribution }, { origin }).origin).toEqual(expected);
  });

  it('is the moment of a new lead', () => {
    const createdAt = new Date(0);
    expect(readSubmission({ phone: PHONE }, { createdAt }).createdAt).toBe(createdAt);
  });
});
