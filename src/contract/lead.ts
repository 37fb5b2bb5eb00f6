import { DEAL, OWNER_DEAL, STAGE_HISTORY } from './deal';
import { ERROR_CODES } from './error';
import { eachText } from './lead-fields';
import { MAX_SHOWN_LEADS } from './limits';
import { RESPONSIBLE } from './members/member';
import { type OriginRule, ORIGINS, type Signal, SIGNALS } from './origin';
import { SOURCE_NAME } from './source';
import {
  COUNT,
  EMPTY_TEXT,
  FLAG,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  PHONE_DIGITS,
  type Shape,
  shape,
  TEXT,
  described,
} from './document/shape';

const { name, ...otherTexts } = eachText(() => orNull(TEXT));

const LEAD_FIELDS = {
  id: ID,
  name,
  phone: PHONE_DIGITS,
  ...otherTexts,
  tags: listOf(TEXT),
  origin: oneOf(ORIGINS),
  utm: object({ source: orNull(TEXT), medium: orNull(TEXT), campaign: orNull(TEXT) }),
  deals: listOf(DEAL),
  created_at: MOMENT,
  updated_at: described(MOMENT, 'Advances with every change of the lead, its tags, notes and deals.'),
};

/** A lead in the partner API (specification, section 2). */
export const LEAD = named(
  'Lead',
  described(
    object({ ...LEAD_FIELDS, origin: optional(LEAD_FIELDS.origin), utm: optional(LEAD_FIELDS.utm) }),
    '`origin` and `utm` are present only if the account’s plan includes the automatic origin.',
  ),
);
export type LeadView = Of<typeof LEAD>;

export const OWNER_LEAD_FIELDS = { ...LEAD_FIELDS, deals: listOf(OWNER_DEAL), responsible: RESPONSIBLE };

/** A lead in lists and answers of the admin API, in any plan. */
export const OWNER_LEAD = named('OwnerLead', object(OWNER_LEAD_FIELDS));
export type OwnerLead = Of<typeof OWNER_LEAD>;

const NULL = shape<null>({ type: 'null' });
const { name: noName, ...noTexts } = eachText(() => NULL);
const NO_LIST = { maxItems: 0 };

/** Entry of a sync by `updated_since` for a lead that was erased, or merged into another one. */
export const TOMBSTONE = named(
  'Tombstone',
  described(
    object({
      id: ID,
      name: noName,
      phone: EMPTY_TEXT,
      ...noTexts,
      tags: shape<readonly []>({ ...listOf(TEXT).schema, ...NO_LIST }),
      deals: shape<readonly []>({ ...listOf(DEAL).schema, ...NO_LIST }),
      created_at: MOMENT,
      updated_at: described(MOMENT, 'When it was erased or merged.'),
      gone: described(
        object({ reason: oneOf(['erased', 'merged']), into: orNull(ID) }),
        '`into` is the lead that a merged one lives on in. No living lead has this field.',
      ),
    }),
    'A lead that was erased or merged: only in lists with `updated_since` and without other filters.',
  ),
);
export type TombstoneView = Of<typeof TOMBSTONE>;

/** Id of the call; for an imported row, id of the import and row number. */
export const REQUEST_ID = shape<string>({ type: 'string', pattern: '^[0-9a-f-]{36}(:\\d+)?$' });

/** The owner keeps a lead's row after its person's erasure, without a phone. */
const RECORD_PHONE = described(
  shape<string>({ type: 'string', pattern: '^(\\d{8,15})?$' }),
  'Digits only, with country code; empty once the person was erased.',
);

const RECORD_FIELDS = {
  ...LEAD_FIELDS,
  phone: RECORD_PHONE,
  notes: TEXT,
  consent: orNull(
    object({
      at: MOMENT,
      key_id: orNull(ID),
      source_id: described(orNull(ID), 'The source that recorded it, in place of a key.'),
      request_id: orNull(REQUEST_ID),
      text: described(orNull(TEXT), 'The sentence that was shown with it, where it is known.'),
    }),
  ),
  origin_rule: described(shape<OriginRule>(TEXT.schema), 'Which rule gave the origin.'),
  attribution: object(
    Object.fromEntries(SIGNALS.map((signal) => [signal, orNull(TEXT)])) as Record<Signal, Shape<string | null>>,
  ),
  stage_history: STAGE_HISTORY,
};

const SOURCE_ID = described(orNull(ID), 'The source by which it first came.');

/** Record of a lead, as a merge keeps it for the lead that disappears. */
const LEAD_RECORD = named('LeadRecord', object({ ...RECORD_FIELDS, source_id: SOURCE_ID }));
export type LeadRecord = Of<typeof LEAD_RECORD>;

