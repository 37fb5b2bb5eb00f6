/** An e-mail address with most of it hidden, for logs and operators: `m***@e***.com`. */
export function maskedAddress(address: string): string {
  const [name, domain = ''] = address.split('@') as [string, string?];
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***${/\.[^.]+$/.exec(domain)?.[0] ?? ''}`;
}
