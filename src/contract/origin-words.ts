import type { Origin } from './origin';

/** Names of origins for owners, in pages, exports and imports. */
export const ORIGIN_WORDS: Readonly<Record<Origin, string>> = {
  network_a_ads: 'Meta Ads',
  social: 'Rede social, sem anúncio',
  network_b_ads: 'Google Ads',
  organic_network_b: 'Google orgânico',
  organic: 'Outra campanha (utm)',
  referral: 'Indicação de outro site',
  untracked: 'Sem classificação',
  direct: 'Direto',
};
