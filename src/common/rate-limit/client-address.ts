import { isIP, isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The first four groups of an IPv6 address: the network of one customer. */
const NETWORK_GROUPS = 4;

/**
 * Returns the address from the last trusted proxy, else of the connection, without a port. Ignores a text that is not
 * an address, which would otherwise count as a new client.
 */
// Stryker disable next-line StringLiteral: any default that is no address is refused.
export function clientAddress({ ip = '', socket }: Request): string {
  const address = bareAddress(ip);
  return isIP(address) ? address : bareAddress(socket.remoteAddress ?? '');
}

/** Returns the address to count by: IPv4 unchanged, IPv6 by its /64. */
export const clientNetwork = (address: string): string =>
  isIPv6(address) ? `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64` : address;

/** Strips port, brackets and zone, and unwraps IPv4 in IPv6. */
function bareAddress(text: string): string {
  const match = /^(?:\[([^\]]{2,80})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5})$/.exec(text);
  const [address] = (match?.[1] ?? match?.[2] ?? text).split('%', 1) as [string];
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? groups.slice(6).flatMap(bytesOf).join('.') : address;
}

const bytesOf = (group: string): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255];

/** Eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [start, end = []] = written.split('::').map(groups) as [string[], string[]?];
  return [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
}
