import { type Signal, SIGNALS } from '../../contract/origin';
import { readAttribution } from './origin';

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
const CLICK_IDS = ['fbclid', 'gclid', 'gbraid', 'wbraid'] as const;
const GOOD: Record<Signal, string> = {
  utm_source: 'newsletter',
  utm_medium: 'e-mail',
  utm_campaign: 'Promoção de março',
  utm_content: 'botão azul',
  utm_term: 'tênis + meia',
  fbclid: 'IwAR0_abc-DEF',
  fbc: 'fb.1.1700000000000.IwAR0_abc',
  gclid: 'Cj0KCQ_abc-1',
  gbraid: '0AAAAA_abc-1',
  wbraid: 'CjkKCA_abc-1',
  gad_source: '1',
  referrer: 'https://blog.example/post',
};

const read = (signal: Signal, value: string) => readAttribution({ [signal]: value });
const isKept = (signal: Signal, value: string): boolean => {
  const { attribution, ignored } = read(signal, value);
  const kept = attribution[signal] !== undefined;
  expect(ignored).toEqual(kept ? [] : [signal]);
  return kept;
};

describe('the signals', () => {
  it('are the twelve of the specification', () => {
    expect([...SIGNALS].sort()).toEqual(Object.keys(GOOD).sort());
  });

  it('are all kept when they are good', () => {
    expect(readAttribution(GOOD)).toEqual({
      attribution: { ...GOOD, referrer: 'blog.example/post' },
      ignored: [],
    });
  });

  it('are absent when nothing is sent', () => {
    expect(readAttribution({})).toEqual({ attribution: {}, ignored: [] });
  });

  it.each(SIGNALS)('%s is absent when it is blank', (signal) => {
    for (const blank of ['', ' ', '   \t\r\n ', '\u00a0', '\u2003', '\ufeff']) {
      expect(read(signal, blank)).toEqual({ attribution: {}, ignored: [] });
    }
  });

  it.each(SIGNALS)('%s is trimmed at its ends', (signal) => {
    expect(read(signal, ` \t${GOOD[signal]}\u00a0\n`)).toEqual(read(signal, GOOD[signal]));
  });

  it('that break their format are named in the order of the specification, the others stay', () => {
    const sent = { referrer: 'x', wbraid: 'short', gclid: GOOD.gclid, utm_source: 'a\u0000b', fbc: 'a b' };
    expect(readAttribution(sent)).toEqual({
      attribution: { gclid: GOOD.gclid },
      ignored: ['utm_source', 'fbc', 'wbraid', 'referrer'],
    });
  });

  it.each(SIGNALS)('%s with a control character inside is ignored', (signal) => {
    const value = GOOD[signal];
    const middle = Math.ceil(value.length / 2);
    for (const control of ['\u0000', '\u0007', '\t', '\n', '\r', '\u001f', '\u007f', '\u0085', '\u009f']) {
      const broken = `${value.slice(0, middle)}${control}${value.slice(middle)}${value}`;
      expect(read(signal, broken)).toEqual({ attribution: {}, ignored: [signal] });
    }
  });

  it.each(SIGNALS)('%s with a lone surrogate is ignored', (signal) => {
    for (const lone of ['\ud83d', '\ude00', '\ude00\ud83d']) {
      expect(read(signal, `${GOOD[signal]}${lone}`)).toEqual({ attribution: {}, ignored: [signal] });
    }
  });
});

describe('what a broken script leaves', () => {
  it.each(SIGNALS)('%s is ignored and named', (signal) => {
    for (const left of [
      'undefined',
      'NULL',
      'NaN',
      '[object Object]',
      '{{campaign.name}}',
      '${x}',
      '{x}',
      '%X%',
      '[[x]]',
      ' undefined ',
    ]) {
      expect(read(signal, left)).toEqual({ attribution: {}, ignored: [signal] });
    }
  });

  it.each(UTM)('%s may be what analytics writes for no value', (signal) => {
    for (const text of ['(direct)', '(not set)', '(none)']) expect(read(signal, text).attribution[signal]).toBe(text);
  });

  it.each(SIGNALS)('%s is absent when it holds invisible marks alone', (signal) =>
    expect(read(signal, '\u200b \u200e')).toEqual({ attribution: {}, ignored: [] }),
  );
});

