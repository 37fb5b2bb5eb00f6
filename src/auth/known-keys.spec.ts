import type { Permission } from '../contract/key';
import { secretHash } from './api-key';
import type { Caller } from './caller';
import { KnownKeys } from './known-keys';

const hashOf = (n: number): Buffer => secretHash(`key ${n}`);
const caller = (n: number, gates: Partial<Caller['account']> = {}): Caller => ({
  account: {
    id: 'account',
    planApi: true,
    planAutoOrigin: true,
    licenceActive: true,
    comercialEnabled: true,
    cursorSecret: Buffer.from('never kept'),
    siteDomains: [],
    ...gates,
  },
  key: { id: `id ${n}`, name: 'site', permissions: ['leads:write'] satisfies Permission[] },
});

it('a key is as it was at its last call: it may do nothing when a gate of its account is closed', () => {
  const known = new KnownKeys();
  known.remember(hashOf(1), caller(1));
  expect(known.find(hashOf(1))).toEqual({ id: 'id 1', permissions: ['leads:write'] });
  known.remember(hashOf(1), caller(1, { licenceActive: false }));
  expect(known.find(hashOf(1))).toEqual({ id: 'id 1', permissions: [] });
  known.forget(hashOf(1));
  expect(known.find(hashOf(1))).toBeUndefined();
});

it('only the last 10,000 keys are kept', () => {
  const known = new KnownKeys();
  for (let n = 0; n <= 10_000; n++) known.remember(hashOf(n), caller(n));
  known.remember(hashOf(1), caller(1));
  expect([0, 1, 2, 10_000].map((n) => known.find(hashOf(n))?.id)).toEqual([undefined, 'id 1', 'id 2', 'id 10000']);
});
