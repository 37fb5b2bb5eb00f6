import { atOnce } from '../../test/support/at-once';
import { EXPORT_COLUMNS, headerOf, type ImportColumn } from '../contract/import-columns';
import { IGNORED } from './columns/column';
import { readColumns } from './columns/file-columns';
import { ownFile } from './own-file';

const EXPORT = headerOf(EXPORT_COLUMNS);
const read = (header: readonly string[], fields?: readonly (ImportColumn | null)[]) =>
  atOnce(ownFile(header, fields?.map((field) => ({ ...IGNORED, field })) ?? atOnce(readColumns({ header, rows: [] }))));

it.each<[string, readonly string[], boolean]>([
  ['an export', EXPORT, true],
  ['an export that a spreadsheet saved', [...EXPORT.map((name) => ` ${name} `), '', ''], true],
  ['refused rows of an export', [...EXPORT, 'motivo'], true],
  ['refused rows of an export, the reasons in front', ['Motivo', ...EXPORT], true],
  ['an export of a release before 1.2', EXPORT.filter((name) => name !== 'Responsável'), true],
  ['an export without a column', EXPORT.slice(0, -1), false],
  ['an export with a further column', [...EXPORT, 'Cidade'], false],
  ['an export in another order', [...EXPORT].reverse(), false],
  ['an export with a column under another name', EXPORT.map((name) => (name === 'Telefone' ? 'Celular' : name)), false],
  ['the file to fill in', ['Telefone', 'Nome', 'Observações'], false],
])('%s: an export or not', (_, header, isExport) => {
  expect(read(header).isExport).toBe(isExport);
});

it('an export of which some columns are not read is one, and one whose columns are read as others is not', () => {
  const some = EXPORT_COLUMNS.map((column) => (column === 'notes' ? null : column));
  const others = EXPORT_COLUMNS.map((column) => (column === 'tags' ? 'notes' : column));
  expect(read(EXPORT, some).isExport).toBe(true);
  expect(read(EXPORT, others).isExport).toBe(false);
});

describe('the text of a cell', () => {
  const own = ['Nome', 'Telefone'];
  it.each<[string, readonly string[], string, string]>([
    ['of a person’s file, that a spreadsheet would run', own, "'=1", '=1'],
    ['of a person’s file, after a separator', own, "a;'=1", "a;'=1"],
    ['of an export', EXPORT, "'=1;'+2", '=1;+2'],
    ['of an export, guarded by the person', EXPORT, "''=1", "'=1"],
    ['of refused rows', [...own, 'motivo'], "a;'=1", 'a;=1'],
    ['of refused rows, guarded by the person', [...own, 'motivo'], "''=1", '=1'],
    ['of refused rows of an export', [...EXPORT, 'motivo'], "''=1;''+2", '=1;+2'],
    ['typed into refused rows', [...own, 'motivo'], '+55 11 98765-4321', '+55 11 98765-4321'],
  ])('%s', (_, header, cell, text) => {
    expect(read(header).textOf(cell)).toBe(text);
  });
});

it('the headers of refused rows are those of the first file', () => {
  expect(read(["'=Telefone", 'motivo']).headers).toEqual(['=Telefone', 'motivo']);
  expect(read(["'=Telefone"]).headers).toEqual(["'=Telefone"]);
});
