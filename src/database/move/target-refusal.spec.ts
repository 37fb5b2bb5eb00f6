import { type MoveTarget, refusalOfTarget } from './target-refusal';

const GOOD: MoveTarget = { major: 15, encoding: 'UTF8', role: 'entrada_owner', isSuperuser: false, isOwner: true };

it.each<[Partial<MoveTarget>, string | undefined]>([
  [{}, undefined],
  [{ major: 18, role: 'of_a_managed_server' }, undefined],
  [{ major: 14 }, 'PostgreSQL 14 is too old, it must be 15 or newer'],
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
