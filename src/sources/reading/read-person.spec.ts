import { atOnce } from '../../../test/support/at-once';
import { dealNames, memberNames } from '../../imports/rows/account-names';
import type { Json } from './json';
import { peopleIn } from './people';
import { readPerson, type ReadingRules } from './read-person';

const RULES: ReadingRules = {
  mapping: [],
  defaults: {},
  memberOf: memberNames([]),
  names: dealNames([]),
  stages: new Map(),
};

const readAll = (body: Json, rules: Partial<ReadingRules> = {}) =>
  peopleIn(body).map((person) => atOnce(readPerson(person, { ...RULES, ...rules })));

it('reads a flat body', () => {
  const [read] = readAll({ nome: 'Ana Lima', telefone: '11 98765-0001', 'your-message': 'Oi' });
  expect(read).toMatchObject({ heldFor: null, body: { phone: '+5511987650001', name: 'Ana Lima', notes: 'Oi' } });
});
