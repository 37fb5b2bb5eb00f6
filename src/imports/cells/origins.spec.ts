import { type Origin, ORIGINS, ORIGIN_WORDS } from '../../contract/origin';
import { originNamed, referrerCell } from './origins';
import { readAttribution } from '../../leads/record/origin';

it.each(ORIGINS)('%s is known by its code and by the word of the console', (origin) => {
  expect([originNamed(origin), originNamed(ORIGIN_WORDS[origin])]).toEqual([origin, origin]);
});

it.each<[string, Origin | undefined]>([
  ['  INDICAÇÃO ', 'referral'],
  ['Google Ads', 'network_b_ads'],
  ['Instagram Ads', 'network_a_ads'],
  ['TikTok', 'social'],
  ['AdWords', 'network_b_ads'],
  ['busca orgânica', 'organic_network_b'],
  ['campanha', 'organic'],
  ['sem origem', 'untracked'],
  ['acesso direto', 'direct'],
  ['google', undefined],
  ['Panfleto', undefined],
  ['', undefined],
])('%j is %j', (text, origin) => {
  expect(originNamed(text)).toBe(origin);
});

const storedOf = (url: string): string | undefined => readAttribution({ referrer: url }).attribution.referrer;

it.each([
  ['a page', 'https://blog.example/post', 'https://blog.example/post'],
  ['a page with accents', 'https://blog.example/ação', 'https://blog.example/a%C3%A7%C3%A3o'],
  ['a page with signs', 'https://blog.example/a,=1;+2|"x"', 'https://blog.example/a,=1;+2|%22x%22'],
  ['a long page of signs', `https://blog.example/${'😀'.repeat(2_000)}`, `https://blog.example/${'😀'.repeat(2_000)}`],
  ['a long page of quotes', `https://blog.example/${'"'.repeat(2_000)}`, `https://blog.example/${'"'.repeat(2_000)}`],
  [
    'a long page of brackets',
    `https://blog.example/${'<>{}'.repeat(500)}`,
    `https://blog.example/${'<>{}'.repeat(500)}`,
  ],
])('%s is written as a full address, and read as itself', (_, sent, cell) => {
  const stored = storedOf(sent) ?? '';
  expect(referrerCell(stored)).toBe(cell);
  expect(storedOf(cell)).toBe(stored);
});

it('the longest address that can be read stays as it is', () => {
  const stored = `blog.example/ab${'%22'.repeat(675)}`;
  expect(referrerCell(stored)).toBe(`https://${stored}`);
});

it('what no text is stays as it is', () => {
  const stored = `blog.example/${'%FF%FE'.repeat(500)}`;
  expect(referrerCell(stored)).toBe(`https://${stored}`);
});
