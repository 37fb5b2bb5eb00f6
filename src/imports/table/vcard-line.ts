import { isUtf8 } from 'node:buffer';
import type { Steps } from '../../common/in-slices';
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

const EQUALS = '='.charCodeAt(0);
const BLANKS: readonly (number | undefined)[] = Array.from(' \t', (blank) => blank.charCodeAt(0));

const isMultibyte = (byte = 0): boolean => byte >= 0x80;
// Stryker disable next-line EqualityOperator: the byte c0 is never in UTF-8.
const isContinuation = (byte = 0): boolean => isMultibyte(byte) && byte < 0xc0;

/** Bytes of a line end, as some writers of CR, CR and LF have it. */
const LONGEST_LINE_END = 4;
const [CR, LF] = [13, 10];

/** Finds the line ends, each with the index after it. Neither a long line nor a million empty ones takes long at once. */
function* lineEndsOf(bytes: Buffer): Generator<readonly [at: number, next: number]> {
  const ends = [CR, LF].map((sign) => ({ sign, at: bytes.indexOf(sign) }));
  for (;;) {
    const found = ends.filter(({ at }) => at !== -1).map(({ at }) => at);
    if (found.length === 0) return;
    const at = Math.min(...found);
    let next = at + 1;
    // Stryker disable next-line ConditionalExpression,EqualityOperator: bounds the time alone.
    while (next - at < LONGEST_LINE_END && (bytes[next] === CR || bytes[next] === LF)) next++;
    yield [at, next];
    // Stryker disable next-line ConditionalExpression,LogicalOperator,UnaryOperator,EqualityOperator: saves searching again.
    for (const end of ends) if (end.at !== -1 && end.at < next) end.at = bytes.indexOf(end.sign, next);
  }
}

/**
 * Joins the UTF-8 characters that a line end cuts, since many writers fold by bytes; decoding reads line by line. Removes a fold (a
 * line end and a blank) and a soft line break (`=` and a line end) there only: `cardLines` joins the rest.
 */
export function* wholeCharacters(bytes: Buffer): Steps<Buffer> {
  const joined = Buffer.alloc(bytes.length);
  let from = 0;
  let length = 0;
  for (const [index, next] of lineEndsOf(bytes)) {
    const isSoft = bytes[index - 1] === EQUALS;
    const [end, start] = isSoft ? [index - 1, next] : [index, next + 1];
    const isFold = isSoft || BLANKS.includes(bytes[next]);
    if (isFold && isMultibyte(bytes[end - 1]) && isContinuation(bytes[start])) {
      length += bytes.copy(joined, length, from, end);
      from = start;
    }
    yield;
  }
  length += bytes.copy(joined, length, from);
  return joined.subarray(0, length);
}

/** Pictures, sounds and keys: never read, and often most of a file. */
// Stryker disable next-line Regex: saves memory; they are left out later too.
const SKIPPED = /^(?:[\w-]+\.)?(?:photo|logo|sound|key)[;:]/i;
const START = /^(?:([\w-]+)\.)?([\w-]+)((?:;[^:]*)?):/;

/** The characters read of a property: more than a cell may have, also where each is escaped or encoded. */
const LONGEST = 100_000;
/** The parameters and types read of a property. */
const MOST_TYPES = 50;

/**
 * Yields the properties of a text of cards in order. A line that begins with a blank continues the previous one; a
 * quoted-printable line that ends with `=` continues on the next. Other lines, such as pictures in old files, yield null.
 */
export function* cardLines(text: string): Generator<CardLine | null> {
  let open: [string, ...string[]] | undefined;
  let length = 0;
  // Stryker disable next-line StringLiteral: it ends without an equals sign too.
  let last = '';
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const isSoft = last.endsWith('=') && open !== undefined && isQuotedPrintable(open[0]);
    last = line;
    if (isSoft || /^[ \t]/.test(line)) {
      // Stryker disable next-line AssignmentOperator: bounds the memory alone.
      length += line.length;
      // Stryker disable next-line ConditionalExpression,EqualityOperator: the same.
      if (length <= LONGEST) open?.push(isSoft ? line : line.slice(1));
      yield null;
      continue;
    }
    yield open ? lineOf(open) : null;
    open = SKIPPED.test(line) ? undefined : [line];
    length = line.length;
  }
  yield open ? lineOf(open) : null;
}

// Stryker disable next-line MethodExpression: bounds the time alone.
const isQuotedPrintable = (line: string): boolean => /;(?:encoding=)?quoted-printable\b/i.test(line.slice(0, 200));

function lineOf(parts: readonly [string, ...string[]]): CardLine | null {
  // Stryker disable next-line MethodExpression: bounds the time alone.
  const first = parts[0].slice(0, LONGEST);
  // Stryker disable next-line StringLiteral,ArrayDeclaration: all but the group are always there.
  const [start, group = '', name = '', written = ''] = START.exec(first) ?? [];
  if (start === undefined) return null;
  // Stryker disable next-line MethodExpression: before the first semicolon is nothing.
  const parameters = written.split(';', MOST_TYPES).slice(1);
  const isQuoted = isQuotedPrintable(first);
  const whole = isQuoted
    ? parts.map((part) => (part.endsWith('=') ? part.slice(0, -1) : part)).join('')
    : parts.join('');
  const value = whole.slice(start.length, LONGEST);
  return {
    name: name.toUpperCase(),
    // Stryker disable next-line MethodExpression: compared with other groups only.
    group: group.toLowerCase(),
    // Stryker disable next-line MethodExpression: bounds the time alone.
    types: parameters.flatMap(typesOf).slice(0, MOST_TYPES),
    value: isQuoted ? unquoted(value, parameters) : value,
  };
}

function typesOf(parameter: string): readonly string[] {
  // Stryker disable next-line StringLiteral: there is always a first part.
  const [name = '', value] = parameter.toLowerCase().split('=', 2);
  if (value === undefined) return [name];
  if (name === 'pref') return ['pref'];
  return name === 'type' || name === 'waid'
    ? name === 'waid'
      ? ['waid']
      : value.replaceAll('"', '').split(',', MOST_TYPES)
    : [];
}

/** Decodes `=C3=A3`, in UTF-8 unless the parameters name another valid charset. */
function unquoted(value: string, parameters: readonly string[]): string {
  const bytes = Buffer.from(
    // Stryker disable next-line Regex: one sign at a time gives the same.
    value.replace(/((?:=[\da-f]{2})+)|\P{ASCII}+/giu, (signs, encoded?: string) =>
      (encoded === undefined ? Buffer.from(signs) : Buffer.from(signs.replaceAll('=', ''), 'hex')).toString('latin1'),
    ),
    'latin1',
  );
  const isOther = parameters.some((one) => /^charset=(?:iso-8859|windows-125|latin)/i.test(one));
  return isOther || !isUtf8(bytes) ? windows1252(bytes) : bytes.toString();
}
