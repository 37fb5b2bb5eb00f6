import { insertEach } from './insert-each';

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
