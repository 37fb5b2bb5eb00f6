import { AUDIT_ENTRY, type AuditEntry } from '../../contract/audit';
import { IDS, NOW } from '../../contract/document/examples';
import { file, page, type RouteTexts, type Rule, textsOf } from '../../contract/document/route-text';
import { CSV_DIALECT } from '../../common/csv/csv-dialect';

const ENTRY: AuditEntry = {
  id: IDS.notification,
  at: NOW,
  actor: { type: 'owner', id: IDS.account },
  address: '203.0.113.7',
  action: 'person.exported',
  subject: { type: 'lead', id: IDS.lead },
};

const LINES = [
  'Quando;Quem;Identificador de quem;Endereço;Ação;Sobre o quê;Identificador;Registro',
  `02/03/2026 12:30;owner;${IDS.account};203.0.113.7;person.exported;lead;${IDS.lead};${IDS.notification}`,
  '',
];

const DESCRIPTION =
  'Sign-ins, keys, exports, erasures, merges, decisions on held submissions, imports, and changes of owner and plan: by ids, never ' +
  'by content. A person is named by a lead; without one by the conversation, the held submission or the import. ' +
  'Entries are never changed. `from` and `to` are Brasília days, both included.';

const ORDER_RULES: readonly Rule[] = [{ fields: ['from'], rule: '`from` is not after `to`.' }];

const route = textsOf('Owner: account');

export const AUDIT_TEXTS: RouteTexts = {
  'GET /admin/v1/audit': route('List who did what in the account, newest first', {
    rules: ORDER_RULES,
    description: DESCRIPTION,
    answers: [page(AUDIT_ENTRY, ENTRY)],
  }),
  'GET /admin/v1/audit/export.csv': route('Export the audit trail as CSV, newest first', {
    rules: ORDER_RULES,
    description: `Every entry of the period. ${CSV_DIALECT} Actions and types are the codes of the list.`,
    answers: [file('The file.', 'text/csv', LINES.join('\r\n'))],
  }),
};
