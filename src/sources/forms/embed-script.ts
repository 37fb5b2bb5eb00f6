import { MAX_REFERRER } from '../../contract/limits';
import { SIGNALS } from '../../contract/origin';

/** Signals that a page's address can have. */
const IN_ADDRESSES = SIGNALS.filter((signal) => signal !== 'fbc' && signal !== 'referrer');

/** The longest address of a frame that proxies accept. */
const LONGEST_ADDRESS = 6_000;

interface EmbeddedForm {
  /** Of its page. */
  readonly address: string;
  readonly title: string;
  readonly rememberDays: number;
}

/** A text in a script, which may itself be in a page. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');

/**
 * Script that puts the frame of a form where it stands, and gives it its height and the visitor's first contact. Runs in browsers of 2017.
 * Keeps the first contact for the session, or for days in the browser, where the browser lets it; otherwise the page counts. Of the site
 * before it keeps host and path.
 */
export const embedScript = ({ address, title, rememberDays }: EmbeddedForm): string => String.raw`(function () {
const ADDRESS = ${quoted(address)}, DAYS = ${rememberDays}, KEY = 'entrada_' + ADDRESS.split('/').pop();
const script = document.currentScript || document.querySelector('script[src^="' + ADDRESS + '/embed.js"]:not([data-done])');
if (script) script.setAttribute('data-done', '');

function storage() {
  if (DAYS === 0) localStorage.removeItem(KEY);
  return DAYS === 0 ? sessionStorage : localStorage;
}

function kept() {
  try {
    const found = JSON.parse(storage().getItem(KEY));
    return found && found.until > Date.now() ? found.signals : null;
  } catch (error) {
    return null;
  }
}

function keep(signals) {
  try {
    storage().setItem(KEY, JSON.stringify({ until: Date.now() + (DAYS || 1) * 86400000, signals: signals }));
  } catch (error) {}
}

function referrer() {
  const from = document.referrer;
  if (from.indexOf('https://') !== 0) return '';
  const other = '.' + new URL(from).hostname.replace(/^www\./, '');
  const own = '.' + location.hostname.replace(/^www\./, '');
  return other.endsWith(own) || own.endsWith(other) ? '' : from.split(/[?#]/)[0].slice(0, ${MAX_REFERRER});
}

function ofThisPage() {
  const signals = {}, query = new URLSearchParams(location.search);
  '${IN_ADDRESSES.join(' ')}'.split(' ').forEach(function (name) {
    const value = (query.get(name) || '').trim();
    if (value) signals[name] = value;
  });
  if (referrer()) signals.referrer = referrer();
  return signals;
}

let signals = kept(), source = ADDRESS, loads = 0;
if (!signals) {
  signals = ofThisPage();
  if (Object.keys(signals).length) keep(signals);
}
Object.keys(signals).forEach(function (name) {
  const longer = source + (source === ADDRESS ? '?' : '&') + name + '=' + encodeURIComponent(signals[name]);
  if (longer.length <= ${LONGEST_ADDRESS}) source = longer;
});

const frame = document.createElement('iframe');
frame.src = source;
frame.title = ${quoted(title)};
frame.style.cssText = 'display:block;width:100%;height:480px;border:0';
addEventListener('message', function (event) {
  const height = event.source === frame.contentWindow && event.data && event.data.entrada;
  if (typeof height === 'number' && height > 0 && height < 20000) frame.style.height = height + 'px';
});
frame.addEventListener('load', function () {
  if (loads++ && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
});

function put() {
  document.body.appendChild(frame);
}
if (script && !script.closest('head')) script.parentNode.insertBefore(frame, script.nextSibling);
else if (document.body) put();
else addEventListener('DOMContentLoaded', put);
})();
`;
