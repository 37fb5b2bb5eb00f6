import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';

/** How the characters of a file are written. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The characters of a file, and how they were written: `windows-1252` if any line was. */
interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

const SLICE = 16 * 1024;

/**
 * The text of a file. A byte order mark decides; without one it is UTF-16 if every other byte is 0, else UTF-8 line by line, and only a line that
 * is not UTF-8 is Windows-1252. So one stray byte spoils no accent of another line; a quoted cell with line breaks is read line by line, too.
 * Requests are served between the slices. Given up, with the signal's reason, when `leaving` is aborted.
 */
export async function decodedText(bytes: Buffer, leaving?: AbortSignal): Promise<DecodedText> {
  const { encoding, start } = markOf(bytes) ?? { encoding: guessOf(bytes), start: 0 };
  const content = bytes.subarray(start);
  const pieces: string[] = [];
  let read: Encoding = encoding;
  for (const piece of piecesOf(content, encoding)) {
    if (piece.isWindows) read = 'windows-1252';
    pieces.push(piece.text);
    await setImmediate();
    leaving?.throwIfAborted();
  }
  return { text: pieces.join(''), encoding: read };
}

interface Piece {
  readonly text: string;
  readonly isWindows?: boolean;
}

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

function markOf(bytes: Buffer): { readonly encoding: Encoding; readonly start: number } | undefined {
  const found = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return found && { encoding: found[0], start: found[1].length };
}

/** So much of a file tells UTF-16; in a Latin script nearly all characters have a byte that is 0. */
const TELLING = 1_024;
const MOST = 0.8;

function guessOf(bytes: Buffer): Encoding {
  const zeros = [0, 0];
  const sample = bytes.subarray(0, TELLING);
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, Math.floor(sample.length / 2)));
  if (odd >= MOST && even <= 1 - MOST) return 'utf-16le';
  if (even >= MOST && odd <= 1 - MOST) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function* piecesOf(bytes: Buffer, encoding: Encoding): Generator<Piece> {
  if (encoding === 'windows-1252') {
    yield* piecesByLine(bytes);
    return;
  }
  const decoder = new StringDecoder(encoding === 'utf-8' ? 'utf8' : 'utf16le');
  for (const slice of slicesOf(bytes)) {
    yield { text: decoder.write(encoding === 'utf-16be' ? swapped(slice) : slice) };
  }
  // Half a character of UTF-16 at the end is none.
  if (encoding === 'utf-8') yield { text: decoder.end() };
}

/** A slice has whole characters of UTF-16. */
function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();

function* piecesByLine(bytes: Buffer): Generator<Piece> {
  for (let at = 0; at < bytes.length;) {
    const end = lineEnd(bytes, Math.min(at + SLICE, bytes.length));
    const lines = bytes.subarray(at, end);
    if (isUtf8(lines)) yield { text: lines.toString() };
    else yield* linesOf(lines);
    at = end;
  }
}

function* linesOf(bytes: Buffer): Generator<Piece> {
  let text = '';
  let isWindows = false;
  for (let at = 0, end: number; at < bytes.length; at = end) {
    end = lineEnd(bytes, at + 1);
    const line = bytes.subarray(at, end);
    const isPlain = isUtf8(line);
    isWindows ||= !isPlain;
    for (const slice of isPlain ? [line] : slicesOf(line)) {
      text += isPlain ? line.toString() : windows1252(slice);
      if (text.length < SLICE) continue;
      yield { text, isWindows };
      text = '';
    }
  }
  yield { text, isWindows };
}

const CR = 0x0d;
const LF = 0x0a;

/** Where the line that has the byte before `from` ends. */
function lineEnd(bytes: Buffer, from: number): number {
  let end = from;
  while (end < bytes.length && bytes[end - 1] !== LF && bytes[end - 1] !== CR) end++;
  return end;
}

/** The characters of Windows-1252 at 0x80 to 0x9F; all others are as in Latin-1. */
const OWN_OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const UNITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte <= 0x9f ? OWN_OF_WINDOWS.charCodeAt(byte - 0x80) : byte,
);

/** With a table, because TextDecoder reads windows-1252 as Latin-1 in Node.js 20.19, 22.13 and later. */
export const windows1252 = (bytes: Buffer): string =>
  Buffer.from(Uint16Array.from(bytes, (byte) => UNITS[byte] ?? 0).buffer).toString('utf16le');
