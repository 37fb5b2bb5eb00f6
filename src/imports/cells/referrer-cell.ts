import { MAX_REFERRER } from '../../contract/limits';

/** Signs of a path, apart from those of ASCII that an address may have as they are: parsing an address puts them like this again. */
const ENCODED = /(?:%[89A-F][0-9A-F]|%22|%3[CE]|%5E|%60|%7[BD])+/g;

/** The address that is stored as this host and path. One that is too long to be read has its signs as people write them, as it was sent. */
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
