import { MAX_REFERRER, MAX_UTM } from '../../../contract/limits';
import { type Signal, SIGNALS } from '../../../contract/origin';
import { codePoints, isCleanText } from '../../../common/text';
import { withoutInvisible } from '../../../common/input/typed-text';
import { isUnder } from './referrer-hosts';
import { isUnfilledSignal } from '../unfilled';

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
