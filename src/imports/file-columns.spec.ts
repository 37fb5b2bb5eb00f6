import { atOnce } from '../../test/support/at-once';
import { growthOfFour, MOST_GROWTH } from '../../test/support/linear-time';
import { ApiError } from '../common/api-error';
import { type FileColumns, guessColumns, headerNames, ignoredHeaders, namesPhone, readColumns } from './file-columns';

function read(header: string[], mapping?: string): FileColumns | Record<string, string> {
  try {
    return atOnce(readColumns(header, mapping));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fields = error.details?.fields ?? [];
    expect([error.code, error.status]).toEqual(['validation_error', 422]);
    return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
  }
}

describe('the columns of a file by its headers', () => {
  const all = ['phone', 'name', 'email', 'notes', 'tags', 'external_id', 'consent', 'utm_source', 'gclid'];
  const deal = ['deal.pipeline_id', 'deal.stage_id', 'deal.value'];

  it.each<[string, string[], (string | null)[]]>([
    ['the phone alone', ['phone'], ['phone']],
    ['fields of POST /leads', [...all, ...deal], [...all, ...deal]],
    ['in the order of the file', ['utm_source', 'name', 'phone'], ['utm_source', 'name', 'phone']],
    ['in any capitals, with spaces around', [' Phone ', 'EMAIL'], ['phone', 'email']],
    ['without the empty cells after the last', ['phone', 'name', '', ' '], ['phone', 'name']],
    ['unknown ones are not read', ['Cidade', '', 'Celular'], [null, null, 'phone']],
    ['the reasons of a file that was corrected are not read', ['Telefone', 'motivo'], ['phone', null]],
    ['several phones', ['Telefone', 'Celular', 'WhatsApp'], ['phone', 'phone', 'phone']],
    [
      'several e-mails, tags and notes',
      ['Fone', 'E-mail', 'Email 2', 'Tags', 'Labels', 'Obs', 'Mensagem'],
      ['phone', 'email', 'email', 'tags', 'tags', 'notes', 'notes'],
    ],
    ['first name and last name', ['First Name', 'Last Name', 'Phone'], ['name', 'name', 'phone']],
    ['name and surname', ['Sobrenome', 'Nome', 'Fone'], ['name', 'name', 'phone']],
    [
      'the full name instead of its parts',
      ['Nome', 'Sobrenome', 'Nome completo', 'Fone'],
      [null, null, 'name', 'phone'],
    ],
    [
      'the whole name of an old address book',
      ['Name', 'Given Name', 'Family Name', 'Phone'],
      ['name', null, null, 'phone'],
    ],
    ['the full name of a form', ['Your name', 'Full name', 'Phone'], [null, 'name', 'phone']],
    ['no full address as a name', ['Endereço completo', 'Nome', 'Fone'], [null, 'name', 'phone']],
    ['of two names the more exact', ['Nome do cliente', 'Nome', 'Fone'], [null, 'name', 'phone']],
    ['of two dates the more exact', ['Start Date (UTC)', 'Submit Date (UTC)', 'Phone'], [null, 'created_at', 'phone']],
    ['of two dates that are alike the first', ['Criado em', 'Cadastrado em', 'Fone'], ['created_at', null, 'phone']],
    ['one of two values', ['Valor', 'Venda', 'Fone'], ['deal.value', null, 'phone']],
  ])('%s', (_, header, columns) => {
    expect(read(header)).toEqual(columns);
  });

  it.each([[['name']], [['', '']], [['Cidade', 'Contato']]])('a file without phones is refused: %j', (header) => {
    expect(read(header)).toEqual({
      phone: 'não há coluna de telefone; dê à coluna do telefone o nome Telefone, ou diga no mapeamento qual é',
    });
  });

  it('of a great many take time in proportion to them', () => {
    const growth = growthOfFour((length) => void read(Array.from({ length }, () => 'x')), 5_000);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  it('tell which are not read', () => {
    const header = ['Cidade', 'Fone', '', 'motivo', ' Bairro ', ' '];
    expect(atOnce(ignoredHeaders(header, atOnce(guessColumns(header))))).toEqual(['Cidade', 'Bairro']);
  });

  it.each([
    [['Nome', 'Celular'], true],
    [['Relatório de leads', ''], false],
  ])('%j names a phone: %j', (cells, names) => {
    expect(cells.some(namesPhone)).toBe(names);
  });
});

describe('a mapping', () => {
  it.each<[string, string[], string, FileColumns]>([
    ['says what each column holds', ['a', 'b', 'c'], 'name, phone,deal.value', ['name', 'phone', 'deal.value']],
    ['leaves columns out', ['a', 'phone', 'c'], ',phone,', [null, 'phone', null]],
    ['may have spaces around its commas', ['a', 'phone', 'c'], ' , phone, ', [null, 'phone', null]],
    ['takes a phone for a name of a column that holds none', ['a', '11987654321'], 'phone,name', ['phone', 'name']],
    ['may name the empty columns after the last', ['a', 'b', '', ''], 'phone,name,,', ['phone', 'name', null, null]],
    ['gives a field several columns', ['a', 'b', 'c'], 'phone,phone,name', ['phone', 'phone', 'name']],
    ['or not', ['a', 'b', '', ''], 'phone,name', ['phone', 'name']],
  ])('%s', (_, header, mapping, columns) => {
    expect(read(header, mapping)).toEqual(columns);
  });

  it.each([
    ['too short', 'phone', 'o arquivo tem 2 colunas, e foram dadas 1'],
    ['too long', 'phone,,name', 'o arquivo tem 2 colunas, e foram dadas 3'],
    ['with an unknown field', 'phone,telefone', 'o campo da coluna 2 não existe'],
    [
      'with a field twice that takes one',
      'phone,origin,origin',
      'o arquivo tem 2 colunas, e foram dadas 3; origin está em duas colunas',
    ],
    ['without a phone', 'name,', 'falta a coluna do telefone (phone)'],
    [
      'with several faults',
      'x,consent,consent',
      'o arquivo tem 2 colunas, e foram dadas 3; o campo da coluna 1 não existe; consent está em duas colunas; falta a coluna do telefone (phone)',
    ],
  ])('%s is refused by name', (_, mapping, message) => {
    expect(read(['a', 'b'], mapping)).toEqual({ mapping: message });
  });

  it('of a file that begins with a person is refused, as that person would be lost', () => {
    expect(read(['Ana', '(11) 98765-4321'], 'name,phone')).toEqual({
      body: 'a primeira linha já é de uma pessoa; ponha acima dela uma linha com os nomes das colunas',
    });
  });

  it('is refused with at most 50 of its faults', () => {
    const told = read(['a'], 'x,'.repeat(300)) as Record<string, string>;
    expect(told.mapping?.split('; ')).toHaveLength(50);
  });
});

it.each<[string, string[], boolean]>([
  ['a header', ['Nome', 'Telefone'], true],
  ['a question of a form', ['Nome', 'WhatsApp (com DDD):'], true],
  ['a refused row with its reason', ['Rui', 'abc', 'Telefone: tem letras: envie só o telefone, com dígitos'], false],
  ['a conflict', ['Rui', 'x', 'Código externo: já foi usado em um envio com outro telefone'], false],
])('%s names phones or not', (_, cells, names) => {
  expect(cells.some(namesPhone)).toBe(names);
});

it('the names in a header are trimmed, without the empty cells after the last', () => {
  expect(headerNames([' Nome ', '', 'b', '', ' '])).toEqual(['Nome', '', 'b']);
});
