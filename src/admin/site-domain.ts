import { domainToASCII } from 'node:url';
import { codePoints, typedText } from '../common/text';
import { MAX_HOST_NAME } from '../contract/limits';

/** Labels of letters, digits and hyphens; the last one has letters, so an IP address is not a domain. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/** Reads a host name as in referrers: lower case, accents as `xn--…`. Undefined for other texts, such as a URL. */
export function readSiteDomain(text: string): string | undefined {
  const typed = typedText(text);
  // Parsing time grows with the square of the length.
  if (codePoints(typed) > MAX_HOST_NAME || /[\s/\\:?#@%[\]]/.test(typed)) return undefined;
  const name = domainToASCII(typed);
  return name.length <= MAX_HOST_NAME && DOMAIN.test(name) ? name : undefined;
}
