import { domainToASCII } from 'node:url';
import { codePoints } from '../common/text';
import { typedText } from '../common/typed-text';
import { MAX_HOST_NAME } from '../contract/limits';

/** Labels of letters, digits and hyphens; the last one has letters, so no address of numbers is a domain. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;

/**
 * A host name as referrers have it: lower case, accents in the form `xn--…`. Undefined for a text that is none, such as an address with
 * scheme, path or port.
 */
export function readSiteDomain(text: string): string | undefined {
  const typed = typedText(text);
  // A longer name takes time that grows with the square of its length.
  if (codePoints(typed) > MAX_HOST_NAME || /[\s/\\:?#@%[\]]/.test(typed)) return undefined;
  const name = domainToASCII(typed);
  return name.length <= MAX_HOST_NAME && DOMAIN.test(name) ? name : undefined;
}
