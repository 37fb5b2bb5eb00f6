import type { Origin, OriginRule } from '../../../contract/origin';
import type { Attribution } from './attribution';
import { isGoogleSearch, isSocialSite } from './referrer-hosts';

export interface ExplainedOrigin {
  readonly origin: Origin;
  readonly rule: OriginRule;
}

/** Matched as parts of words, as specified: `digital` contains `ig`. */
const NETWORK_A = ['facebook', 'instagram', 'meta', 'fb', 'ig'];
const NETWORK_B = ['google', 'adwords', 'gads', 'youtube'];

/** Section 2, the table from top to bottom: utm, then click ids, then the referrer. */
export function originOf(signals: Attribution): ExplainedOrigin {
  const clickA = signals.fbclid !== undefined || signals.fbc !== undefined;
  const clickB = [signals.gclid, signals.gbraid, signals.wbraid, signals.gad_source].some((id) => id !== undefined);
  const utm = [signals.utm_source, signals.utm_medium].filter((value) => value !== undefined);
  if (utm.length > 0) {
    if (mentions(utm, NETWORK_A)) {
      return clickA ? explained('network_a_ads', 'utm_network_a_with_click') : explained('social', 'utm_network_a');
    }
    if (mentions(utm, NETWORK_B)) {
      return clickB
        ? explained('network_b_ads', 'utm_network_b_with_click')
        : explained('organic_network_b', 'utm_network_b');
    }
    return explained('organic', 'utm_other');
  }
  if (clickB) return explained('network_b_ads', 'click_network_b');
  if (clickA) return explained('network_a_ads', 'click_network_a');
  if (signals.referrer === undefined) return explained('untracked', 'no_signal');
  if (isGoogleSearch(signals.referrer)) return explained('organic_network_b', 'referrer_network_b_search');
  if (isSocialSite(signals.referrer)) return explained('social', 'referrer_social');
  return explained('referral', 'referrer_other');
}

/** Rule 6: these two may still change, once. */
export const isOpenOrigin = (origin: Origin): boolean => origin === 'untracked' || origin === 'direct';

const explained = (origin: Origin, rule: OriginRule): ExplainedOrigin => ({ origin, rule });

const mentions = (utm: readonly string[], terms: readonly string[]): boolean =>
  utm.some((value) => terms.some((term) => value.toLowerCase().includes(term)));
