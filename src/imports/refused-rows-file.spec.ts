import { atOnce } from '../../test/support/at-once';
import { parse } from 'csv-parse/sync';
import { ownFile } from './own-file';
import { reasonOf, refusedFile } from './refused-rows-file';

type Refused = Record<number, [string, string][]>;

function made(header: string[], rows: [number, ...string[]][], refused: Refused): string[] {
  const cells = rows.map(([number, ...of]) => ({ number, cells: of }));
  const reasons = Object.entries(refused).map(([number, fields]) => {
    return [Number(number), reasonOf(fields.map(([field, message]) => ({ field, message })))] as const;
  });
  return [...refusedFile(header, cells, new Map(reasons))].join('').split('\r\n');
}

it('has the refused rows with their columns as they were, and the reasons in the words of owners', () => {
  const rows: [number, ...string[]][] = [
    [2, 'Ana', '1'],
    [3, 'Bia; B', '2', 'x'],
    [5, '+Caio'],
    [6, 'Davi', '-3'],
  ];
  const refused: Refused = {
    3: [
      ['phone', 'ruim'],
      ['tags.0', 'longa'],
    ],
    5: [['row', 'curta']],
    6: [['x', 'y']],
  };
  expect(made(['Nome', 'Telefone'], rows, refused)).toEqual([
    '\uFEFFNome;Telefone;motivo',
    '"Bia; B";2;x;"Telefone: ruim; Etiquetas: longa"',
    "'+Caio;;Linha: curta",
    "Davi;'-3;x: y",
    '',
  ]);
});

it('leaves out the reasons of an earlier time, and may be empty', () => {
  expect(made(['Motivo', 'Telefone'], [[2, 'antes', '1']], { 2: [['phone', 'agora']] })).toEqual([
    '\uFEFFTelefone;motivo',
    '1;Telefone: agora',
    '',
  ]);
  expect(made(['a'], [[2, '1']], {})).toEqual(['\uFEFFa;motivo', '']);
  expect(made(['a'], [[2, '1']], { 2: [] })).toEqual(['\uFEFFa;motivo', '1;', '']);
});

it('a corrected file has the cells as they were, however often it is refused', () => {
  const texts = ['=1;+2', "'=1", 'a,"=1"', "d'água", '-1'];
  let [header = [], cells = []] = [['a', 'b', 'c', 'd', "'=e"], texts];
  for (let time = 0; time < 3; time++) {
    const file = made(header, [[2, ...cells]], { 2: [['phone', 'ruim']] });
    const read: string[][] = parse(file.join('\r\n'), { bom: true, delimiter: ';' });
    [header = [], cells = []] = read;
    expect(header.at(-1)).toBe('motivo');
    const { textOf, headers } = atOnce(ownFile(header, []));
    expect(cells.slice(0, -1).map(textOf)).toEqual(['=1;+2', '=1', 'a,"=1"', "d'água", '-1']);
    expect(headers.slice(0, -1)).toEqual(['a', 'b', 'c', 'd', "'=e"]);
  }
});

it('has lines of at most four times the bytes of the row, and 300 more', () => {
  const reasons: [string, string][] = Array.from({ length: 50 }, () => ['created_at', 'deve ser uma data real']);
  const header = Array.from({ length: 200 }, (_, index) => `c${index}`);
  const full = Array<string>(200).fill('=;');
  const lines = made(header, [[2, '1'], [3, ...full], [4]], { 2: reasons, 3: reasons, 4: reasons });
  const [, short = '', long = '', none = ''] = lines;
  expect(lines).toHaveLength(5);
  expect(short).toMatch(/^1;{200}"Criado em: deve ser uma data real; Criado em: .*…"$/);
  expect(long).toMatch(/^("'=;";){200}"(Criado em: deve ser uma data real; ){8}Criad.*…"$/);
  expect(Buffer.byteLength(short) + 2).toBe(Buffer.byteLength('1;') + 300);
  expect(Buffer.byteLength(none) + 2).toBe(300);
  expect(Buffer.byteLength(long) + 2).toBeLessThanOrEqual(4 * 800 + 300);
});

it('comes cell by cell, though one row may be most of it', () => {
  const cells = Array<string>(200).fill('x'.repeat(1_023));
  const texts = [...refusedFile(['a'], [{ number: 2, cells }], new Map([[2, 'longa']]))];
  expect(Math.max(...texts.map(({ length }) => length))).toBe(1_024);
  expect(texts.join('')).toBe(`\uFEFFa;motivo\r\n${cells.join(';')};longa\r\n`);
});

it('the reasons of a row are cut where no line has room for them', () => {
  const reason = reasonOf(Array.from({ length: 50 }, () => ({ field: 'x', message: 'ã'.repeat(20) })));
  expect(reason).toMatch(/^x: ã{20}; x: ã{20}; .*ã…$/);
  expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(300);
});
