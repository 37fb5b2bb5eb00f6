import { scarcityOf, sharesOf, shortageOf } from './connection-limits';

const ROOM = { server: 97, database: null, role: null, roleName: 'entrada_app' };

it.each([
  ['a role', { role: 10 }, 'the role entrada_app allows 10'],
  ['a database', { database: 20 }, 'the database allows 20'],
  ['a server', { server: 17 }, 'the server allows 17'],
  ['the fewest of several', { server: 17, database: 12, role: 15 }, 'the database allows 12'],
  ['the role before a database with as few', { database: 12, role: 12 }, 'the role entrada_app allows 12'],
])('%s that allows fewer is named, with both figures', (_, limits, named) => {
  expect(shortageOf(21, { ...ROOM, ...limits })).toBe(
    `DATABASE_CONNECTIONS is 21, and ${named} to all instances together: lower the one, or raise the other`,
  );
});

it.each([
  ['no limit', {}],
  ['as many', { role: 21, database: 21, server: 21 }],
])('%s is no shortage', (_, limits) => {
  expect(shortageOf(21, { ...ROOM, ...limits })).toBeUndefined();
});

it.each([
  [{ role: 3 }, 'the role entrada_app allows 3 connections, and an instance needs 6: raise the limit'],
  [{ server: 5 }, 'the server allows 5 connections, and an instance needs 6: raise the limit'],
  [{ role: 6, database: 6, server: 6 }, undefined],
  [{}, undefined],
])('fewer than six connections are too few: %j', (limits, refusal) => {
  expect(scarcityOf({ ...ROOM, ...limits })).toBe(refusal);
});

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