/** A lead as an export of leads writes it. */
export type FiledLead = Omit<LeadRecord, 'stage_history' | 'source_id'> & Pick<OwnerLead, 'responsible'>;

const DETAIL_FIELDS = {
  ...RECORD_FIELDS,
  deals: listOf(OWNER_DEAL),
  responsible: RESPONSIBLE,
  merged_leads: listOf(
    object({
      id: ID,
      merged_at: MOMENT,
      lead: described(
        orNull(LEAD_RECORD),
        'Null when its days after the merge (365) are over, the person was erased, or newer records fill the answer: the export has all.',
      ),
    }),
  ),
  erased_at: orNull(MOMENT),
};

/** A lead for its owner in any plan: with notes, consent, origin, history and merged leads. */
export const LEAD_DETAIL = named(
  'LeadDetail',
  object({
    ...DETAIL_FIELDS,
    source: described(orNull(SOURCE_NAME), 'By which it first came; null for a lead that came another way.'),
    next_contact: described(
      orNull(MOMENT),
      'The first open task, overdue too, or the next appointment from today on; null: none.',
    ),
  }),
);
export type LeadDetail = Of<typeof LEAD_DETAIL>;

/** The same as an export of a person has it. */
export const EXPORTED_LEAD = named('ExportedLead', object({ ...DETAIL_FIELDS, source_id: SOURCE_ID }));
export type ExportedLead = Of<typeof EXPORTED_LEAD>;

/** Leads that share one phone, oldest first. */
export const DUPLICATE_GROUP = named(
  'DuplicateGroup',
  object({
    phone: PHONE_DIGITS,
    leads: described(listOf(OWNER_LEAD), `At most ${MAX_SHOWN_LEADS}, or as many as the answer has room for.`),
    is_complete: described(FLAG, 'False when the phone has more leads; they are shown once these are merged.'),
  }),
);
export type DuplicateGroup = Of<typeof DUPLICATE_GROUP>;

/** The number of leads of a list. */
export const LEAD_COUNT = named(
  'LeadCount',
  object({ count: COUNT, is_complete: described(FLAG, 'False when there may be more leads than were counted.') }),
);
export type LeadCount = Of<typeof LEAD_COUNT>;

/** The fields of which a change of several leads has exactly one. */
export const BULK_CHANGES = ['add_tags', 'stage_id', 'undo', 'responsible_id', 'origin', 'erase'] as const;
export type BulkChange = (typeof BULK_CHANGES)[number];

export const BULK_RESULT = named(
  'BulkResult',
  object({
    changed: COUNT,
    unchanged: described(COUNT, 'They were so already.'),
    refused: listOf(object({ id: TEXT, code: oneOf(ERROR_CODES) })),
  }),
);
export type BulkResult = Of<typeof BULK_RESULT>;

/** What a job may change of all leads of a list. */
export const BULK_JOB_CHANGES = ['add_tags', 'stage_id', 'responsible_id'] as const satisfies readonly BulkChange[];

const BULK_JOB_STATES = ['running', 'finished', 'undoing', 'undone'] as const;

/** A change of all leads of a list; the counts add up to `leads`. */
export const BULK_JOB = named(
  'BulkJob',
  object({
    id: ID,
    change: oneOf(BULK_JOB_CHANGES),
    state: oneOf(BULK_JOB_STATES),
    leads: COUNT,
    pending: described(COUNT, 'Not changed yet; after an undo, never.'),
    changed: COUNT,
    unchanged: described(COUNT, 'They were so already.'),
    refused: COUNT,
    refusals: described(listOf(object({ code: oneOf(ERROR_CODES), leads: COUNT })), 'The refused leads by reason.'),
    undone: COUNT,
    kept: described(COUNT, 'Of an undo: somebody has changed them since.'),
    created_at: MOMENT,
    finished_at: orNull(MOMENT),
    undo_until: described(orNull(MOMENT), 'Null once it cannot be undone any more.'),
  }),
);
export type BulkJobView = Of<typeof BULK_JOB>;

/** Answer to a change; `lead` is for keys that may read, the others always get `updated: true`. */
export const CHANGED_LEAD = object({ id: ID, updated: FLAG, lead: optional(LEAD) });
export type ChangedLead = Of<typeof CHANGED_LEAD>;

/** A tag or campaign that a filter can have. */
export const SUGGESTION = named('Suggestion', object({ name: TEXT }));
export type Suggestion = Of<typeof SUGGESTION>;
