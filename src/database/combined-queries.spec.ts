import { insertEach, readerTogether } from './combined-queries';
import { map, prepared, readRow, readRows } from './query';

describe('insertEach', () => {
  const insert = insertEach('insert_things', 'things', ['owner_id', 'name'], 'on conflict do nothing');

  it('writes every row with the account, in one statement', () => {
    const { statement, values, kind } = insert('a', [
      ['o', 'x'],
      ['o', 'y'],
    ]);
    expect(kind).toBe('write');
    expect(statement.text).toBe(
      'insert into things (account_id, owner_id, name) values ($1, $2, $3), ($1, $4, $5) on conflict do nothing',
    );
    expect(values).toEqual(['a', 'o', 'x', 'o', 'y']);
    expect(statement).toMatchObject({ name: 'insert_things_2', isOfAccount: true });
  });

  it('prepares one statement for each number of rows', () => {
    const one = insert('a', [['o', 'x']]).statement;
    expect(one.text).toContain('values ($1, $2, $3) on conflict');
    expect(one.name).toBe('insert_things_1');
    expect(insert('b', [['p', 'z']]).statement).toBe(one);
  });

  it('says nothing of conflicts where it is told nothing of them', () => {
    const { statement } = insertEach('insert_names', 'things', ['name'])('a', [['x']]);
    expect(statement.text.trim()).toBe('insert into things (account_id, name) values ($1, $2)');
  });
});

describe('readerTogether', () => {
  const COUNT = prepared('count', 'select count(*)::int as n from things where account_id = $1');
  const NAMES = prepared('names', 'select name from things where account_id = $1 and kind = $2 and size > $3');
  const FIRST = prepared('first', 'select id from things where account_id = $1 and name = $2');

  const read = readerTogether('of_things');
  const things = (kind: string) =>
    read([
      map(readRow<{ n: number }>(COUNT, ['a']), (row) => row?.n),
      readRows<{ name: string }>(NAMES, ['a', kind, 3]),
      readRow<{ id: string }>(FIRST, ['a', 'x']),
    ]);

  it('is one statement, in which the account is $1 for all and the other values follow one another', () => {
    const { statement, values, kind } = things('k');
    expect(kind).toBe('read');
    expect(statement).toMatchObject({ name: 'of_things_012', isOfAccount: true });
    expect(statement.text).toBe(
      'select (select json_agg(r) from (select count(*)::int as n from things where account_id = $1) r) as "0", ' +
        '(select json_agg(r) from (select name from things where account_id = $1 and kind = $2 and size > $3) r) as "1", ' +
        '(select json_agg(r) from (select id from things where account_id = $1 and name = $4) r) as "2"',
    );
    expect(values).toEqual(['a', 'k', 3, 'x']);
    expect(things('another').statement).toBe(statement);
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
    const { read: answerOf } = things('k');
    expect(answerOf([{ 0: [{ n: 2 }], 1: [{ name: 'x' }, { name: 'y' }], 2: null }])).toEqual([
      2,
      [{ name: 'x' }, { name: 'y' }],
      undefined,
    ]);
    expect(answerOf([{ 0: null, 1: null, 2: [{ id: 'i' }] }])).toEqual([undefined, [], { id: 'i' }]);
  });
});
