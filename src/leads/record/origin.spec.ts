import { type Origin, type OriginRule, ORIGINS, type Signal } from '../../contract/origin';
import { isOpenOrigin, originOf, type Attribution, readAttribution } from './origin';

const CLICK = 'AbC_123-xyz';

const explain = (signals: Partial<Record<Signal, string>>): [Origin, OriginRule] => {
  const { origin, rule } = originOf(signals);
  return [origin, rule];
};

describe('the origin values', () => {
  it('are the eight of the specification', () => {
    expect([...ORIGINS].sort()).toEqual([
      'direct',
      'network_a_ads',
      'network_b_ads',
      'organic',
      'organic_network_b',
      'referral',
      'social',
      'untracked',
    ]);
  });

  it.each(ORIGINS.map((origin) => [origin, origin === 'untracked' || origin === 'direct'] as const))(
    '%s is still open: %s',
    (origin, isOpen) => expect(isOpenOrigin(origin)).toBe(isOpen),
  );
});

describe('the eleven rows', () => {
  it.each<[string, Attribution, Origin, OriginRule]>([
    [
      'utm of network A, fbclid',
      { utm_source: 'facebook', fbclid: CLICK },
      'network_a_ads',
      'utm_network_a_with_click',
    ],
    ['utm of network A, fbc', { utm_source: 'facebook', fbc: 'fb.1.2.3' }, 'network_a_ads', 'utm_network_a_with_click'],
    ['utm of network A, even if cpc', { utm_source: 'instagram', utm_medium: 'cpc' }, 'social', 'utm_network_a'],
    ['utm of network A, even if paid', { utm_source: 'meta', utm_medium: 'paid' }, 'social', 'utm_network_a'],
    ['utm of network B, gclid', { utm_source: 'google', gclid: CLICK }, 'network_b_ads', 'utm_network_b_with_click'],
    [
      'utm of network B, gbraid, even if organic',
      { utm_source: 'google', utm_medium: 'organic', gbraid: CLICK },
      'network_b_ads',
      'utm_network_b_with_click',
    ],
    ['utm of network B, wbraid', { utm_source: 'adwords', wbraid: CLICK }, 'network_b_ads', 'utm_network_b_with_click'],
    [
      'utm of network B, gad_source',
      { utm_medium: 'gads', gad_source: '1' },
      'network_b_ads',
      'utm_network_b_with_click',
    ],
    [
      'utm of network B, even if cpc',
      { utm_source: 'google', utm_medium: 'cpc' },
      'organic_network_b',
      'utm_network_b',
    ],
    ['any other utm', { utm_source: 'newsletter' }, 'organic', 'utm_other'],
    ['any other utm, even with gclid', { utm_medium: 'email', gclid: CLICK }, 'organic', 'utm_other'],
    ['any other utm, even with fbclid', { utm_medium: 'email', fbclid: CLICK }, 'organic', 'utm_other'],
    ['no utm, gclid', { gclid: CLICK }, 'network_b_ads', 'click_network_b'],
    ['no utm, gbraid', { gbraid: CLICK }, 'network_b_ads', 'click_network_b'],
    ['no utm, wbraid', { wbraid: CLICK }, 'network_b_ads', 'click_network_b'],
    ['no utm, gad_source', { gad_source: '1' }, 'network_b_ads', 'click_network_b'],
    ['no utm, fbclid', { fbclid: CLICK }, 'network_a_ads', 'click_network_a'],
    ['no utm, fbc', { fbc: 'fb.1.2.3' }, 'network_a_ads', 'click_network_a'],
    ['search referrer', { referrer: 'www.google.com/' }, 'organic_network_b', 'referrer_network_b_search'],
    ['social referrer', { referrer: 'l.instagram.com/' }, 'social', 'referrer_social'],
    ['link-in-bio referrer', { referrer: 'linktr.ee/shop' }, 'social', 'referrer_social'],
    ['short-link referrer', { referrer: 't.co/abc' }, 'social', 'referrer_social'],
    ['other referrer', { referrer: 'blog.example/post' }, 'referral', 'referrer_other'],
    ['another search engine', { referrer: 'www.bing.com/search' }, 'referral', 'referrer_other'],
    ['a mail host of network B', { referrer: 'mail.google.com/' }, 'referral', 'referrer_other'],
    ['nothing', {}, 'untracked', 'no_signal'],
  ])('%s', (_, signals, origin, rule) => expect(explain(signals)).toEqual([origin, rule]));
});

describe('precedence', () => {
  it.each<[string, Attribution, Origin]>([
    ['both networks in one field', { utm_source: 'google_facebook' }, 'social'],
    ['both networks in two fields', { utm_source: 'google', utm_medium: 'fb' }, 'social'],
    ['both networks, the other way round', { utm_source: 'ig', utm_medium: 'adwords', gclid: CLICK }, 'social'],
    ['both networks, clicks of both', { utm_source: 'google ig', gclid: CLICK, fbclid: CLICK }, 'network_a_ads'],
    ['no utm, clicks of both', { gclid: CLICK, fbclid: CLICK }, 'network_b_ads'],
    ['no utm, gad_source and fbc', { gad_source: '1', fbc: 'fb.1' }, 'network_b_ads'],
    ['a click id before the referrer', { fbclid: CLICK, referrer: 'www.google.com/' }, 'network_a_ads'],
    ['the utm before the referrer', { utm_source: 'newsletter', referrer: 'www.google.com/' }, 'organic'],
    ['utm of network A, click of network B', { utm_source: 'facebook', gclid: CLICK }, 'social'],
    ['utm of network B, click of network A', { utm_source: 'google', fbclid: CLICK }, 'organic_network_b'],
  ])('%s', (_, signals, origin) => expect(originOf(signals).origin).toBe(origin));
});

