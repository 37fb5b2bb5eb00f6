import { atOnce } from '../../../test/support/at-once';
import { headerIndex } from './table-rows';

/** Recognises a header of phones by part of its text. */
const namesPhone = (cell: string): boolean => /telefone|whatsapp/i.test(cell);

it.each<[string, string[], number]>([
  ['the first row', ['nome;telefone', 'Ana;1'], 0],
  ['below a title', ['Leads de agosto', 'nome;telefone', 'Ana;1'], 1],
  ['below a title that mentions phones', ['Lista de telefones', 'nome;telefone', 'Ana;1'], 1],
  ['below a title with blank cells', ['Lista de telefones; ;', 'nome;telefone;curso', 'Ana;1;x'], 1],
  ['below a title and above people', ['Leads de agosto', 'nome;telefone', 'Ana;11987654321'], 1],
  ['below a title with a date', ['Exportado em;31/08/2026', 'nome;telefone', 'Ana;1'], 1],
  ['among the first ten', [...Array<string>(9).fill('x'), 'nome;telefone'], 9],
  ['not the eleventh', [...Array<string>(10).fill('x'), 'nome;telefone'], 0],
  ['the first of two', ['nome;telefone', 'nome;telefone'], 0],
  ['the first row, though it has a number', ['nome;telefone (como 11987654321)', 'Ana;só whatsapp'], 0],
  ['the first row where none has a phone', ['nome;contato', 'Ana;1'], 0],
  ['not a person with a note on a phone', ['nome;contato', 'Ana;11987654321;só whatsapp'], 0],
  ['not a person with eight digits and a note on a phone', ['nome;contato', 'Ana;33331001;só whatsapp'], 0],
  ['not a person with an address', ['nome;contato', 'Ana;ana@example.com;sem telefone'], 0],
  ['not a person who has no phone, below others', ['nome;contato;canal', 'Ana;11987654321;x', 'Rui;;WhatsApp'], 0],
  ['not a person beside an empty column', ['nome;contato;', 'Ana;11987654321;', 'Rui;WhatsApp;'], 0],
  ['not a person below one with an address', ['nome;contato;canal', 'Ana; ana@example.com ;x', 'Rui;;WhatsApp'], 0],
  ['not a word below numbers', ['contato', '(11) 98765-4321', 'whatsapp'], 0],
  ['below the phone of the school', ['Escola A;;', 'Fone;(11) 3333-1001;', 'nome;telefone;curso', 'Ana;1;x'], 2],
  ['below a title with a period', ['Leads;01/08/2026', 'de;31-08-2026', 'nome;telefone'], 2],
  ['one column', ['telefone', '1'], 0],
  ['nothing', [], 0],
])('the header is %s', (_, rows, expected) => {
  expect(
    atOnce(
      headerIndex(
        rows.map((row) => row.split(';')),
        namesPhone,
      ),
    ),
  ).toBe(expected);
});

it.each([
  '33331001',
  '+55 11 98765-4321',
  '(11) 98765-43-21',
  '11-9-87654321',
  `11987654321${' '.repeat(90)}ligar depois das 18h`,
])('a word below a person with the number %s is not the header', (number) => {
  expect(
    atOnce(
      headerIndex(
        [
          ['nome', 'contato'],
          ['Ana', number],
          ['Rui', 'whatsapp'],
        ],
        namesPhone,
      ),
    ),
  ).toBe(0);
});

it.each(['10', '12.345.678/0001-90', 'Fone (11) 3333-1001', '(11) 3333-1001 ramal 2', '01/08/2026'])(
  'the header is below a title with %s, which is no person',
  (text) => {
    expect(
      atOnce(
        headerIndex(
          [
            ['Turma', text],
            ['nome', 'telefone'],
            ['Ana', '1'],
          ],
          namesPhone,
        ),
      ),
    ).toBe(1);
  },
);
