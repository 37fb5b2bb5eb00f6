import { memberNames } from './member-names';

const find = memberNames([
  { id: '1', name: 'Bia Lima', emailKey: 'bia@example.com' },
  { id: '2', name: 'José', emailKey: 'jose@example.com' },
  { id: '3', name: 'JOSÉ', emailKey: 'outro@example.com' },
  { id: '4', name: 'jose@example.com', emailKey: 'quarta@example.com' },
  { id: '5', name: 'José', emailKey: null },
  { id: '6', name: 'saiu@example.com', emailKey: 'sexta@example.com' },
]);

it.each<[string, string, string | undefined]>([
  ['a name', 'Bia Lima', '1'],
  ['a name in another case, with spaces', '  bia LIMA ', '1'],
  ['an address', 'Bia@Example.com', '1'],
  ['a name of several', 'José', undefined],
  ['the address of one with such a name', 'outro@example.com', '3'],
  ['an address that is the name of another', 'jose@example.com', '2'],
  ['an address of nobody that is the name of somebody', 'saiu@example.com', undefined],
  ['a part of a name', 'Bia', undefined],
  ['a name without its accent', 'Jose', undefined],
  ['nothing', '', undefined],
])('%s', (_, text, id) => {
  expect(find(text)?.id).toBe(id);
});
