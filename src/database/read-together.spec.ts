import { map, prepared, readRow, readRows } from './query';
import { readerTogether } from './read-together';

const COUNT = prepared('count', 'select count(*)::int as n from things where account_id = $1');
const NAMES = prepared('names', 'select name from things where account_id = $1 and kind = $2 and size > $3');
const FIRST = prepared('first', 'select id from things where account_id = $1 and name = $2');

const read = readerTogether('of_things');
const asked = (kind: string) =>
  read([
    map(readRow<{ n: number }>(COUNT, ['a']), (row) => row?.n),
    readRows<{ name: string }>(NAMES, ['a', kind, 3]),
    readRow<{ id: string }>(FIRST, ['a', 'x']),
  ]);

it('is one statement, in which the account is $1 for all and the other values follow one another', () => {
  const { statement, values, kind } = asked('k');
  expect(kind).toBe('read');
  expect(statement).toMatchObject({ name: 'of_things_012', isOfAccount: true });
  expect(statement.text).toBe(
    'select (select json_agg(r) from (select count(*)::int as n from things where account_id = $1) r) as "0", ' +
      '(select json_agg(r) from (select name from things where account_id = $1 and kind = $2 and size > $3) r) as "1", ' +
      '(select json_agg(r) from (select id from things where account_id = $1 and name = $4) r) as "2"',
  );
  expect(values).toEqual(['a', 'k', 3, 'x']);
  expect(asked('another').statement).toBe(statement);
});

it('moves values of two digits too', () => {
  const ten = prepared('ten', 'select id from things where account_id = $1 and $10 = any(array[$2, $9])');
  const { statement, values } = readerTogether('moved')([
    readRow(FIRST, ['a', 'x']),
    readRow(ten, ['a', ...'bcdefghij']),
  ]);
  expect(statement.text).toContain('account_id = $1 and $11 = any(array[$3, $10])');
  expect(values.join('')).toBe('axbcdefghij');
});

it('leaves out what is not asked, in a statement of its own', () => {
  const {
    statement,
    values,
    read: answerOf,
  } = read([undefined, undefined, readRow<{ id: string }>(FIRST, ['a', 'x'])]);
  expect(statement).toMatchObject({
    name: 'of_things_2',
    text: 'select (select json_agg(r) from (select id from things where account_id = $1 and name = $2) r) as "2"',
  });
  expect(values).toEqual(['a', 'x']);
  expect(answerOf([{ 2: null }])).toEqual([undefined, undefined, undefined]);
});

it('gives each its answer; without rows it is as if the read had been alone', () => {
  const { read: answerOf } = asked('k');
  expect(answerOf([{ 0: [{ n: 2 }], 1: [{ name: 'x' }, { name: 'y' }], 2: null }])).toEqual([
    2,
    [{ name: 'x' }, { name: 'y' }],
    undefined,
  ]);
  expect(answerOf([{ 0: null, 1: null, 2: [{ id: 'i' }] }])).toEqual([undefined, [], { id: 'i' }]);
});
