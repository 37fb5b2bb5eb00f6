import { randomFrom } from '../statistics';
import { People, type Person } from './people';

const person = (phone: string, more: Partial<Person> = {}): Person => ({
  account: 0,
  phone,
  externalIds: [],
  leadId: phone,
  calls: 0,
  ...more,
});

const people = (...made: Person[]): People => {
  const all = new People(3, randomFrom(1));
  for (const one of made) all.add(one);
  return all;
};

it('remembers the newest of each account', () => {
  const all = people(person('1'), person('2'), person('3'), person('4'), person('9', { account: 1 }));
  const seen = new Set(Array.from({ length: 100 }, () => all.pick(0)?.phone));
  expect([...seen].sort()).toEqual(['2', '3', '4']);
  expect(all.pick(1)?.phone).toBe('9');
  expect(all.pick(2)).toBeUndefined();
});

it('takes nobody whom a call is about, and nobody twice', () => {
  const all = people(person('1', { calls: 1 }), person('2'), person('3', { leadId: undefined }));
  expect(all.take(0)?.phone).toBe('2');
  expect(all.take(0)).toBeUndefined();
  expect(all.pick(0, ({ phone }) => phone === '2')).toBeUndefined();
});
