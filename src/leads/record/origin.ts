import { type Origin, type OriginRule, type Signal, SIGNALS } from '../../contract/origin';
import { MAX_REFERRER, MAX_UTM } from '../../contract/limits';
import { codePoints, isCleanText, withoutInvisible } from '../../common/text';
import { isUnfilledSignal } from './unfilled';

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

export type SentSignals = Readonly<Partial<Record<Signal, string | null>>>;

/** Non-blank signals in their format; `referrer` reduced to host and path. */
export type Attribution = Readonly<Partial<Record<Signal, string>>>;

const utm = (value: string): boolean => codePoints(value) <= MAX_UTM && isCleanText(value);
const clickId = (value: string): boolean => /^[A-Za-z0-9_-]{8,500}$/.test(value);

const FORMATS: Readonly<Record<Signal, (value: string) => boolean>> = {
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  utm_content: utm,
  utm_term: utm,
  fbclid: clickId,
  fbc: (value) => /^[\x21-\x7e]{1,600}$/.test(value),
  gclid: clickId,
  gbraid: clickId,
  wbraid: clickId,
  gad_source: (value) => /^[\x20-\x7e]{1,20}$/.test(value),
  // Read below.
  referrer: () => true,
};

/**
 * Reads the signals of a submission (specification, section 2, rule 8). Null, blank and a referrer on the account's own site
 * count as absent. Signals in a bad format or left by a broken script are unused and named in `ignored`. Values are trimmed and
 * otherwise kept byte for byte.
 */
export function readAttribution(
  sent: SentSignals,
  // Stryker disable next-line ArrayDeclaration: no host is the replacement.
  siteDomains: readonly string[] = [],
): {
  attribution: Attribution;
  ignored: Signal[];
} {
  const attribution: Partial<Record<Signal, string>> = {};
  const ignored: Signal[] = [];
  const ownSite = new Set(siteDomains);
  for (const signal of SIGNALS) {
    const value = sent[signal]?.trim();
    if (!value || withoutInvisible(value).trim() === '') continue;
    const kept = isUnfilledSignal(signal, value) || !FORMATS[signal](value) ? undefined : keptOf(signal, value);
    if (kept === undefined) ignored.push(signal);
    else if (signal !== 'referrer' || !isUnder(kept, ownSite)) attribution[signal] = kept;
  }
  return { attribution, ignored };
}

const keptOf = (signal: Signal, value: string): string | undefined =>
  signal === 'referrer' ? hostAndPath(value) : value;

/** The longest host name. Parsing time grows with the square of the length. */
const MAX_HOST = 255;

/** Returns host and path of a full https URL of at most 2,048 characters; a query may hold personal data. */
function hostAndPath(url: string): string | undefined {
  const authority = /^https:\/\/([^/\\?#\s]+)/i.exec(url)?.[1];
  if (!authority || authority.length > MAX_HOST) return undefined;
  if (codePoints(url) > MAX_REFERRER || !isCleanText(url) || /\s/.test(url) || !URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  return host ? host + pathname : undefined;
}

/** Hosts that decide the origin of a referrer (docs/decisions.md, "Origin"). */

const hosts = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Social sites with their short-link domains, and link-in-bio pages. */
export const SOCIAL_HOSTS = hosts(
  'facebook.com fb.com fb.me instagram.com threads.net threads.com twitter.com x.com t.co tiktok.com ' +
    'linktr.ee linktree.com lnk.bio linkin.bio beacons.ai beacons.page bio.link bio.site campsite.bio taplink.cc ' +
    'taplink.at tap.bio solo.to hoo.be msha.ke komi.io linkfly.to lynk.id allmylinks.com linkpop.com linklist.bio ' +
    'shor.by flowpage.com stan.store',
);

export const GOOGLE_SUFFIXES = hosts(
  'ac ad ae am as at az ba be bf bg bi bj bs by ca cat cc cd cf cg ch ci cl cm cn co.bw co.ck co.cr co.id co.il ' +
    'co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve co.vi co.za co.zm co.zw ' +
    'com com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.by com.bz com.co com.cu com.cy ' +
    'com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.lc com.ly ' +
    'com.mt com.mx com.my com.na com.nf com.ng com.ni com.np com.om com.pa com.pe com.ph com.pk com.pr com.py ' +
    'com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tn com.tr com.tw com.ua com.uy com.vc com.vn cv cz de ' +
    'dj dk dm dz ee es fi fm fr ga gd ge gf gg gl gm gp gr gy hn hr ht hu ie im io iq is it it.ao je jo kg ki kz ' +
    'la li lk lt lu lv md me mg mk ml mn ms mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn ' +
    'so st td tg tk tl tm tn to tt us vg vu ws',
);

const GOOGLE = /^(?:www\.|images\.)?google\./;

/** Returns whether a referrer (host and path) is network B's search; mail, drive and others are not. */
export function isGoogleSearch(referrer: string): boolean {
  const host = hostOf(referrer);
  return host === 'encrypted.google.com' || (GOOGLE.test(host) && GOOGLE_SUFFIXES.has(host.replace(GOOGLE, '')));
}

export const isSocialSite = (referrer: string): boolean => isUnder(referrer, SOCIAL_HOSTS);

/** Returns whether a referrer (host and path) is on one of these hosts or a subdomain. */
function isUnder(referrer: string, names: ReadonlySet<string>): boolean {
  const labels = hostOf(referrer).split('.');
  return labels.some((_, start) => names.has(labels.slice(start).join('.')));
}

/** Drops the port, and the dot that may end a full host name. */
function hostOf(referrer: string): string {
  const [host] = referrer.split(/[/:]/, 1) as [string];
  return host.replace(/\.$/, '');
}
