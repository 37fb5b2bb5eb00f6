import { type MoveTarget, refusalOfTarget } from './target-refusal';

const GOOD: MoveTarget = {
  release: 150_018,
  encoding: 'UTF8',
  role: 'entrada_owner',
  isSuperuser: false,
  isOwner: true,
};

it.each<[Partial<MoveTarget>, string | undefined]>([
  [{}, undefined],
  [{ release: 180_004, role: 'of_a_managed_server' }, undefined],
  [{ release: 140_023 }, 'PostgreSQL 15 or newer is needed; this server is 14.23'],
  [{ encoding: 'LATIN1' }, 'the database has the encoding LATIN1, it must be UTF8'],
  [
    { role: 'entrada_app', isOwner: false },
    'the role entrada_app does not own the tables: name entrada_owner (docs/operations.md, "Roles")',
  ],
  [
    { role: 'postgres', isSuperuser: true },
    'the role postgres is a superuser: name entrada_owner (docs/operations.md, "Roles")',
  ],
])('of a target with %j is %s', (changes, refusal) => {
  expect(refusalOfTarget({ ...GOOD, ...changes })).toBe(refusal);
});