describe('terms in the utm', () => {
  it.each([
    ...['facebook', 'instagram', 'meta', 'fb', 'ig', 'FACEBOOK', 'InstaGram', 'Meta', 'FB', 'IG'],
    ...['facebook_ads', 'xfbx', 'my-instagram-page', 'metaverse', 'ig_bio'],
    // A known bias of matching parts of words: all of these contain `ig`.
    ...['digital', 'marketing-digital', 'campaign', 'design', 'artigo', 'Digital', 'original'],
  ])('%s reads as network A, in source and in medium', (text) => {
    expect(explain({ utm_source: text })).toEqual(['social', 'utm_network_a']);
    expect(explain({ utm_medium: text })).toEqual(['social', 'utm_network_a']);
    expect(explain({ utm_source: 'newsletter', utm_medium: text })).toEqual(['social', 'utm_network_a']);
    expect(explain({ utm_medium: text, fbclid: CLICK })).toEqual(['network_a_ads', 'utm_network_a_with_click']);
  });

  it.each([
    'google',
    'adwords',
    'gads',
    'youtube',
    'GOOGLE',
    'YouTube',
    'GAds',
    'google_ads',
    'mygads1',
    'youtube.com',
  ])('%s reads as network B, in source and in medium', (text) => {
    expect(explain({ utm_source: text })).toEqual(['organic_network_b', 'utm_network_b']);
    expect(explain({ utm_medium: text })).toEqual(['organic_network_b', 'utm_network_b']);
    expect(explain({ utm_medium: text, gclid: CLICK })).toEqual(['network_b_ads', 'utm_network_b_with_click']);
  });

  it.each([
    'newsletter',
    'email',
    'cpc',
    'paid',
    'organic',
    'bing',
    'tiktok',
    'linkedin',
    'f b',
    'i.g',
    'goog le',
    'ads',
    ...['face', 'insta', 'gram', 'met', 'book', 'goog', 'adword', 'gad', 'youtub', 'tube'],
  ])('%s reads as neither', (text) => {
    expect(explain({ utm_source: text })).toEqual(['organic', 'utm_other']);
    expect(explain({ utm_medium: text })).toEqual(['organic', 'utm_other']);
  });

  it('a term split over source and medium is not a term', () => {
    expect(explain({ utm_source: 'insta', utm_medium: 'gram' })).toEqual(['organic', 'utm_other']);
    expect(explain({ utm_source: 'i', utm_medium: 'g' })).toEqual(['organic', 'utm_other']);
  });

  it.each(['utm_campaign', 'utm_content', 'utm_term'] as const)('%s alone is not a utm', (signal) => {
    for (const value of ['facebook', 'google', 'newsletter']) {
      expect(explain({ [signal]: value })).toEqual(['untracked', 'no_signal']);
      expect(explain({ [signal]: value, gclid: CLICK })).toEqual(['network_b_ads', 'click_network_b']);
      expect(explain({ [signal]: value, fbclid: CLICK })).toEqual(['network_a_ads', 'click_network_a']);
      expect(explain({ [signal]: value, referrer: 'linktr.ee/a' })).toEqual(['social', 'referrer_social']);
    }
  });

  it.each(['utm_campaign', 'utm_content', 'utm_term'] as const)('%s takes no part beside a utm', (signal) => {
    expect(explain({ utm_source: 'newsletter', [signal]: 'facebook' })).toEqual(['organic', 'utm_other']);
    expect(explain({ utm_source: 'google', [signal]: 'facebook' })).toEqual(['organic_network_b', 'utm_network_b']);
    expect(explain({ utm_source: 'facebook', [signal]: 'google' })).toEqual(['social', 'utm_network_a']);
  });
});

