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
 * Keeps the first contact for the session, or for days in the browser, where the browser lets it.
 */
export const embedScript = ({ address, title, rememberDays }: EmbeddedForm): string => String.raw`(function () {
  'use strict';
  const ADDRESS = ${quoted(address)};
  const DAYS = ${rememberDays};
  const KEY = 'entrada_' + ADDRESS.split('/').pop();
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
    } catch (error) {
      // A browser that keeps nothing: this page counts.
    }
  }

  // The site before this one, without what follows its path.
  function referrer() {
    if (document.referrer.indexOf('https://') !== 0) return '';
    const from = '.' + new URL(document.referrer).hostname.replace(/^www\./, '');
    const here = '.' + location.hostname.replace(/^www\./, '');
    return from.endsWith(here) || here.endsWith(from) ? '' : document.referrer.split(/[?#]/)[0].slice(0, ${MAX_REFERRER});
  }

  function ofThisPage() {
    const signals = {};
    const query = new URLSearchParams(location.search);
    ['${IN_ADDRESSES.join("', '")}'].forEach(function (name) {
      const value = (query.get(name) || '').trim();
      if (value) signals[name] = value;
    });
    if (referrer()) signals.referrer = referrer();
    return signals;
  }

  let signals = kept();
  if (!signals) {
    signals = ofThisPage();
    if (Object.keys(signals).length > 0) keep(signals);
  }
  let source = ADDRESS;
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
  let loads = 0;
  frame.addEventListener('load', function () {
    if (loads++ > 0 && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
  });

  if (script && !script.closest('head')) script.parentNode.insertBefore(frame, script.nextSibling);
  else if (document.body) document.body.appendChild(frame);
  else addEventListener('DOMContentLoaded', function () { document.body.appendChild(frame); });
})();
`;
