import { type Origin, ORIGINS, ORIGIN_WORDS } from '../../contract/origin';
import { originNamed } from './origin-words';

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