describe('a referrer on the site of the account', () => {
  const DOMAINS = ['minhaloja.com.br', 'loja.example', 'xn--po-sia.com.br'];
  const readReferrer = (referrer: string) => readAttribution({ referrer }, DOMAINS);

  it.each([
    ['itself', 'https://minhaloja.com.br/contato'],
    ['with www', 'https://www.minhaloja.com.br/'],
    ['a deep subdomain', 'https://a.b.loja.example'],
    ['in capitals', 'https://MINHALOJA.com.br/'],
    ['with a port', 'https://loja.example:8443/a'],
    ['with the dot of a full name', 'https://loja.example./a'],
    ['with accents', 'https://pão.com.br/'],
    ['with a query', 'https://loja.example/?utm_source=google'],
  ])('is absent without a warning: %s', (_, referrer) =>
    expect(readReferrer(referrer)).toEqual({ attribution: {}, ignored: [] }),
  );

  it.each([
    ['another site', 'https://example.com/'],
    ['a name that ends alike', 'https://outraminhaloja.com.br/'],
    ['a name that begins alike', 'https://minhaloja.com.br.example.com/'],
    ['a parent', 'https://com.br/'],
    ['the domain in the path', 'https://example.com/minhaloja.com.br'],
  ])('%s is a referrer as any other', (_, referrer) =>
    expect(readReferrer(referrer)).toEqual(readAttribution({ referrer })),
  );

  it('a bad one is still named', () => expect(readReferrer('http://minhaloja.com.br/').ignored).toEqual(['referrer']));

  it('other signals stay', () =>
    expect(readAttribution({ utm_source: 'loja.example', referrer: 'https://loja.example/' }, DOMAINS)).toEqual({
      attribution: { utm_source: 'loja.example' },
      ignored: [],
    }));
});

describe.each(UTM)('%s', (signal) => {
  it.each([
    ['1 character', 'a', true],
    ['500 characters', 'ab'.repeat(250), true],
    ['501 characters', `${'ab'.repeat(250)}c`, false],
    ['500 emoji', '😀'.repeat(500), true],
    ['501 emoji', '😀'.repeat(501), false],
    ['499 letters and an emoji', `${'a'.repeat(499)}😀`, true],
    ['500 letters and an emoji', `${'a'.repeat(500)}😀`, false],
    ['500 characters between blanks', `  ${'ã'.repeat(500)}  `, true],
    ['a line separator, which is not a control character', 'a\u2028b', true],
  ])('of %s', (_, value, kept) => expect(isKept(signal, value)).toBe(kept));

  it.each([
    'Promoção',
    'Promoc\u0327a\u0303o',
    'a  b',
    'A+b%20c',
    "<script>'; drop table--",
    '日本語',
    '{{campaign.name}} de março',
  ])('keeps %j byte for byte', (value) => expect(read(signal, value).attribution[signal]).toBe(value));
});

describe.each(CLICK_IDS)('%s', (signal) => {
  it.each([
    ['7 characters', 'a'.repeat(7), false],
    ['8 characters', 'ab'.repeat(4), true],
    ['500 characters', 'ab'.repeat(250), true],
    ['501 characters', `${'ab'.repeat(250)}c`, false],
    ['8 characters between blanks', ' abcdefgh ', true],
    ['7 characters and blanks', ' abcdefg ', false],
    ['letters, digits, _ and -', 'azAZ09_-', true],
    ['a dot', 'abcdefgh.', false],
    ['a blank inside', 'abcd efgh', false],
    ['a plus', 'abcdefgh+', false],
    ['a slash', 'abcdefgh/', false],
    ['an equals sign', 'abcdefgh=', false],
    ['a percent sign', 'abcdefgh%2D', false],
    ['letters beyond ASCII', 'abcdefghã', false],
    ['full-width digits', '１２３４５６７８', false],
    ['the Kelvin sign', 'abcdefgh\u212a', false],
    ['an emoji', 'abcdefgh😀', false],
    ['a placeholder', '{{fbclid}}', false],
    ['two lines', 'abcdefgh\nabcdefgh', false],
  ])('of %s', (_, value, kept) => expect(isKept(signal, value)).toBe(kept));
});

describe('fbc', () => {
  it.each([
    ['1 character', 'f', true],
    ['600 characters', 'a'.repeat(600), true],
    ['601 characters', 'a'.repeat(601), false],
    ['600 characters between blanks', ` ${'a'.repeat(600)} `, true],
    ['the first and the last printable character', '!~', true],
    ['a blank inside', 'fb.1 2', false],
    ['a no-break space', 'fb.1\u00a02', false],
    ['letters beyond ASCII', 'fb.ã', false],
    ['an emoji', 'fb.😀', false],
  ])('of %s', (_, value, kept) => expect(isKept('fbc', value)).toBe(kept));
});

describe('gad_source', () => {
  it.each([
    ['1 character', '1', true],
    ['20 characters', '1'.repeat(20), true],
    ['21 characters', '1'.repeat(21), false],
    ['20 characters between blanks', ` ${'1'.repeat(20)} `, true],
    ['a blank inside', '1 2', true],
    ['the first and the last printable character', '!~', true],
    ['letters beyond ASCII', 'ã', false],
    ['an emoji', '😀', false],
  ])('of %s', (_, value, kept) => expect(isKept('gad_source', value)).toBe(kept));
});

