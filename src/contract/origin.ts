/** Origins of the specification's section 2. */
export const ORIGINS = [
  'network_a_ads',
  'social',
  'network_b_ads',
  'organic_network_b',
  'organic',
  'referral',
  'untracked',
  'direct',
] as const;

export type Origin = (typeof ORIGINS)[number];

/** Origins of leads that came by a campaign, perhaps. */
export const CAMPAIGN_ORIGINS: readonly Origin[] = [
  'network_a_ads',
  'social',
  'network_b_ads',
  'organic_network_b',
  'organic',
];

/** Row of the specification's table that decided; `staff` is an origin that people filled in. */
export type OriginRule =
  | 'utm_network_a_with_click'
  | 'utm_network_a'
  | 'utm_network_b_with_click'
  | 'utm_network_b'
  | 'utm_other'
  | 'click_network_b'
  | 'click_network_a'
  | 'referrer_network_b_search'
  | 'referrer_social'
  | 'referrer_other'
  | 'no_signal'
  | 'staff';

/** Advertising signals of the specification's section 4, in its order; also their column names. */
export const SIGNALS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'fbclid',
  'fbc',
  'gclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'referrer',
] as const;

export type Signal = (typeof SIGNALS)[number];

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
