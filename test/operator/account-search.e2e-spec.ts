import { randomUUID } from 'node:crypto';
import type { AccountView } from '../../src/contract/account';
import { MAX_ACCOUNT_SEARCH } from '../../src/contract/limits';
import { appForAllTests, newAccount, RANDOM_ID } from '../support/app';

/** The operator's search of accounts: by name, address of a member, id. */

const test = appForAllTests();

/** A word that no other test has. */
const OWN = `q${randomUUID().slice(0, 8)}`;
const NAMES = [`Clínica Conceição ${OWN}`, `minha-loja.com.br ${OWN}`, `PÃO & D’Ávila Ltda. ${OWN}`];

const accounts: AccountView[] = [];
beforeAll(async () => {
  for (const [index, name] of NAMES.entries()) {
    const owner = { name: 'Ana', email: `Dona.${index}.${OWN}@Example.com` };
    accounts.push((await test.operator.post<AccountView>('/accounts', { ...newAccount(), name, owner })).data);
  }
});

const search = (q: string, more = '') =>
  test.operator.get<AccountView[]>(`/accounts?q=${encodeURIComponent(q)}${more}`);
const found = async (q: string): Promise<string[]> => (await search(q)).data.map(({ name }) => name);

it.each([
  [`conceicao ${OWN}`, [0]],
  [`${OWN.toUpperCase()} CLÍN`, [0]],
  [`loja ${OWN}`, [1]],
  [`com ${OWN}`, [1]],
  [`avila pao ${OWN}`, [2]],
  [`d'avila ${OWN}`, [2]],
  [OWN, [2, 1, 0]],
  [OWN.slice(0, 6), [2, 1, 0]],
  // Only the beginnings of words, and all of them.
  [OWN.slice(1), []],
  [`loja pao ${OWN}`, []],
  // Nothing in a search is an operator of it.
  [`!loja | ${OWN} & :*`, [1]],
])('finds names by words, without accents, capitals and signs: %s', async (q, expected) => {
  expect(await found(q)).toEqual(expected.map((index) => NAMES[index]));
});

it('finds the address of the owner, whole and from its beginning', async () => {
  expect(await found(`dona.1.${OWN}@example.com`)).toEqual([NAMES[1]]);
  expect(await found(`DONA.2.${OWN}`)).toEqual([NAMES[2]]);
  expect(await found(`.1.${OWN}@example.com`)).toEqual([]);
});

it('finds the address of a member as long as they are active', async () => {
  const { id } = accounts[0] as AccountView;
  const owner = test.operator.with({ 'X-Account-Id': id });
  const email = `bia.${OWN}@example.com`;
  const member = (await owner.post<{ id: string }>('/members', { name: 'Bia', email, role: 'seller' })).data;
  expect(await found(email)).toEqual([NAMES[0]]);
  await owner.patch(`/members/${member.id}`, { active: false });
  expect(await found(email)).toEqual([]);
});

it('finds a whole id, and each account once', async () => {
  const [{ id }] = accounts as [AccountView];
  expect(await found(id.toUpperCase())).toEqual([NAMES[0]]);
  expect([await found(id.slice(0, 20)), await found(RANDOM_ID)]).toEqual([[], []]);
  const name = `dona.9.${OWN}`;
  await test.operator.patch(`/accounts/${id}`, { name });
  await test.operator.put(`/accounts/${id}/owner`, { name: 'Ana', email: `${name}@example.com` });
  expect(await found(name)).toEqual([name]);
  await test.operator.patch(`/accounts/${id}`, { name: NAMES[0] });
  expect(await found(name)).toEqual([NAMES[0]]);
});

it('has pages, whose cursors are of one search', async () => {
  const first = await search(OWN, '&limit=2');
  const cursor = `&cursor=${first.body.next_cursor}`;
  const second = await search(OWN, cursor);
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(NAMES.toReversed());
  expect(second.body.next_cursor).toBeNull();
  for (const path of [`/accounts?q=${OWN.slice(0, 5)}${cursor}`, `/accounts?${cursor}`])
    expect((await test.operator.get(path)).error.details?.fields).toMatchObject([{ field: 'cursor' }]);
  const all = await test.operator.get('/accounts?limit=1');
  expect((await search(OWN, `&cursor=${all.body.next_cursor}`)).status).toBe(422);
});

it.each(['', 'x', ' x ', '& !', 'x'.repeat(MAX_ACCOUNT_SEARCH + 1)])('refuses the search %j', async (q) => {
  expect((await search(q)).error).toMatchObject({
    code: 'validation_error',
    details: { fields: [{ field: 'q', message: 'deve ter de 2 a 100 caracteres, com letras ou números' }] },
  });
});
