import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import { columnsOf, inOrder, inserted, propertiesOf, selection, erasing } from '../../database/columns';
import {
  lockRow,
  lockRows,
  map,
  planned,
  prepared,
  readRow,
  readRows,
  type Sendable,
  type Statement,
  publishing,
  write,
  type Query,
} from '../../database/query';
import { CLOCK, type Clock } from './clock';
import { storedDigests } from './digests';
import { FILLED_COLUMNS, type LeadValues, valuesOf } from './lead-columns';
import { Lead } from './lead.entity';
import { type Searched, wordsOf } from './search-words';
import { TAG_KEY } from './tags.queries';
import { leadsOf } from './lead.view';
import { type Listed, moveEntries } from './list-entries.queries';
import { LostRace } from '../../database/errors';
import type { Transaction } from '../../database/transaction';
import { ApiError } from '../../common/api-error';
import { momentOf } from '../../common/moment';
import { insertEach } from '../../database/combined-queries';

const COLUMN = columnsOf(Lead);

const selected = (...properties: readonly (keyof Lead)[]): string => selection(Lead, 'l', properties);

/** The part of a lead that its changes depend on. */
export type LeadState = LeadValues & Readonly<Pick<Lead, 'id' | 'phone' | 'copy' | 'responsibleId' | 'updatedAt'>>;

const LEAD_STATE = selected('id', 'phone', 'copy', 'responsibleId', 'updatedAt', ...FILLED_COLUMNS);

const OF_PHONE = `l.account_id = $1
  and l.conversation_id = (select c.id from conversations c where c.account_id = $1 and c.phone_key = $2)`;

const LOCK_LEADS = prepared(
  'lock_leads',
  `select ${LEAD_STATE} from leads l where ${OF_PHONE} order by l.copy for update`,
);

/** Locks the leads of a phone. To lock several, lock their conversation first. */
export const lockLeadsOfPhone = (accountId: string, phoneKey: string) =>
  lockRows<LeadState>('lead', LOCK_LEADS, [accountId, phoneKey]);

const OF_PERSON = selected('sourceId', 'createdAt', 'erasedAt');

const LOCK_LEADS_OF_CONVERSATION = prepared(
  'lock_leads_of_conversation',
  `select ${LEAD_STATE}, ${OF_PERSON} from leads l
   where l.account_id = $1 and l.conversation_id = $2 order by l.copy for update`,
);

export type LeadOfPerson = LeadState & Readonly<Pick<Lead, 'sourceId' | 'createdAt' | 'erasedAt'>>;

export const lockLeadsOfConversation = (accountId: string, conversationId: string) =>
  lockRows<LeadOfPerson>('lead', LOCK_LEADS_OF_CONVERSATION, [accountId, conversationId]);

const LOCK_LEADS_BESIDE = prepared(
  'lock_leads_beside',
  `select ${LEAD_STATE}, ${OF_PERSON} from leads l
   where l.account_id = $1
     and l.conversation_id = (select o.conversation_id from leads o where o.account_id = $1 and o.id = $2)
   order by l.copy for update`,
);

/** Locks a lead with the others of its conversation, which is locked before. */
export const lockLeadsBeside = (accountId: string, id: string) =>
  lockRows<LeadOfPerson>('lead', LOCK_LEADS_BESIDE, [accountId, id]);

const FIND_FIRST_LEAD = prepared(
  'find_first_lead',
  `select l.id from ${leadsOf('$2')} l where l.erased_at is null limit 1`,
);

/** A lead of a conversation whose lock the caller has. */
export const findFirstLead = (accountId: string, conversationId: string) =>
  readRow<{ id: string }>(FIND_FIRST_LEAD, [accountId, conversationId]);

const LOCK_LEADS_BY_ID = planned(
  `select ${selected('id', 'name', 'email', 'phone')} from leads l
   where l.account_id = $1 and l.id = any($2::uuid[]) and l.erased_at is null
   order by l.id for update`,
);

/** Locks leads by their ids, without those that were erased meanwhile. */
export const lockLeads = (accountId: string, ids: readonly string[]) =>
  lockRows<Searched & { readonly id: string }>('lead', LOCK_LEADS_BY_ID, [accountId, ids]);

const LOCK_LEAD = prepared(
  'lock_lead',
  `select l.*, ${CLOCK}
   from (select ${LEAD_STATE}, ${selected('conversationId')} from leads l
         where l.account_id = $1 and l.id = $2 and l.erased_at is null and ${isSeen('l', '$3')} for update) l`,
);