describe('every combination of signals', () => {
  const UTM: Record<string, Attribution[]> = {
    none: [{}, { utm_campaign: 'facebook', utm_content: 'google', utm_term: 'x' }],
    a: [{ utm_source: 'facebook' }, { utm_medium: 'paid_ig' }, { utm_source: 'newsletter', utm_medium: 'Meta' }],
    b: [{ utm_source: 'google' }, { utm_medium: 'YouTube' }, { utm_source: 'newsletter', utm_medium: 'gads' }],
    both: [{ utm_source: 'google-fb' }, { utm_source: 'adwords', utm_medium: 'instagram' }],
    other: [{ utm_source: 'newsletter' }, { utm_medium: 'cpc' }, { utm_source: 'bing', utm_medium: 'cpc' }],
  };
  const CLICK_A: Record<string, Attribution> = { none: {}, fbclid: { fbclid: CLICK }, fbc: { fbc: 'fb.1.1.abc' } };
  const CLICK_B: Record<string, Attribution> = {
    none: {},
    gclid: { gclid: CLICK },
    gbraid: { gbraid: CLICK },
    wbraid: { wbraid: CLICK },
    gad_source: { gad_source: '1' },
  };
  const REFERRER: Record<string, Attribution> = {
    none: {},
    search: { referrer: 'www.google.com.br/search' },
    social: { referrer: 'l.facebook.com/l.php' },
    bio: { referrer: 'linktr.ee/shop' },
    other: { referrer: 'blog.example/post' },
  };

  /** The specification's table with disjoint rows: utm, click of A, click of B, referrer; a dash for none, a star for any. */
  const TABLE = [
    ['a both', 'click', '*', '*', 'network_a_ads', 'utm_network_a_with_click'],
    ['a both', '-', '*', '*', 'social', 'utm_network_a'],
    ['b', '*', 'click', '*', 'network_b_ads', 'utm_network_b_with_click'],
    ['b', '*', '-', '*', 'organic_network_b', 'utm_network_b'],
    ['other', '*', '*', '*', 'organic', 'utm_other'],
    ['none', '*', 'click', '*', 'network_b_ads', 'click_network_b'],
    ['none', 'click', '-', '*', 'network_a_ads', 'click_network_a'],
    ['none', '-', '-', 'search', 'organic_network_b', 'referrer_network_b_search'],
    ['none', '-', '-', 'social bio', 'social', 'referrer_social'],
    ['none', '-', '-', 'other', 'referral', 'referrer_other'],
    ['none', '-', '-', 'none', 'untracked', 'no_signal'],
  ] as const;

  const click = (kind: string): string => (kind === 'none' ? '-' : 'click');
  const accepts = (cell: string, value: string): boolean => cell === '*' || cell.split(' ').includes(value);

  const combinations = Object.keys(UTM).flatMap((utm) =>
    Object.keys(CLICK_A).flatMap((a) =>
      Object.keys(CLICK_B).flatMap((b) => Object.keys(REFERRER).map((referrer) => [utm, a, b, referrer] as const)),
    ),
  );

  it('is 375, and each meets exactly one row of the table', () => {
    expect(combinations).toHaveLength(375);
  });

  it.each(combinations)('utm %s, network A click %s, network B click %s, referrer %s', (utm, a, b, referrer) => {
    const rows = TABLE.filter(
      (row) =>
        accepts(row[0], utm) && accepts(row[1], click(a)) && accepts(row[2], click(b)) && accepts(row[3], referrer),
    );
    expect(rows).toHaveLength(1);
    for (const variant of UTM[utm] ?? []) {
      const signals = { ...variant, ...CLICK_A[a], ...CLICK_B[b], ...REFERRER[referrer] };
      expect(explain(signals)).toEqual([rows[0]?.[4], rows[0]?.[5]]);
    }
  });
});

describe('signals as they are sent', () => {
  const originOfSent = (sent: Partial<Record<Signal, string>>) => originOf(readAttribution(sent).attribution).origin;

  it.each<[string, Partial<Record<Signal, string>>, Origin]>([
    ['a blank utm is not a utm', { utm_source: '  ', utm_medium: '', gclid: CLICK }, 'network_b_ads'],
    ['a bad click id counts for nothing', { utm_source: 'facebook', fbclid: 'short' }, 'social'],
    ['a bad click id leaves the referrer', { gclid: 'short', referrer: 'https://t.co/a' }, 'social'],
    ['a bad utm leaves the click id', { utm_source: 'face\u0007book', fbclid: CLICK }, 'network_a_ads'],
    ['a bad referrer alone', { referrer: 'http://www.google.com/' }, 'untracked'],
    ['the bio link of network A reads as its ad', { utm_source: 'ig', fbclid: CLICK }, 'network_a_ads'],
    ['a referrer in upper case', { referrer: 'HTTPS://WWW.GOOGLE.COM.BR/Search?q=a' }, 'organic_network_b'],
    ['a referrer with a port', { referrer: 'https://www.instagram.com:8443/p' }, 'social'],
    ['a referrer with the default port', { referrer: 'https://google.com:443' }, 'organic_network_b'],
    ['a referrer that ends in a dot', { referrer: 'https://www.google.com./' }, 'organic_network_b'],
    ['a social referrer that ends in a dot', { referrer: 'https://x.com./a' }, 'social'],
    ['a host of another owner', { referrer: 'https://google.com.evil.example/' }, 'referral'],
    ['a host in the credentials', { referrer: 'https://google.com@evil.example/' }, 'referral'],
    ['a host in the query', { referrer: 'https://evil.example/?r=https://x.com/' }, 'referral'],
    ['a backslash after the host', { referrer: 'https://evil.example\\@google.com/' }, 'referral'],
    ['letters beyond ASCII that look the same', { referrer: 'https://gооgle.com/' }, 'referral'],
  ])('%s', (_, sent, origin) => expect(originOfSent(sent)).toBe(origin));
});
