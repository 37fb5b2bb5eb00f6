import { isUtf8 } from 'node:buffer';
import { windows1252 } from './text-encoding';

/** A property of a card: `item1.TEL;TYPE=CELL:+55 11 98765-4321`. */
export interface CardLine {
  /** In upper case, without its group. */
  readonly name: string;
  /** Joins related lines, such as a number and its label. */
  readonly group: string;
  /** In lower case: the values of TYPE, and parameters without a value (version 2.1). */
  readonly types: readonly string[];
  /** Decoded but still escaped: a comma may separate. */
  readonly value: string;
}

/** Pictures, sounds and keys: never read, and often most of a file. */
const SKIPPED = /^(?:[\w-]+\.)?(?:photo|logo|sound|key)[;:]/i;
const START = /^(?:([\w-]+)\.)?([\w-]+)((?:;[^:]*)?):/;

/**
 * Yields the properties of a text of cards in order. A line that begins with a blank continues the previous one; a
 * quoted-printable line that ends with `=` continues on the next. Other lines, such as pictures in old files, yield null.
 */
export function* cardLines(text: string): Generator<CardLine | null> {
  let open: string[] | undefined;
  let isSkipped = false;
  for (const line of linesOf(text)) {
    const isSoft = open?.at(-1)?.endsWith('=') === true && isQuotedPrintable(open[0] ?? '');
    if (isSoft || /^[ \t]/.test(line)) {
      if (!isSkipped) open?.push(isSoft ? line : line.slice(1));
      yield null;
      continue;
    }
    yield open ? lineOf(open) : null;
    isSkipped = SKIPPED.test(line);
    open = isSkipped ? undefined : [line];
  }
  yield open ? lineOf(open) : null;
}

function* linesOf(text: string): Generator<string> {
  for (let at = 0, end: number; at < text.length; at = end + 1) {
    end = at;
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
    if (end > at) yield text.slice(at, end);
  }
}

const isQuotedPrintable = (line: string): boolean => /;(?:encoding=)?quoted-printable\b/i.test(line.slice(0, 200));

/** The characters read of a property: more than a cell may have, also where each is escaped or encoded. */
const LONGEST = 100_000;

function lineOf(parts: readonly string[]): CardLine | null {
  const first = (parts[0] ?? '').slice(0, LONGEST);
  const [start, group = '', name = '', written = ''] = START.exec(first) ?? [];
  if (start === undefined) return null;
  const parameters = written.split(';').slice(1);
  const isQuoted = isQuotedPrintable(first);
  const whole = isQuoted
    ? parts.map((part) => (part.endsWith('=') ? part.slice(0, -1) : part)).join('')
    : parts.join('');
  const value = whole.slice(start.length, LONGEST);
  return {
    name: name.toUpperCase(),
    group: group.toLowerCase(),
    types: parameters.flatMap(typesOf),
    value: isQuoted ? unquoted(value, parameters) : value,
  };
}

function typesOf(parameter: string): readonly string[] {
  const [name = '', value] = parameter.toLowerCase().split('=', 2);
  if (value === undefined) return [name];
  if (name === 'pref') return ['pref'];
  return name === 'type' || name === 'waid' ? (name === 'waid' ? ['waid'] : value.replaceAll('"', '').split(',')) : [];
}

/** Decodes `=C3=A3`, in UTF-8 unless the parameters name another valid charset. */
function unquoted(value: string, parameters: readonly string[]): string {
  const bytes = Buffer.from(
    value.replace(/=([\da-f]{2})|\P{ASCII}+/giu, (sign, hex?: string) =>
      hex === undefined ? Buffer.from(sign).toString('latin1') : String.fromCharCode(parseInt(hex, 16)),
    ),
    'latin1',
  );
  const isOther = parameters.some((one) => /^charset=(?:iso-8859|windows-125|latin)/i.test(one));
  return isOther || !isUtf8(bytes) ? windows1252(bytes) : bytes.toString();
}
