import { CSV_DIALECT } from '../../common/csv/csv-dialect';
import { file, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { EXPORT_COLUMNS, headerOf } from '../../contract/import-columns';
import { FILTERS, PERIOD_RULES } from '../../leads/people/account-leads.texts';

const LINES = [
  headerOf(EXPORT_COLUMNS.slice(0, 11)).join(';') + ';…',
  '(11) 98765-4321;Maria Silva;;VIP;;Outra campanha (utm);02/03/2026 12:30;Vendas;Novo;1200,50;Sim;…',
  '',
];

const route = textsOf('Owner: people');

export const LEADS_EXPORT_TEXTS: RouteTexts = {
  'GET /admin/v1/leads/export.csv': route('Export the leads of a list as CSV', {
    rules: PERIOD_RULES,
    description: `${FILTERS} The columns are those of an import, without \`external_id\`; a lead has a row for each of its deals. ${CSV_DIALECT} Phones, values, pipelines, stages and origins are as people write them. An import reads the file, in this account, where it changes nothing, and in another one; docs/imports.md lists what a file cannot carry.`,
    answers: [file('The file.', 'text/csv', LINES.join('\r\n'))],
  }),
};
