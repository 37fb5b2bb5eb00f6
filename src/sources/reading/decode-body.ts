import { isUtf8 } from 'node:buffer';
import { finished, mapped, type Steps } from '../../common/in-slices';
import { MAX_DELIVERY_DEPTH, MAX_DELIVERY_VALUES } from '../../contract/limits';
import { nextTurn } from '../../database/event-loop';
import { decodedText, windows1252 } from '../../imports/table/text-encoding';
import { type Json, OwnNames, parseAll } from './json';
import { boundaryIn, partsOf, trimmed } from './multipart';
import { nestedValues } from './nested-values';

export type { Json } from './json';

export type Decoded = { readonly body: Json } | { readonly unreadable: true };

const UNREADABLE: Decoded = { unreadable: true };

/**
 * Reads the bytes of a delivery: JSON, a form, or a form in parts, in the charset that they name. The content type decides only
 * whether a text is in parts; otherwise the first character does, since many tools send another type than they say.
 */
export async function decodeBody(bytes: Uint8Array, contentType = ''): Promise<Decoded> {
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const [charsetName, boundaryName] = ['charset', 'boundary'].map((name) => parameterOf(contentType, name));
    const { buffer, charset, isUtf16 } = await withoutUtf16(sent, charsetName, boundaryName);
    const boundary = boundaryIn(buffer, boundaryName);
    if (boundary !== undefined) {
      const pairs = await finished(pairsOfParts(buffer, boundary, charset));
      // A text may begin with dashes.
      return pairs.some(([name]) => name !== '') ? await form(pairs) : UNREADABLE;
    }
    const text = await textIn(buffer, charset);
    const start = text.trimStart().charAt(0);
    if ('{["'.includes(start)) return start === '' ? UNREADABLE : await withinLimits(await finished(parseAll(text)));
    // Escapes in UTF-16 may be of UTF-8, as browsers write them, or not.
    const isForm = start !== '<' && text.includes('=') && !BINARY.test(text) && !(isUtf16 && ESCAPE.test(text));
    return isForm ? await form(await finished(pairsOfForm(buffer, charset))) : UNREADABLE;
  } catch (error) {
    // What JSON.parse throws, and what is beyond the limits.
    if (error instanceof SyntaxError || error instanceof RangeError) return UNREADABLE;
    throw error;
  }
}

/** Control characters, which files and compressed bodies have, and texts do not. */
const BINARY = /(?!\s)\p{Cc}/u;

/** Returns a parameter of a content type, such as the charset. */
const parameterOf = (contentType: string, name: string): string | undefined =>
  contentType
    .split(';')
    .slice(1)
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.toLowerCase().startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .replace(/^"|"$/g, '');

/** A body whose charset leaves the characters of ASCII as they are. */
interface AsciiBody {
  readonly buffer: Buffer;
  readonly charset: string | undefined;
  readonly isUtf16: boolean;
}

/** Writes UTF-16 as UTF-8. What has no byte 0 only says to be UTF-16, as each sign of JSON and forms has one there. */
async function withoutUtf16(
  buffer: Buffer,
  charset: string | undefined,
  boundary: string | undefined,
): Promise<AsciiBody> {
  const isNamed = encodingOf(charset)?.startsWith('utf-16') === true;
  // Parts may have bytes 0 in files.
  if (!buffer.includes(0) || boundaryIn(buffer, boundary) !== undefined)
    return { buffer, charset: isNamed ? undefined : charset, isUtf16: isNamed };
  const { text, encoding } = await finished(decodedText(buffer));
  if (encoding.startsWith('utf-16')) return { buffer: Buffer.from(text), charset: undefined, isUtf16: true };
  return isNamed
    ? { buffer: Buffer.from(decoderOf(charset)?.(buffer) ?? text), charset: undefined, isUtf16: true }
    : { buffer, charset, isUtf16: false };
}

const ESCAPE = /%[\da-f]{2}/i;

/** Decodes in the named charset; without one as in imports. */
async function textIn(bytes: Buffer, charset: string | undefined): Promise<string> {
  const decoder = decoderOf(charset);
  return decoder ? decoder(bytes) : (await finished(decodedText(bytes))).text;
}

