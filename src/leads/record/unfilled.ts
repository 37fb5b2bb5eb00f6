import type { Signal } from '../../contract/origin';
import { withoutInvisible } from '../../common/text';

/** What scripts write for a missing value. */
const NO_VALUE = String.raw`undefined|null|NaN|\[object [^[\]]+\]`;

/** `{{…}}`, `${…}`, `%%…%%`, `*|…|*`, `<%…%>`: nobody writes a name or a note like this. */
const TEMPLATE = String.raw`\{{2,3}[^{}]*\}{2,3}|\$\{[^{}]*\}|%%[^%]+%%|\*\|[^|]*\|\*|<%[^%]*%>`;

/** `{…}`, `[[…]]`, `%…%`, `__…__`. */
const SIGNAL_TEMPLATE = String.raw`\{[^{}]*\}|\[\[[^[\]]*\]\]|%[^%]*%|__[^_]+(?:_[^_]+)*__`;

/** The shapes of what is left in place of a value. Each begins in its own way, so that no value is tried in two ways. */
const SHAPES = {
  text: new RegExp(`${NO_VALUE}|${TEMPLATE}`, 'y'),
  signal: new RegExp(`${NO_VALUE}|${TEMPLATE}|${SIGNAL_TEMPLATE}`, 'iy'),
} as const;

/** `[…]` and `$…$` alone. Several in a row are the name of a campaign. */
const ALONE = /^(?:\[[^[\]]*\]|\$[^$]+\$)$/;

const SEPARATOR = /[\s\-_|/:.,+]/;

/**
 * Whether the whole value is what a script or template leaves in place of one, also repeated, with signs between. As the first contact
 * wins, such a value would stay. `text`: a name, an e-mail address, a note, a tag. `signal`: the longer list, in any case.
 */
export function isUnfilled(value: string, list: keyof typeof SHAPES): boolean {
  const text = withoutInvisible(value).trim();
  if (list === 'text') return isMadeOf(SHAPES.text, text);
  return [text, withPlainSigns(text)].some((read) => ALONE.test(read) || isMadeOf(SHAPES.signal, read));
}

/** Reads the text once, shape by shape. */
function isMadeOf(shape: RegExp, text: string): boolean {
  let end = 0;
  while (end < text.length) {
    shape.lastIndex = end;
    if (shape.test(text)) end = shape.lastIndex;
    else if (end > 0 && SEPARATOR.test(text.charAt(end))) end++;
    else return false;
  }
  return end > 0;
}

/** Decodes the percent-encoded signs of the shapes, `{}[]%$|*<>`. */
const withPlainSigns = (text: string): string =>
  text.replace(/%(?:7[BCD]|5[BD]|2[45A]|3[CE])/gi, (sign) => decodeURIComponent(sign));

const CLICK_IDS: readonly Signal[] = ['fbclid', 'gclid', 'gbraid', 'wbraid'];

/** What instructions have in place of a click id: `REPLACE_ME`, `your_gclid`, one sign repeated. */
const SAMPLE = /^(?:replace_me|your_(?:fbclid|gclid|gbraid|wbraid)|(.)\1+)$/i;

/** Whether the signal has no value, by the list for signals; a click id also when it is a sample. */
export const isUnfilledSignal = (signal: Signal, value: string): boolean =>
  // Stryker disable next-line StringLiteral: whatever is not `text` is the list for signals.
  isUnfilled(value, 'signal') || (CLICK_IDS.includes(signal) && SAMPLE.test(value.trim()));
