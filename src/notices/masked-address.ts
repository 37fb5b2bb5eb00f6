/** Masks an e-mail address for logs and operators: `m***@e***.com`. */
export function maskedAddress(address: string): string {
  const [name, domain = ''] = address.split('@') as [string, string?];
  return `${maskedName(name)}@${maskedDomain(domain)}`;
}

const maskedName = (name: string): string => `${name.slice(0, 1)}***`;
const maskedDomain = (domain: string): string => `${domain.slice(0, 1)}***${/\.[^.]+$/.exec(domain)?.[0] ?? ''}`;

/** Possible address in a text, also as part of a link. */
const WORD = /[^\s<>"'()[\],:;=?&/]+/g;
const AT = /@|%40/i;

/** Masks every address in a foreign text, such as a server's answer, and also the parts of this address. */
export function maskedText(text: string, address: string): string {
  const whole = text.replace(WORD, (word) => (AT.test(word) ? maskedAddress(word.replace(AT, '@')) : word));
  const [name, domain] = address.split('@');
  return withoutWord(withoutWord(whole, domain, maskedDomain), name, maskedName);
}

/** Replaces whole words only, because the letters of a short name are in many words. */
function withoutWord(text: string, word: string | undefined, masked: (word: string) => string): string {
  if (!word) return text;
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}*])`, 'giu'), () => masked(word));
}
