import { SIGNALS, type Signal } from '../../contract/origin';
import { MAX_REFERRER } from '../../contract/limits';
import { headerWords, withoutArticles } from '../../imports/headers/header-words';
import type { RecognisedHeader } from '../../imports/headers/recognised-header';
import { isUnfilledSignal } from '../../leads/record/unfilled';
import type { BodyField } from './body-fields';

/** Names of the page of a form, without articles. */
const PAGES = new Set(
  `url, href, page, pagina, page url, url page, url pagina, pagina url, landing page, landing page url, landing url, source url, page uri,
   page link, link pagina, endereco pagina, page location, location, location href, current url, url atual, form url, url form,
   submission url, conversion url, url conversao, pagina conversao, pagina origem, url origem, document location, document url,
   request url, pagina destino`
    .split(',')
    .map((name) => name.trim()),
);

/** Signals that stand in the address of a page; `fbc` and `referrer` never do. */
const IN_ADDRESSES: readonly Signal[] = SIGNALS.filter((signal) => signal !== 'fbc' && signal !== 'referrer');

const LONGEST_ADDRESS = 4 * MAX_REFERRER;

/** Returns the signal that a field holds by its name. A referrer may be a person, so that one has to be an address. */
export function signalNamed({ value }: BodyField, { field, words }: RecognisedHeader): Signal | undefined {
  const name = words.join(' ');
  const isReferrer = REFERRERS.has(name) && /^https?:\/\//i.test(value);
  const signal = isReferrer ? 'referrer' : SIGNALS.find((one) => one === field);
  return signal === undefined || isUnfilledSignal(signal, value) ? undefined : signal;
}

const REFERRERS = new Set([
  'referrer',
  'referer',
  'http referrer',
  'http referer',
  'document referrer',
  'page referrer',
  'referrer url',
]);

/** Returns the signals in the query of the address of a page. */
export function signalsInAddress({ path, value }: BodyField, { words }: RecognisedHeader): [Signal, string][] {
  if (!/^https?:\/\/[^?]*\?/i.test(value) || value.length > LONGEST_ADDRESS) return [];
  const names = [words, ...path.split('.').map((part) => headerWords(part))];
  if (!names.some((name) => PAGES.has(withoutArticles(name)))) return [];
  const query = new URLSearchParams(value.slice(value.indexOf('?') + 1).split('#', 1)[0]);
  return IN_ADDRESSES.flatMap((signal): [Signal, string][] => {
    const found = query.get(signal);
    return found && !isUnfilledSignal(signal, found) ? [[signal, found]] : [];
  });
}
