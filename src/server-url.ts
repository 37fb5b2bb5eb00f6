/** A query that holds an `@` itself: what comes before its first parameter is host and path. */
const QUERY_WITH_AT = /^[^/?#]*(\/[^?#@]*)?\?[^?#@]*=/;

/**
 * What is wrong with the address of a server, as the end of a sentence without the value; undefined when nothing is. `isDecoded` says
 * whether the library decodes user and password, and so fails on a `%` by itself.
 */
export function urlProblem(value: string, protocols: readonly string[], isDecoded: boolean): string | undefined {
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (!starts.some((start) => value.toLowerCase().startsWith(start))) {
    return `must be an address that starts with ${starts.join(' or ')}`;
  }
  if (isCutShort(value)) return 'must have #, / and ? of its user and password encoded: %23, %2F and %3F';
  if (!URL.canParse(value))
    return 'must name a host, and if a port, a number; encode special characters of the password';
  if (isDecoded && hasLonePercent(value)) return 'must have each % of its user and password encoded: %25';
  return undefined;
}

/**
 * Whether a character ends user or password too early: `#`, `/` or `?` before the last `@`, or a line break, which parsers drop. Parsed,
 * `pa#ss` gives an error or another host. No setting needs a `#` elsewhere.
 */
function isCutShort(url: string): boolean {
  const rest = url.slice(url.indexOf('//') + 2);
  const credentials = rest.slice(0, Math.max(rest.lastIndexOf('@'), 0));
  return /[\t\r\n#]/.test(rest) || (/[/?]/.test(credentials) && !QUERY_WITH_AT.test(credentials));
}

function hasLonePercent(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(`${username}:${password}`);
    return false;
  } catch {
    return true;
  }
}
