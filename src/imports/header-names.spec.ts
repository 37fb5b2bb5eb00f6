import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn } from '../contract/import-columns';
import { columnOfHeader } from './header-names';

it.each(IMPORT_COLUMNS)('%s is known by its name and by its word', (column) => {
  expect([columnOfHeader(column), columnOfHeader(IMPORT_COLUMN_WORDS[column])]).toEqual([column, column]);
});

it.each<[string, ImportColumn | null | undefined]>([
  ['TELEFONE', 'phone'],
  [' celular ', 'phone'],
  ['WhatsApp', 'phone'],
  ['Número de telefone', 'phone'],
  ['Nome completo', 'name'],
  ['Cliente', 'name'],
  ['E-Mail', 'email'],
  ['tags', 'tags'],
  ['Marcadores', 'tags'],
  ['observacoes', 'notes'],
  ['Anotações', 'notes'],
  ['ORIGEM', 'origin'],
  ['Data', 'created_at'],
  ['criado em', 'created_at'],
  ['Valor (R$)', 'deal.value'],
  ['Etapa do funil', 'deal.stage_id'],
  ['pipeline', 'deal.pipeline_id'],
  ['UTM Source', 'utm_source'],
  ['Motivo', null],
  ['Cidade', undefined],
  ['deal', undefined],
  ['', undefined],
  ['🔥', undefined],
])('%j is %j', (header, column) => {
  expect(columnOfHeader(header)).toBe(column);
});
