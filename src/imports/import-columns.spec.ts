import { ApiError } from '../common/api-error';
import { SIGNALS } from '../contract/origin';
import type { ImportColumn } from '../contract/import-columns';
import { bodyOf, columnOf, type FileColumns, guessColumns, headerNames, readColumns } from './import-columns';

/** The columns, or the messages about bad ones. */
function read(header: string[], mapping?: string): FileColumns | Record<string, string> {
  try {
    return readColumns(header, mapping);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fields = error.details?.fields ?? [];
    expect([error.code, error.status]).toEqual(['validation_error', 422]);
    return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
  }
}

describe('the columns of a file', () => {
  const PORTUGUESE = ['phone', 'name', 'notes', 'created_at', 'deal.value', 'deal.stage_id'];
  const all = ['phone', 'name', 'email', 'notes', 'tags', 'external_id', 'consent', ...SIGNALS];
  const deal = ['deal.pipeline_id', 'deal.stage_id', 'deal.value'];

  it.each<[string, string[], string[]]>([
    ['the phone alone', ['phone'], ['phone']],
    ['every field of POST /leads', [...all, ...deal], [...all, ...deal]],
    ['in the order of the file', ['utm_source', 'name', 'phone'], ['utm_source', 'name', 'phone']],
    ['in any capitals, with spaces around', [' Phone ', 'E-MAIL'.replace('-', '')], ['phone', 'email']],
    ['without the empty cells after the last', ['phone', 'name', '', ' '], ['phone', 'name']],
    ['in Portuguese', ['Telefone', 'NOME COMPLETO', 'Observações', 'Criado em', 'Valor', 'Etapa'], PORTUGUESE],
  ])('%s', (_, header, columns) => {
    expect(read(header)).toEqual(columns);
  });

  it.each<[string, string[], Record<string, string>]>([
    ['an unknown one', ['phone', 'Cidade'], { cidade: 'coluna desconhecida' }],
    ['one of two names', ['Celular', 'Telefone'], { telefone: 'coluna repetida' }],
    ['an empty one before others', ['phone', '', 'name'], { '': 'coluna desconhecida' }],
    ['one given twice', ['phone', 'name', ' NAME'], { name: 'coluna repetida' }],
    ['no phone', ['name'], { phone: 'falta esta coluna' }],
    ['no column at all', ['', ''], { phone: 'falta esta coluna' }],
    [
      'every bad one',
      ['x', 'name', 'name', 'deal', 'attribution.fbc'],
      {
        x: 'coluna desconhecida',
        name: 'coluna repetida',
        deal: 'coluna desconhecida',
        'attribution.fbc': 'coluna desconhecida',
        phone: 'falta esta coluna',
      },
    ],
  ])('are refused: %s', (_, header, told) => {
    expect(read(header)).toEqual(told);
  });

  it('are refused with at most 50 entries, the phone among them only where there is room', () => {
    const unknown = (count: number): string[] => Array.from({ length: count }, (_, index) => `x${index}`);
    const told = (header: string[]): string[] => Object.keys(read(header));
    expect(told(unknown(49))).toEqual([...unknown(49), 'phone']);
    expect(told(unknown(50))).toEqual(unknown(50));
    expect(told(unknown(300))).toEqual(unknown(50));
  });

  it('are refused by the beginnings of their names, without control characters', () => {
    expect(Object.keys(read(['phone', 'X'.repeat(10_000), `\u0001${'y'.repeat(300)}`]))).toEqual([
      'x'.repeat(200),
      `\uFFFD${'y'.repeat(199)}`,
    ]);
  });

  it('that nobody could list take no time', () => {
    const begun = performance.now();
    expect(Object.keys(read(Array.from({ length: 200_000 }, () => 'x')))).toEqual(['x']);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

describe('a mapping', () => {
  it.each<[string, string[], string, FileColumns]>([
    ['says what each column holds', ['a', 'b', 'c'], 'name, phone,deal.value', ['name', 'phone', 'deal.value']],
    ['leaves columns out', ['a', 'phone', 'c'], ',phone,', [null, 'phone', null]],
    ['may name the empty columns after the last', ['a', 'b', '', ''], 'phone,name,,', ['phone', 'name', null, null]],
    ['or not', ['a', 'b', '', ''], 'phone,name', ['phone', 'name']],
  ])('%s', (_, header, mapping, columns) => {
    expect(read(header, mapping)).toEqual(columns);
  });

  it.each([
    ['too short', 'phone', 'o arquivo tem 2 colunas, e foram dadas 1'],
    ['too long', 'phone,,name', 'o arquivo tem 2 colunas, e foram dadas 3'],
    ['with an unknown field', 'phone,telefone', 'o campo da coluna 2 não existe'],
    ['with a field twice', 'phone,phone', 'phone está em duas colunas'],
    ['without a phone', 'name,', 'falta a coluna do telefone (phone)'],
    [
      'with several faults',
      'x,name,name',
      'o arquivo tem 2 colunas, e foram dadas 3; o campo da coluna 1 não existe; name está em duas colunas; falta a coluna do telefone (phone)',
    ],
  ])('%s is refused by name', (_, mapping, message) => {
    expect(read(['a', 'b'], mapping)).toEqual({ mapping: message });
  });

  it('is refused with at most 50 of its faults', () => {
    const told = read(['a'], 'x,'.repeat(300)) as Record<string, string>;
    expect(told.mapping?.split('; ')).toHaveLength(50);
  });
});

it('the guess at the columns gives a field to one column, and leaves out what it does not know', () => {
  expect(guessColumns(['Cidade', 'Celular', 'Telefone', 'Nome', 'motivo', ' '])).toEqual([
    null,
    'phone',
    null,
    'name',
    null,
  ]);
});

it('the reasons of a file that was corrected are not read', () => {
  expect(read(['Telefone', 'motivo'])).toEqual(['phone', null]);
});

it('the names in a header are trimmed, without the empty cells after the last', () => {
  expect(headerNames([' Nome ', '', 'b', '', ' '])).toEqual(['Nome', '', 'b']);
});

describe('the body of a row', () => {
  const body = (column: ImportColumn, cell: string) => bodyOf([column], [cell], 'file:2');
  /** What a cell of the column becomes. */
  const value = (column: ImportColumn, cell: string): unknown => body(column, cell)?.[column];

  it.each<[ImportColumn, string, unknown]>([
    ['phone', ' (11) 98765-4321 ', '(11) 98765-4321'],
    ['name', ' Ana ', ' Ana '],
    ['email', ' a@example.com', ' a@example.com'],
    ['notes', 'linha 1\nlinha 2 ', 'linha 1\nlinha 2 '],
    ['external_id', ' p-1', ' p-1'],
    ['tags', 'vip', ['vip']],
    ['tags', 'vip; novo |quente', ['vip', ' novo ', 'quente']],
    ['tags', ';vip;; |', ['vip']],
    ['tags', ';', []],
    ['tags', 'a,b', ['a,b']],
    ['consent', 'true', true],
    ['consent', 'VERDADEIRO', true],
    ['consent', ' Falso ', false],
    ['consent', 'false', false],
    ['consent', 'talvez', 'talvez'],
    ['origin', ' Instagram ', 'social'],
    ['origin', ' Panfleto ', 'Panfleto'],
    ['created_at', ' 23/11/2026 ', '2026-11-23T03:00:00.000Z'],
    ['phone', "'+5511987654321", '+5511987654321'],
    ['notes', "'=1", '=1'],
    ['consent', ' 1 ', ' 1 '],
  ])('%s: %j', (column, cell, expected) => {
    expect(value(column, cell)).toEqual(expected);
  });

  it.each<['value' | 'stage_id' | 'pipeline_id', string, unknown]>([
    ['value', '0', 0],
    ['value', '1234', 1234],
    ['value', ' 1234,5 ', 1234.5],
    ['value', '1234.56', 1234.56],
    ['value', '1.234', 1234],
    ['value', '1e3', '1e3'],
    ['value', ' 10 reais ', '10 reais'],
    ['stage_id', ' 7 ', '7'],
    ['pipeline_id', ' 7 ', '7'],
  ])('deal.%s: %j', (field, cell, expected) => {
    expect(body(`deal.${field}`, cell)).toEqual({ external_id: 'file:2', deal: { [field]: expected } });
  });

  it.each(SIGNALS)('%s is a signal, as it is', (signal) => {
    expect(body(signal, ' x ')).toEqual({ external_id: 'file:2', attribution: { [signal]: ' x ' } });
  });

  it.each<[string, FileColumns, string[], object]>([
    ['nothing but its id, where all cells are empty', ['phone', 'name'], ['', '  '], { external_id: 'file:2' }],
    ['its own id before that of the file', ['external_id'], ['p-1'], { external_id: 'p-1' }],
    ['that of the file where its own is blank', ['external_id'], [' '], { external_id: 'file:2' }],
    ['no cell that is missing', ['phone', 'name'], ['1'], { external_id: 'file:2', phone: '1' }],
    ['empty cells after the last column', ['phone'], ['1', '', ' '], { external_id: 'file:2', phone: '1' }],
    [
      'nothing of a column that is not read',
      [null, 'phone', null],
      ['x', '1', 'y'],
      { external_id: 'file:2', phone: '1' },
    ],
    [
      'signals and deal in objects of their own',
      ['utm_source', 'phone', 'deal.value', 'fbc', 'deal.stage_id'],
      ['x', '1', '2', 'y', '3'],
      {
        external_id: 'file:2',
        phone: '1',
        attribution: { utm_source: 'x', fbc: 'y' },
        deal: { value: 2, stage_id: '3' },
      },
    ],
  ])('has %s', (_, columns, cells, expected) => {
    expect(bodyOf(columns, cells, 'file:2')).toEqual(expected);
  });

  it('is undefined for a row with a cell after the last column', () => {
    expect(bodyOf(['phone'], ['1', 'x'], 'file:2')).toBeUndefined();
  });
});

it.each([
  ['phone', 'phone'],
  ['attribution.utm_source', 'utm_source'],
  ['deal.value', 'deal.value'],
  ['x.attribution.fbc', 'x.attribution.fbc'],
  ['attributions', 'attributions'],
])('the column of the field %s is %s', (field, column) => {
  expect(columnOf(field)).toBe(column);
});