type Decoder = (bytes: Buffer) => string;

/** Returns the encoding of a charset. Undefined for an unknown one, and for UTF-8 and Windows-1252, which the bytes tell apart. */
function encodingOf(charset: string | undefined): string | undefined {
  try {
    const { encoding } = new TextDecoder(charset);
    return encoding === 'utf-8' || encoding === 'windows-1252' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** Returns the decoder of a charset, which throws for bytes that the charset does not have. */
function decoderOf(charset: string | undefined): Decoder | undefined {
  const encoding = encodingOf(charset);
  if (encoding === undefined) return undefined;
  const decoder = new TextDecoder(encoding);
  return (bytes) => whole(decoder.decode(bytes));
}

function whole(text: string): string {
  if (text.includes('\ufffd')) throw new RangeError();
  return text;
}

/** Decodes a name or value of a form. */
const utf8OrWindows = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString() : windows1252(bytes));

type Pair = readonly [name: string, value: string];

function* pairsOfForm(bytes: Buffer, charset: string | undefined): Steps<Pair[]> {
  const decoder = decoderOf(charset) ?? utf8OrWindows;
  const decoded = (text: string): string =>
    decoder(Buffer.from(text.replaceAll('+', ' ').replace(/%([\da-f]{2})/gi, character), 'latin1'));
  const written = trimmed(bytes.toString('latin1')).split('&', MAX_DELIVERY_VALUES + 1);
  if (written.length > MAX_DELIVERY_VALUES) throw new RangeError();
  const pairs = written.filter((pair) => pair !== '');
  return yield* mapped(pairs, (pair): Pair => {
    const end = pair.indexOf('=');
    return end === -1 ? [decoded(pair), ''] : [decoded(pair.slice(0, end)), decoded(pair.slice(end + 1))];
  });
}

const character = (_: string, hex: string): string => String.fromCharCode(parseInt(hex, 16));

function* pairsOfParts(bytes: Buffer, boundary: string, charset: string | undefined): Steps<Pair[]> {
  return yield* mapped(partsOf(bytes, boundary), ({ name, value, contentType }): Pair => {
    const decoder = decoderOf(parameterOf(contentType, 'charset') ?? charset) ?? utf8OrWindows;
    return [utf8OrWindows(name), decoder(value)];
  });
}

async function form(pairs: readonly Pair[]): Promise<Decoded> {
  if (pairs.length > MAX_DELIVERY_VALUES) throw new RangeError();
  await nextTurn();
  return withinLimits(nestedValues(pairs), jsonIn);
}

/** Reads a JSON text in a field of a form: `rawRequest`, `data.json`. */
function* jsonIn(text: string): Steps<Json> {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return yield* parseAll(text);
  } catch {
    return text;
  }
}

/**
 * Copies a body with texts that a database can keep. Throws beyond 2,000 values (an empty list or object counts as one) or 12
 * levels.
 */
async function withinLimits(body: Json, read?: (text: string) => Steps<Json>): Promise<Decoded> {
  let values = 0;
  function* copy(value: Json, level: number): Steps<Json> {
    if (typeof value === 'object' && value !== null) {
      if (level > MAX_DELIVERY_DEPTH) throw new RangeError();
      const entries = Object.entries(value);
      if (entries.length === 0) count();
      const copies: [string, Json][] = [];
      const names = new OwnNames();
      for (const [key, item] of entries) copies.push([names.of(storable(key)), yield* copy(item, level + 1)]);
      return Array.isArray(value) ? copies.map(([, item]) => item) : Object.fromEntries(copies);
    }
    yield;
    if (read && typeof value === 'string') {
      const json = yield* read(value);
      if (typeof json === 'object') return yield* copy(json, level);
    }
    count();
    return typeof value === 'string' ? storable(value) : value;
  }
  const count = (): void => {
    if (++values > MAX_DELIVERY_VALUES) throw new RangeError();
  };
  return { body: await finished(copy(body, 1)) };
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '');