export type LockedLead = LeadState & Clock & { readonly conversationId: string };

/** Locks the lead; undefined for one that is unknown, or that the viewer may not see. */
export const lockLead = (accountId: string, viewer: Viewer, id: string) =>
  lockRow<LockedLead>('lead', LOCK_LEAD, [accountId, id, viewerId(viewer)]);

const RELATIONS = `select array(select json_build_object('pipelineId', d.pipeline_id, 'value', d.value)
                from deals d where d.account_id = $1 and d.lead_id = l.id order by d.created_at, d.id) as deals,
          array(select ${TAG_KEY} from lead_tags lt where lt.account_id = $1 and lt.lead_id = l.id) as tags
   from leads l`;

const LIST_RELATIONS_OF_PHONE = planned(`${RELATIONS} where ${OF_PHONE} order by l.copy`);
const FIND_RELATIONS = prepared('find_holdings', `${RELATIONS} where l.account_id = $1 and l.id = $2`);

export interface LeadRelations {
  /** Oldest first; values in reais. */
  readonly deals: readonly { readonly pipelineId: string; readonly value: number | null }[];
  readonly tags: readonly string[];
}

export const pipelinesOf = (deals: LeadRelations['deals']): string[] => deals.map(({ pipelineId }) => pipelineId);

/** Sent after `lockLeadsOfPhone`, as a statement of its own: so it sees what was committed during the wait. */
export const listRelationsOfPhone = (accountId: string, phoneKey: string) =>
  readRows<LeadRelations>(LIST_RELATIONS_OF_PHONE, [accountId, phoneKey]);

export const findRelations = (accountId: string, leadId: string) =>
  readRow<LeadRelations>(FIND_RELATIONS, [accountId, leadId]);

export type NewLead = Readonly<
  Pick<Lead, 'id' | 'conversationId' | 'phone' | 'copy' | 'byHand' | 'sourceId' | 'createdAt' | 'updatedAt'>
>;

// Who is responsible is an assignment of its own.
const INSERTED = propertiesOf(Lead, 'erasedAt', 'contactedAt', 'responsibleId', 'utmDigests');

const INSERT_LEAD = prepared(
  'insert_lead',
  `insert into leads ${inserted(Lead, INSERTED, { utmDigests: storedDigests((text) => `$${INSERTED.indexOf(text) + 1}`) })}`,
);

/** Makes a lead and adds it to the word index. */
export function insertLead(accountId: string, newLead: NewLead, values: LeadValues) {
  const lead: Pick<Lead, (typeof INSERTED)[number]> = {
    accountId,
    ...newLead,
    touchedAt: newLead.updatedAt,
    ...values,
  };
  return [
    publishing(write(INSERT_LEAD, inOrder(INSERTED, lead)), 'lead', newLead.id),
    insertWords(accountId, newLead.id, lead),
  ];
}

const leadUpdate = (name: string, ...assignments: string[]): Statement =>
  prepared(
    name,
    `update leads set ${['updated_at = $3', ...assignments].join(', ')} where account_id = $1 and id = $2`,
  );

const filled = (property: keyof LeadValues): string => `$${FILLED_COLUMNS.indexOf(property) + 4}`;

const UPDATE_LEAD = leadUpdate(
  'update_lead',
  'touched_at = $3',
  ...FILLED_COLUMNS.map((property) => `${COLUMN[property]} = ${filled(property)}`),
  `utm_digests = ${storedDigests(filled)}`,
);

const updateLead = (statement: Statement, values: readonly [accountId: string, id: string, ...unknown[]]) =>
  publishing(write(statement, values), 'lead', values[1]);

/** A change of a lead's row, which sets its updated_at; sent by `changeLead`. */
type RowChange = (accountId: string, id: string, updatedAt: Date) => Sendable<'write'>;

/** Writes the columns that a submission may fill, and the word index if the name, the address or the phone changes. */
export const withValues =
  (lead: Searched, values: LeadValues, phone = lead.phone): RowChange =>
  (accountId, id, updatedAt) => {
    const { name, email } = values;
    const isFoundOtherwise = name !== lead.name || email !== lead.email || phone !== lead.phone;
    return [
      updateLead(UPDATE_LEAD, [accountId, id, updatedAt, ...FILLED_COLUMNS.map((property) => values[property])]),
      isFoundOtherwise ? replaceWords(accountId, id, { name, email, phone }) : undefined,
    ];
  };

export const withName = (lead: LeadState, name: string): RowChange => withValues(lead, { ...valuesOf(lead), name });

