/** An e-mail address with most of it hidden, for logs and operators: `m***@e***.com`. */
export function maskedAddress(address: string): string {
  const [name, domain = ''] = address.split('@') as [string, string?];
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***${/\.[^.]+$/.exec(domain)?.[0] ?? ''}`;
}

/** What may be an address in a text, also as part of a link. */
const WORD = /[^\s<>"'()[\],:;=?&/]+/g;
const AT = /@|%40/i;

/** A text of somebody else, such as a mail server, in which every address is masked, and this one in its parts too. */
export function maskedText(text: string, address = ''): string {
  const whole = text.replace(WORD, (word) => (AT.test(word) ? maskedAddress(word.replace(AT, '@')) : word));
  const [name = '', domain = ''] = address.split('@');
  const [maskedName = '', maskedDomain = ''] = maskedAddress(address).split('@');
  return withoutWord(withoutWord(whole, domain, maskedDomain), name, maskedName);
}

/** Only where it stands by itself: the letters of a short name are in many words. */
function withoutWord(text: string, word: string, instead: string): string {
  if (word === '') return text;
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}*])`, 'giu'), () => instead);
}
