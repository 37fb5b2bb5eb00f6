import { type AuditEntry, AUDIT_ACTIONS, SUBJECT_TYPES } from '../audit/audit-entry';
import type { Schema } from '../common/json-schema';
import type { RouteTexts, Rule } from './routes';
import { IDS, NOW } from './samples';
import { ID, MOMENT, objectOf, oneOf, orNull, pageOf, ref, TEXT } from './shape';

/** An entry of the audit trail. */
export const AUDIT_SHAPES: Readonly<Record<string, Schema>> = {
  AuditEntry: objectOf<AuditEntry>({
    id: ID,
    at: MOMENT,
    actor: objectOf<AuditEntry['actor']>({
      type: oneOf(['owner', 'operator', 'key', 'job']),
      id: {
        ...orNull(TEXT),
        description: 'The owner’s session, the key or the name of the job; null for the operator.',
      },
    }),
    address: { ...orNull(TEXT), description: 'The caller’s address as limits count it: IPv6 by its /64.' },
    action: oneOf(AUDIT_ACTIONS),
    subject: orNull(objectOf<NonNullable<AuditEntry['subject']>>({ type: oneOf(SUBJECT_TYPES), id: ID })),
  }),
};

const ENTRY = {
  id: IDS.notification,
  at: NOW,
  actor: { type: 'owner', id: IDS.account },
  address: '203.0.113.7',
  action: 'person.exported',
  subject: { type: 'lead', id: IDS.lead },
} as const;

const LINES = [
  'at,actor_type,actor_id,address,action,subject_type,subject_id,id',
  `${NOW},owner,${IDS.account},203.0.113.7,person.exported,lead,${IDS.lead},${IDS.notification}`,
  '',
];

const DESCRIPTION =
  'Sign-ins, keys, exports, erasures, merges, decisions on held submissions, imports, and changes of owner and plan: by ids, never ' +
  'by content. A person is named by a lead; without one by the conversation, the held submission or the import. ' +
  'Entries are never changed. `from` and `to` are Brasília days, both included.';

const ORDER_RULES: readonly Rule[] = [{ fields: ['from'], rule: '`from` is not after `to`.' }];

/** The routes of the audit trail. */
export const AUDIT_TEXTS: RouteTexts = {
  'GET /admin/v1/audit': {
    tag: 'Owner: account',
    rules: ORDER_RULES,
    summary: 'List who did what in the account, newest first',
    description: DESCRIPTION,
    answers: [
      {
        status: 200,
        what: 'A page.',
        schema: pageOf(ref('AuditEntry')),
        example: { data: [ENTRY], next_cursor: null },
      },
    ],
  },
  'GET /admin/v1/audit/export.csv': {
    tag: 'Owner: account',
    rules: ORDER_RULES,
    summary: 'Export the audit trail as CSV, newest first',
    description: "Every entry of the period. A cell that a spreadsheet would run begins with `'`.",
    answers: [{ status: 200, what: 'The file.', type: 'text/csv', schema: TEXT, example: LINES.join('\r\n') }],
  },
};