const ERASE_LEAD = leadUpdate('erase_lead', 'touched_at = $3', 'erased_at = $4', erasing(Lead));

/** Empties all personal columns of a lead. */
export const emptyLead = (accountId: string, id: string, erasedAt: Date, updatedAt: Date) => [
  updateLead(ERASE_LEAD, [accountId, id, updatedAt, erasedAt]),
  deleteWords(accountId, id),
];

const ADVANCE_LEAD = leadUpdate('advance_lead');

/** Sets updated_at only. For automations, which do not restart the idle time of a lead. */
export const advanced: RowChange = (accountId, id, updatedAt) => updateLead(ADVANCE_LEAD, [accountId, id, updatedAt]);

const TOUCH_LEAD = leadUpdate('touch_lead', 'touched_at = $3');

const HANDLE_LEAD = leadUpdate('handle_lead', 'touched_at = $3', 'contacted_at = coalesce(contacted_at, $3)');

/** Sets updated_at and touched_at for a person's move, which may be the first contact. */
export const handled: RowChange = (accountId, id, updatedAt) => updateLead(HANDLE_LEAD, [accountId, id, updatedAt]);

/** Sets updated_at and touched_at only. */
export const touched: RowChange = (accountId, id, updatedAt) => updateLead(TOUCH_LEAD, [accountId, id, updatedAt]);

/** Throws `conflict` for a lead of another version than the caller saw, where the caller says so. */
export function expectVersion({ updatedAt }: LockedLead, expected: string | undefined): void {
  if (expected === undefined || momentOf(expected)?.getTime() === updatedAt.getTime()) return;
  throw new ApiError('conflict', { message: 'O lead foi alterado enquanto isso; recarregue e repita a alteração.' });
}

/**
 * Locks the lead of something that belongs to one, which `find` finds for the viewer; undefined for an unknown one. Starts the transaction
 * again when a merge has given it to another lead meanwhile.
 */
export async function lockLeadOf(
  tx: Transaction,
  accountId: string,
  viewer: Viewer,
  find: Query<string | undefined, 'read'>,
): Promise<LockedLead | undefined> {
  const leadId = await tx.send(find);
  if (!leadId) return undefined;
  const [lead, still] = await tx.send([lockLead(accountId, viewer, leadId), find]);
  if (still && still !== leadId) throw new LostRace();
  return still ? lead : undefined;
}

/** Makes the query for the id of the lead that a row of this table belongs to; undefined for a row whose lead the viewer may not see. */
export function findLeadOf(name: string, table: 'deals' | 'activities' | 'appointments') {
  const statement = prepared(
    name,
    `select x.lead_id as "leadId" from ${table} x
     where x.account_id = $1 and x.id = $2
       and (select ${isSeen('l', '$3')} from leads l where l.account_id = $1 and l.id = x.lead_id)`,
  );
  return (accountId: string, viewer: Viewer, id: string) =>
    map(readRow<{ leadId: string }>(statement, [accountId, id, viewerId(viewer)]), (row) => row?.leadId);
}

interface RelatedChanges {
  readonly related?: Sendable;
  /** The lists that the lead has left: the stage of a moved deal, removed tags. */
  readonly left?: readonly string[];
}

/** Every change of a remaining lead uses it. Requires the lead's lock. */
export const changeLead = (
  accountId: string,
  lead: Listed,
  updatedAt: Date,
  row: RowChange,
  { related, left = [] }: RelatedChanges = {},
) => [row(accountId, lead.id, updatedAt), related, moveEntries(accountId, lead, updatedAt, left)];

const INSERT_WORDS = insertEach(
  'insert_words',
  'lead_words',
  ['lead_id', 'word'],
  'on conflict (account_id, lead_id, word) do nothing',
);

/** Adds a lead to the word index; sent after the lead is written. An erased lead has no words. */
export function insertWords(accountId: string, leadId: string, lead: Searched) {
  const words = wordsOf(lead).map((word) => [leadId, word] as const);
  return words.length > 0 ? INSERT_WORDS(accountId, words) : undefined;
}

const DELETE_WORDS = prepared('delete_words', `delete from lead_words where account_id = $1 and lead_id = $2`);

const replaceWords = (accountId: string, leadId: string, lead: Searched) => [
  deleteWords(accountId, leadId),
  insertWords(accountId, leadId, lead),
];

export const deleteWords = (accountId: string, leadId: string) => write(DELETE_WORDS, [accountId, leadId]);
