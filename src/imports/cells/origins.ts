import { type Origin, ORIGINS, ORIGIN_WORDS } from '../../contract/origin';
import { letters } from './texts';
import { MAX_REFERRER } from '../../contract/limits';

/** Other words for an origin, beside the words of the console and exports. `Google` alone may be an ad or not, so it is left out. */
const WORDS: Readonly<Record<Origin, readonly string[]>> = {
  network_a_ads: [
    'Anúncio na rede A (social)',
    'anúncio na rede A',
    ...['Facebook Ads', 'Instagram Ads', 'Meta Ads', 'anúncio no Facebook', 'anúncio no Instagram'],
  ],
  social: ['Rede social, sem anúncio', 'rede social', 'redes sociais', 'Facebook', 'Instagram', 'TikTok'],
  network_b_ads: ['Anúncio na rede B (busca)', 'anúncio na rede B', 'Google Ads', 'AdWords', 'anúncio no Google'],
  organic_network_b: ['Busca orgânica na rede B', 'busca orgânica', 'Google orgânico', 'orgânico do Google'],
  organic: ['Outra campanha (utm)', 'outra campanha', 'campanha'],
  referral: ['Indicação de outro site', 'indicação'],
  untracked: ['Sem classificação', 'sem origem', 'não informada', 'não informado', 'desconhecida'],
  direct: ['Direto', 'direta', 'acesso direto'],
};

const ORIGIN_OF = new Map<string, Origin>(
  ORIGINS.flatMap((origin) =>
    [origin, ORIGIN_WORDS[origin], ...WORDS[origin]].map((word) => [letters(word), origin] as const),
  ),
);

export const originNamed = (text: string): Origin | undefined => ORIGIN_OF.get(letters(text));

/** Escapes that parsing an address adds again: of non-ASCII characters and a few ASCII signs. */
const ENCODED = /(?:%[89A-F][0-9A-F]|%22|%3[CE]|%5E|%60|%7[BD])+/g;

/** Writes a stored host and path as an address. If too long to be read, it is unescaped as when sent. */
export function referrerCell(hostAndPath: string): string {
  const url = `https://${hostAndPath}`;
  return url.length <= MAX_REFERRER ? url : url.replace(ENCODED, decoded);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
