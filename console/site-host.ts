/** Host of a copied address; other texts stay unchanged, and the service refuses them. */
function hostOf(text: string): string {
  const [host = ''] = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/, 1);
  return host.replace(/:\d+$/, '');
}

/** Hosts of a text, separated by lines or commas. */
export const hostsOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map(hostOf)
    .filter(Boolean);
