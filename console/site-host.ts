/** The host of an address as people copy it from their browser; what is none stays, and the service says so. */
function hostOf(text: string): string {
  const [host = ''] = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/, 1);
  return host.replace(/:\d+$/, '');
}

/** The hosts of a text with one address a line; commas part them too. */
export const hostsOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map(hostOf)
    .filter(Boolean);