describe('referrer', () => {
  it.each([
    ['host and path', 'https://blog.example/a/b', 'blog.example/a/b'],
    ['host alone', 'https://blog.example', 'blog.example/'],
    ['a query', 'https://blog.example/a?email=maria@example.com', 'blog.example/a'],
    ['a query without a path', 'https://blog.example?email=maria@example.com', 'blog.example/'],
    ['a fragment', 'https://blog.example/a#token=1', 'blog.example/a'],
    ['a fragment without a path', 'https://blog.example#token=1', 'blog.example/'],
    ['query and fragment', 'https://blog.example/a?b#c?d', 'blog.example/a'],
    ['credentials', 'https://user:password@blog.example/a', 'blog.example/a'],
    ['an empty user', 'https://@blog.example/a', 'blog.example/a'],
    ['a host in the user', 'https://google.com@evil.example/', 'evil.example/'],
    ['upper case', 'HTTPS://Blog.EXAMPLE/Path', 'blog.example/Path'],
    ['a port', 'https://blog.example:8443/a', 'blog.example:8443/a'],
    ['the default port', 'https://blog.example:443/a', 'blog.example/a'],
    ['a dot at the end of the host', 'https://blog.example./a', 'blog.example./a'],
    ['a host beyond ASCII', 'https://café.example/', 'xn--caf-dma.example/'],
    ['a path with escapes', 'https://blog.example/a%20b', 'blog.example/a%20b'],
    ['IPv6', 'https://[2001:db8::1]/a', '[2001:db8::1]/a'],
    ['a backslash after the host', 'https://evil.example\\@google.com/', 'evil.example/@google.com/'],
    ['blanks around', '  https://blog.example/a  ', 'blog.example/a'],
  ])('with %s', (_, value, kept) => {
    expect(read('referrer', value)).toEqual({ attribution: { referrer: kept }, ignored: [] });
  });

  it.each([
    'http://blog.example/',
    'ftp://blog.example/',
    'android-app://com.google.android.gm/',
    'javascript:alert(1)',
    'data:text/html,a',
    'blog.example/a',
    'www.google.com',
    '//blog.example/a',
    '/a',
    'a',
    'https',
    'https:',
    'https:/',
    'https://',
    'https:///',
    'https:///blog.example/a',
    'https:blog.example/a',
    'https:/blog.example/a',
    'https:\\\\blog.example/a',
    'https:/\\blog.example/a',
    'https://\\blog.example/a',
    'https://?q=blog.example',
    'https://#blog.example',
    'https://@/',
    'https://user@/',
    'https://user:password@/a',
    'https://:443/',
    'https://:@:443/',
    'https://blog.example:99999/',
    'https://blog.example:port/',
    'https://[::1/',
    'https://[no]/',
    'https://blog .example/',
    'https://blog.example/a b',
    'https://blog.example/a\u00a0b',
    'https://blog.example/a\u2003b',
    'https://blog.example/?q=a b',
    'https:// blog.example/',
    'https://blog^.example/',
    'https://blog|.example/',
    'https://%zz/',
    'https://256.256.256.256/',
    'xhttps://blog.example/',
    'see https://blog.example/',
  ])('%j is ignored', (value) => expect(read('referrer', value)).toEqual({ attribution: {}, ignored: ['referrer'] }));

  it.each([
    ['path', (length: number) => `https://x.example/${'a'.repeat(length - 18)}`],
    ['query', (length: number) => `https://x.example/?${'a'.repeat(length - 19)}`],
    ['fragment', (length: number) => `https://x.example/#${'a'.repeat(length - 19)}`],
    ['path between blanks', (length: number) => `  https://x.example/${'a'.repeat(length - 18)}  `],
    ['query of emoji', (length: number) => `https://x.example/?${'😀'.repeat(length - 19)}`],
  ])('has at most 2,048 characters as sent, counting the %s', (_, ofLength) => {
    expect([...ofLength(2_048).trim()]).toHaveLength(2_048);
    expect(isKept('referrer', ofLength(2_048))).toBe(true);
    expect(isKept('referrer', ofLength(2_049))).toBe(false);
  });

  it('has a host of at most 255 characters', () => {
    const ofHost = (length: number): string => `https://${'a.'.repeat(125)}${'b'.repeat(length - 250)}/c`;
    expect(isKept('referrer', ofHost(255))).toBe(true);
    expect(isKept('referrer', ofHost(256))).toBe(false);
  });
});
