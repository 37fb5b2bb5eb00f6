import { MAX_REFERRER } from '../../contract/limits';
import { type Signal, SIGNALS } from '../../contract/origin';
import { codePoints, isCleanText } from '../../common/text';
import { withoutInvisible } from '../../common/typed-text';
import { isUnder } from './referrer-hosts';
import { isUnfilled } from './unfilled-signal';

/** Signals as they are sent. */
export type SentSignals = Readonly<Partial<Record<Signal, string | null>>>;

/** Signals that were sent, are not blank and keep their format; `referrer` reduced to host and path. */
export type Attribution = Readonly<Partial<Record<Signal, string>>>;

const utm = (value: string): boolean => codePoints(value) <= 500 && isCleanText(value);
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
  referrer: (value) => hostAndPath(value) !== undefined,
};

/**
 * Reads the signals of a submission. A blank one is absent, as null is, and so is a referrer on the account's own site, which is mostly the page
 * before the form. One that breaks its format, or that a broken script left, is not used and is named in `ignored` (specification, section 2, rule 8).
 * Values are trimmed at the ends and otherwise kept byte for byte.
 */
export function readAttribution(
  sent: SentSignals,
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
    const kept = isUnfilled(value) || !FORMATS[signal](value) ? undefined : keptOf(signal, value);
    if (kept === undefined) ignored.push(signal);
    else if (signal !== 'referrer' || !isUnder(kept, ownSite)) attribution[signal] = kept;
  }
  return { attribution, ignored };
}

const keptOf = (signal: Signal, value: string): string | undefined =>
  signal === 'referrer' ? hostAndPath(value) : value;

/** No host name is longer. Parsing a longer one takes time that grows with the square of its length. */
const MAX_HOST = 255;

/** Host and path of a full https URL of at most 2,048 characters: its query may hold personal data. */
function hostAndPath(url: string): string | undefined {
  const authority = /^https:\/\/([^/\\?#\s]+)/i.exec(url)?.[1];
  if (!authority || authority.length > MAX_HOST) return undefined;
  if (codePoints(url) > MAX_REFERRER || !isCleanText(url) || /\s/.test(url) || !URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  return host ? host + pathname : undefined;
}
