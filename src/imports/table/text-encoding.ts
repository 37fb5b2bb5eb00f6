import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { Steps } from '../../common/in-slices';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The text and its encoding: `windows-1252` if any line had it. */
interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Bytes that are decoded in a step. */
const SLICE = 16 * 1024;

/**
 * Decodes a file. A byte order mark decides; without one, every other byte 0 means UTF-16. Otherwise each line is UTF-8, or
 * Windows-1252 if invalid: one stray byte then spoils no other line. A quoted cell with line breaks is also decoded line by line.
 */
export function* decodedText(bytes: Buffer): Steps<DecodedText> {
  const { encoding, start } = markOf(bytes) ?? { encoding: guessOf(bytes), start: 0 };
  const content = bytes.subarray(start);
  const parts: string[] = [];
  let pieces: string[] = [];
  let length = 0;
  for (const piece of piecesOf(content, encoding)) {
    pieces.push(piece);
    length += piece.length;
    // Joining a million short lines at the end would take long.
    if (length >= SLICE) {
      parts.push(pieces.join(''));
      pieces = [];
      length = 0;
    }
    yield;
  }
  return { text: [...parts, ...pieces].join(''), encoding };
}

const MARKS: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

function markOf(bytes: Buffer): { readonly encoding: TextEncoding; readonly start: number } | undefined {
  const found = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return found && { encoding: found[0], start: found[1].length };
}

/** The bytes that detect UTF-16; in Latin script nearly all characters have a zero byte. */
const SAMPLE_BYTES = 1_024;
const MOST = 0.8;
const FEW = 0.2;

function guessOf(bytes: Buffer): TextEncoding {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (parity: number): number =>
    sample.filter((byte, index) => byte === 0 && index % 2 === parity).length /
    Math.max(1, Math.floor(sample.length / 2));
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd >= MOST && even < FEW) return 'utf-16le';
  if (even >= MOST && odd < FEW) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Yields the text in pieces that are made quickly. */
function* piecesOf(bytes: Buffer, encoding: TextEncoding): Generator<string> {
  if (encoding === 'windows-1252') yield* piecesByLine(bytes);
  else if (encoding === 'utf-8') yield* utf8Pieces(bytes);
  else {
    // Drops half a character at the end.
    const decoder = new StringDecoder('utf16le');
    for (const slice of slicesOf(bytes)) yield decoder.write(encoding === 'utf-16be' ? swapped(slice) : slice);
  }
}

function* utf8Pieces(bytes: Buffer): Generator<string> {
  const decoder = new StringDecoder('utf-8');
  for (const slice of slicesOf(bytes)) yield decoder.write(slice);
  yield decoder.end();
}

const slicesOf = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / SLICE) }, (_, at) => bytes.subarray(at * SLICE, (at + 1) * SLICE));

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();

function* piecesByLine(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length;) {
    const end = yield* lineEnd(bytes, Math.min(at + SLICE, bytes.length));
    const lines = bytes.subarray(at, end);
    // Stryker disable next-line ConditionalExpression: reading each line gives the same text, but takes longer.
    if (isUtf8(lines)) yield* utf8Pieces(lines);
    else yield* linesOf(lines);
    at = end;
  }
}

/** Decodes neighbouring lines of one encoding together. */
function* linesOf(bytes: Buffer): Generator<string> {
  let from = 0;
  let isPlain: boolean | undefined;
  for (let at = 0, end: number; at !== bytes.length; at = end) {
    end = yield* lineEnd(bytes, at + 1);
    const isLinePlain = isUtf8(bytes.subarray(at, end));
    if (isPlain !== undefined && isLinePlain !== isPlain) {
      yield* decoded(bytes.subarray(from, at), isPlain);
      from = at;
    }
    isPlain = isLinePlain;
  }
  yield* decoded(bytes.subarray(from), isPlain);
}

function* decoded(bytes: Buffer, isPlain = false): Generator<string> {
  if (bytes.length <= SLICE) yield isPlain ? bytes.toString() : windows1252(bytes);
  else if (isPlain) yield* utf8Pieces(bytes);
  else for (const slice of slicesOf(bytes)) yield windows1252(slice);
}

const CR = 0x0d;
const LF = 0x0a;

/** Yields empty pieces, as pauses in a long line. */
function* lineEnd(bytes: Buffer, from: number): Generator<string, number> {
  let end = from;
  for (; end !== bytes.length && bytes[end - 1] !== LF && bytes[end - 1] !== CR; end++) if (end % SLICE === 0) yield '';
  return end;
}

/** Windows-1252 at 0x80 to 0x9F; the rest equals Latin-1. */
const OWN_OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const UNITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte <= 0x9f ? OWN_OF_WINDOWS.charCodeAt(byte - 0x80) : byte,
);

/** Uses a table, because TextDecoder reads windows-1252 as Latin-1 in Node.js 20.19, 22.13 and later. */
export const windows1252 = (bytes: Buffer): string =>
  Buffer.from(Uint16Array.from(bytes, (byte) => UNITS[byte] ?? 0).buffer).toString('utf16le');
