import fc from 'fast-check';
import type { Request } from 'express';
import { clientAddress, clientNetwork } from './client-address';

const addressOf = (ip: string | undefined, remoteAddress?: string): string =>
  clientAddress({ ip, socket: { remoteAddress } } as Request);
const networkOf = (text: string): string => clientNetwork(addressOf(text));

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:203.0.113.7', '2001:db8:1:2::/64'],
  ['1:2:3::203.0.113.7', '1:2:3:0::/64'],
  ['1::3:4:5:6:7', '1:0:0:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%2', 'fe80:0:0:0::/64'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
  ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ['[fe80::1%eth0]:80', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each([
  ...[
    '',
    'unknown',
    '_hidden',
    'a'.repeat(10_000),
    '203.0.113.7:x',
    '203.0.113.7:123456',
    '203.0.113',
    '203.0.113.256',
  ],
  ...[
    '[203.0.113.7',
    '[]',
    '[]:80',
    '2001:db8::1::2',
    '[2001:db8::1]x',
    'x[2001:db8::1]',
    'x203.0.113.7:80',
    '010.1.1.1',
    '1.2.3.4, 5.6.7.8',
    'for=1.2.3.4',
  ],
  ...[undefined, '%', '['.repeat(9_000)],
])('%j is not an address, so the connection counts', (ip) => {
  expect(addressOf(ip, '::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(addressOf(ip, undefined)).toBe('');
});

const groups = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: length, maxLength: length });
const written = (parts: number[], pad: boolean) =>
  parts.map((part) => part.toString(16).padStart(pad ? 4 : 1, '0')).join(':');

it('counts all addresses of a /64 as one client, however they are written', () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (network, host, other) => {
      const [one, two] = [written([...network, ...host], false), written([...network, ...other], true).toUpperCase()];
      expect(networkOf(one)).toBe(networkOf(two));
    }),
  );
});

it('counts two networks as two clients, and an address with :: as the one without', () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (network, other, host) => {
      const same = network.join() === other.join();
      const [one, two] = [written([...network, ...host], false), written([...other, ...host], false)];
      expect(networkOf(one) === networkOf(two)).toBe(same);
      expect(networkOf(`${written(network, false)}::`)).toBe(networkOf(one));
    }),
  );
});
