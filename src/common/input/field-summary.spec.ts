import { fieldSummary } from './field-summary';

const reason = 'deve ser um texto';
const bad = (...fields: string[]) => fields.map((field) => ({ field, message: reason }));

it.each([
  ['one bad field', bad('name'), 'Campo name: deve ser um texto.'],
  ['a field of a part', bad('deal.stage_id'), 'Campo deal.stage_id: deve ser um texto.'],
  ['two bad fields', bad('name', 'email'), 'Campo name: deve ser um texto. Há mais 1 campo inválido (details.fields).'],
  [
    'several bad fields',
    bad('name', 'email', 'tags'),
    'Campo name: deve ser um texto. Há mais 2 campos inválidos (details.fields).',
  ],
  ['the whole body', bad('body'), 'Corpo da requisição: deve ser um texto.'],
  ['a reason that is a sentence', [{ field: 'body', message: 'É demais.' }], 'Corpo da requisição: É demais.'],
  ['a name with accents', bad('ação'), 'Campo ação: deve ser um texto.'],
  ['a name with line breaks and NUL', bad('a\nb\0c\u2028d'), 'Campo a b c d: deve ser um texto.'],
  ['a name with half a character', bad('a\ud83d'), 'Campo a: deve ser um texto.'],
  ['a name of nothing', bad(''), 'Campo (sem nome): deve ser um texto.'],
  ['a name of blanks', bad(' \u200b'), 'Campo (sem nome): deve ser um texto.'],
  ['a name as long as may be shown', bad('x'.repeat(60)), `Campo ${'x'.repeat(60)}: deve ser um texto.`],
  ['a longer name', bad('x'.repeat(61)), `Campo ${'x'.repeat(60)}…: deve ser um texto.`],
  ['a name of emoji', bad('😀'.repeat(9_000)), `Campo ${'😀'.repeat(60)}…: deve ser um texto.`],
  ['no field', [], 'Há campos ou parâmetros inválidos.'],
])('%s', (_, fields, message) => expect(fieldSummary(fields)).toBe(message));
