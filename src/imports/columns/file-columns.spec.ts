import { atOnce } from '../../../test/support/at-once';
import { growthOfFour, MOST_GROWTH } from '../../../test/support/linear-time';
import { ApiError } from '../../common/api-error';
import { IGNORED_COLUMN } from '../../contract/import';
import { EXPORT_COLUMNS, headerOf, type ImportColumn } from '../../contract/import-columns';
import type { FileColumns } from './column';
import { namesPhone, readColumns, requirePhone } from './file-columns';
import { headerNames } from '../headers/header-words';

const rowsOf = (...rows: string[][]) => rows.map((cells, index) => ({ number: index + 2, cells }));

function read(header: string[], mapping?: string): (ImportColumn | null)[] | Record<string, string> {
  let columns: FileColumns = [];
  const refused = refusalOf(() => {
    columns = atOnce(readColumns({ header, rows: rowsOf(['']), mapping }));
    requirePhone(columns, header);
  });
  return Object.keys(refused).length > 0 ? refused : columns.map(({ field }) => field);
}

/** Returns the messages of a 422 by field; none if it does not throw. */
function refusalOf(read: () => unknown): Record<string, string> {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.code, error.status]).toEqual(['validation_error', 422]);
    return Object.fromEntries((error.details?.fields ?? []).map(({ field, message }) => [field, message]));
  }
  return {};
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

  it('tell why they are not read', () => {
    const header = ['Cidade', 'Fone', '', 'motivo', ' Bairro ', ' '];
    const columns = atOnce(readColumns({ header, rows: rowsOf(['x']) }));
    expect(columns.map(({ reason }) => reason)).toEqual([
      IGNORED_COLUMN.unknown,
      null,
      null,
      null,
      IGNORED_COLUMN.unknown,
    ]);
  });

  it.each([
    [['Nome', 'Celular'], true],
    [['Relatório de leads', ''], false],
  ])('%j names a phone: %j', (cells, names) => {
    expect(cells.some(namesPhone)).toBe(names);
  });
});

