import { isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address: what one customer of a provider has. */
const NETWORK_GROUPS = 4;

/** The address by which a client is counted: IPv4 as it is, also when written as IPv6; IPv6 by its /64. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address;
  return `${fullGroups(plain).slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function fullGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [start, end] = [groups(head), groups(tail ?? '')];
  const middle = tail === undefined ? [] : Array<string>(8 - start.length - end.length).fill('0');
  return [...start, ...middle, ...end].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
