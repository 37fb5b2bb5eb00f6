import { headerIndex } from './header-row';

/** As generous as the words of headers are. */
const namesPhone = (cells: readonly string[]): boolean => cells.some((cell) => /telefone|whatsapp/i.test(cell));

it.each<[string, string[], number]>([
  ['the first row', ['nome;telefone', 'Ana;1'], 0],
  ['below a title', ['Leads de agosto', 'nome;telefone', 'Ana;1'], 1],
  ['below a title that mentions phones', ['Lista de telefones', 'nome;telefone', 'Ana;1'], 1],
  ['below a title with a date', ['Exportado em;31/08/2026', 'nome;telefone', 'Ana;1'], 1],
  ['among the first ten', [...Array<string>(9).fill('x'), 'nome;telefone'], 9],
  ['not the eleventh', [...Array<string>(10).fill('x'), 'nome;telefone'], 0],
  ['the first of two', ['nome;telefone', 'nome;telefone'], 0],
  ['the first row where none has a phone', ['nome;contato', 'Ana;1'], 0],
  ['not a person with a note on a phone', ['nome;contato', 'Ana;11987654321;só whatsapp'], 0],
  ['not a person with an address', ['nome;contato', 'Ana;ana@example.com;sem telefone'], 0],
  ['one column', ['telefone', '1'], 0],
  ['nothing', [], 0],
])('the header is %s', (_, rows, expected) => {
  expect(
    headerIndex(
      rows.map((row) => row.split(';')),
      namesPhone,
    ),
  ).toBe(expected);
});