describe('a mapping', () => {
  it.each<[string, string[], string, (ImportColumn | null)[]]>([
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
    const failure = read(['a'], 'x,'.repeat(300)) as Record<string, string>;
    expect(failure.mapping?.split('; ')).toHaveLength(50);
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

describe('the cells decide what the headers leave open', () => {
  const [ANA, BIA, OWN] = ['(11) 98765-4321', '21 99876-5432', '(11) 3333-1001'];
  const times = (count: number, ...cells: string[]) => Array.from({ length: count }, () => cells);
  const columnsOf = (header: string, rows: string[][], mapping?: string) =>
    atOnce(readColumns({ header: header.split(';'), rows: rowsOf(...rows), mapping }));
  const fieldsOf = (header: string, rows: string[][]) =>
    columnsOf(header, rows).map(({ field, isGuessed, reason }) => (isGuessed ? `${field}?` : (field ?? reason)));
  const {
    one_phone,
    one_name,
    not_names,
    vague_phone,
    others_phone,
    unnamed_phone,
    unknown,
    other_consent,
    area_codes,
    consents_differ,
  } = IGNORED_COLUMN;

  it.each<[string, string, string[][], (string | null)[]]>([
    [
      'the one question about a phone',
      'Nome;Qual o seu WhatsApp para retornarmos?',
      [['Ana', ANA]],
      ['name', 'phone?'],
    ],
    [
      'not without phones in most rows',
      'Nome;Seu WhatsApp para retorno',
      [
        ['Ana', ANA],
        ['Bia', 'x'],
      ],
      ['name', vague_phone],
    ],
    ['not where a header is known', 'Telefone;Seu WhatsApp para retorno', [['', ANA]], ['phone', vague_phone]],
    ['not one of two', 'Seu WhatsApp para retorno;Seu fone para retorno', [[ANA, BIA]], [vague_phone, vague_phone]],
    [
      'one of two of which the other holds no phones',
      'Seu WhatsApp para retorno;Seu zap para retorno?',
      [[ANA, 'Sim']],
      ['phone?', unknown],
    ],
    ['the one question about a name', 'Fone;Qual é o seu nome para o crachá?', [[ANA, 'Ana']], ['phone', 'name?']],
    ['another’s phone', 'Nome;Telefone;Celular da mãe', [['Ana', '', ANA]], ['name', 'phone', others_phone]],
    ['another’s phone alone', 'Nome;Celular da mãe', [['Ana', ANA]], ['name', others_phone]],
    ['an unknown column of phones', 'Nome;Telefone;Recado', [['Ana', ANA, BIA]], ['name', 'phone', 'notes']],
    ['an unknown column of phones', 'Nome;Telefone;Casa', [['Ana', ANA, BIA]], ['name', 'phone', unnamed_phone]],
    [
      'two consents that differ',
      'Fone;LGPD;Aceita contato',
      [[ANA, 'Sim', 'Não']],
      ['phone', consents_differ, consents_differ],
    ],
    ['a prefix that holds area codes', 'Prefixo;Fone', [['21', '98765-4321']], ['phone', 'phone']],
    ['a label of a phone', 'Telefone;Telefone 1 - Rótulo', [[ANA, 'Mobile']], ['phone', unknown]],
    [
      'a yes or no for a name',
      'Cliente;Telefone',
      [
        ['Sim', ANA],
        ['Não', BIA],
      ],
      [not_names, 'phone'],
    ],
    ['a yes or no beside the name', 'Cliente;Nome;Telefone', [['Sim', 'Ana', ANA]], [not_names, 'name', 'phone']],
    ['another consent', 'Telefone;Descadastro LGPD', [[ANA, 'Sim']], ['phone', other_consent]],
    [
      'one line for all of 20 rows',
      'Canal;WhatsApp;Telefone',
      times(20, 'a', OWN, ANA).map((row, at) => [...row.slice(0, 2), `119876543${10 + at}`]),
      [unknown, one_phone, 'phone'],
    ],
    [
      'one line however it is written',
      'WhatsApp;Fone',
      times(21, OWN, '').map((_, at) => (at < 11 ? [at % 2 ? OWN : '551133331001', ''] : ['', ''])),
      [one_phone, 'phone'],
    ],
    ['one line in half of the rows', 'WhatsApp', times(20, OWN).map((row, at) => (at < 10 ? row : [''])), ['phone']],
    ['a dash in most rows', 'Celular;Nome', times(20, '-', '-'), ['phone', 'name']],
    ['one line for 19 rows', 'WhatsApp', times(19, OWN), ['phone']],
    ['one name for all', 'Nome;Fone', times(20, 'Cliente', '').map(([name = '']) => [name, '']), [one_name, 'phone']],
    ['area codes beside a phone', 'DDD;Telefone', [['21', '98765-4321']], ['phone', 'phone']],
    [
      'area codes without a phone beside',
      'Celular;Nome;DDD;Cidade;Telefone',
      [['', '', '21']],
      ['phone', 'name', area_codes, unknown, 'phone'],
    ],
    ['area code and phone in one column', 'DDD/Telefone', [['21 98765-4321']], ['phone']],
  ])('%s: %s', (_, header, rows, expected) => {
    expect(fieldsOf(header, rows)).toEqual(expected);
  });

  it.each<[string, string, [phone: number, codes: number][]]>([
    [
      'each its own, before it',
      'Fone 1;DDD 1;Fone 2;DDD 2',
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      'each its own, in order',
      'Telefone;DDD;Celular;DDD',
      [
        [0, 1],
        [2, 3],
      ],
    ],
    [
      'by number',
      'DDD 1;DDD 2;Telefone 1;Telefone 2',
      [
        [2, 0],
        [3, 1],
      ],
    ],
    [
      'by name, after it',
      'Telefone Residencial;DDD Residencial;Telefone Celular;DDD Celular',
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['none next to another’s phone', 'Telefone;Telefone da mãe;DDD', []],
    ['none of two beside it', 'Telefone;DDD;Celular', []],
    ['under its own name', 'Telefone DDD;Telefone Número', [[1, 0]]],
    ['after it', 'DDD;Telefone;Celular', [[1, 0]]],
    ['before it', 'Celular;Nome;Telefone;DDD', [[2, 3]]],
    ['by name', 'DDD do celular;Telefone;Celular', [[2, 0]]],
    ['the only one', 'DDD;Nome;Telefone', [[2, 0]]],
    [
      'each its own',
      'DDD 1;Fone 1;DDD 2;Fone 2',
      [
        [1, 0],
        [3, 2],
      ],
    ],
  ])('a column of area codes joins a phone: %s', (_, header, joined) => {
    const columns = columnsOf(header, [['11']]);
    expect(columns.flatMap(({ areaCodes }, index) => (areaCodes === undefined ? [] : [[index, areaCodes]]))).toEqual(
      joined,
    );
  });

  it.each(['phone,phone', ',phone'])('it does with a mapping too: %s', (mapping) => {
    expect(columnsOf('DDD;Telefone', [['21', '98765-4321']], mapping)[1]).toMatchObject({ areaCodes: 0 });
  });

  it('an area code for the rows is refused beside a column of them', () => {
    const header = ['DDD', 'Telefone'];
    const refused = refusalOf(() =>
      atOnce(readColumns({ header, rows: rowsOf(['21', '98765-4321']), areaCode: '11' })),
    );
    expect(Object.keys(refused)).toEqual(['area_code']);
  });

  it('a file with others’ phones alone is refused by their names', () => {
    const header = ['Nome', 'Celular da mãe'];
    const columns = atOnce(readColumns({ header, rows: rowsOf(['Ana', ANA]) }));
    expect(refusalOf(() => requirePhone(columns, header)).phone).toContain(`“Celular da mãe” ${others_phone}`);
  });

  it('the rows of an export are read whatever they repeat', () => {
    const header = ['Telefone', 'Nome'];
    expect(fieldsOf(header.join(';'), times(20, ANA, 'Ana'))).toEqual([one_phone, one_name]);
    const exported = headerOf(EXPORT_COLUMNS);
    const columns = atOnce(readColumns({ header: exported, rows: rowsOf(...times(20, ANA, 'Ana')) }));
    expect(columns.slice(0, 2).map(({ field }) => field)).toEqual(['phone', 'name']);
  });
});
