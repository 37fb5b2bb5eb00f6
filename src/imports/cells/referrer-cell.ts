import { MAX_REFERRER } from '../../contract/limits';

/** Escapes that parsing an address adds again: of non-ASCII characters and a few ASCII signs. */
const ENCODED = /(?:%[89A-F][0-9A-F]|%22|%3[CE]|%5E|%60|%7[BD])+/g;

/** Writes a stored host and path as an address. If too long to be read, it is unescaped as when sent. */
export function referrerCell(hostAndPath: string): string {
  const url = `https://${hostAndPath}`;
  return url.length <= MAX_REFERRER ? url : url.replace(ENCODED, decoded);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
