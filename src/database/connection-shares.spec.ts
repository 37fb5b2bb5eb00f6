import { sharesOf } from './connection-shares';

it.each([
  [6, { writes: 2, reads: 1, shared: 1 }],
  [8, { writes: 3, reads: 2, shared: 1 }],
  [10, { writes: 4, reads: 3, shared: 1 }],
  [12, { writes: 5, reads: 3, shared: 2 }],
  [21, { writes: 10, reads: 6, shared: 3 }],
  [60, { writes: 34, reads: 21, shared: 3 }],
])('%d connections are divided so', (connections, shares) => {
  expect(sharesOf(connections)).toEqual(shares);
});

it.each(Array.from({ length: 300 }, (_, more) => 6 + more))('%d connections are all used', (connections) => {
  const { writes, reads, shared } = sharesOf(connections);
  expect(Math.min(writes, reads, shared)).toBeGreaterThan(0);
  // One for readiness and one for the event channel.
  expect(writes + reads + shared + 2).toBe(connections);
});
