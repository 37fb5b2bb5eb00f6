/** Matches a query with an `@`: text before its first parameter is host and path. */
const QUERY_WITH_AT = /^[^/?#]*(\/[^?#@]*)?\?[^?#@]*=/;

/**
 * Returns what is wrong with a server's address, as the end of a sentence without the value, or undefined. `isDecoded`:
 * the library decodes user and password, and fails on a bare `%`.
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
 * Whether `#`, `/`, `?` or a dropped line break before the last `@` ends user or password early. Parsed, `pa#ss` gives
 * an error or another host. Settings need no `#` elsewhere.
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
