import type { Schema } from '../common/json-schema';
import { SIGNALS } from '../leads/record/attribution';
import type { DuplicateGroup } from '../leads/people/duplicates.queries';
import { HELD_STATES } from '../leads/held/held-submissions.queries';
import type { HeldSubmissionView } from '../leads/held/held-submission.view';
import type { LeadDetail, LeadRecord, StageMoveView } from '../leads/record/lead-detail.view';
import type { PersonExport } from '../leads/people/lead-export.queries';
import { ORIGINS } from '../leads/record/origin';
import type { KnownPerson, PersonConversation } from '../leads/people/person.queries';
import { SubmitLeadDto } from '../leads/intake/submit-lead.dto';
import { bodySchema } from './dto-schema';
import { LEAD_FIELDS, PHONE_DIGITS } from './partner-shapes';
import { COUNT, ID, listOf, MOMENT, objectOf, oneOf, orNull, ref, TEXT } from './shape';

/** That of the call; of an imported row the id of the import and the number of the row. */
const REQUEST_ID: Schema = { type: 'string', pattern: '^[0-9a-f-]{36}(:\\d+)?$' };

/** For the owner the row of a lead outlives its person's erasure, without a phone. */
const RECORD_PHONE: Schema = {
  type: 'string',
  pattern: '^(\\d{8,15})?$',
  description: 'Digits only, with country code; empty once the person was erased.',
};

const RECORD_FIELDS = {
  ...LEAD_FIELDS,
  phone: RECORD_PHONE,
  notes: TEXT,
  consent: orNull(
    objectOf<NonNullable<LeadRecord['consent']>>({ at: MOMENT, key_id: orNull(ID), request_id: orNull(REQUEST_ID) }),
  ),
  origin_rule: { ...TEXT, description: 'Which rule gave the origin.' },
  attribution: objectOf<LeadRecord['attribution']>(
    Object.fromEntries(SIGNALS.map((signal) => [signal, orNull(TEXT)])) as Record<(typeof SIGNALS)[number], Schema>,
  ),
  stage_history: listOf(
    objectOf<StageMoveView>({
      deal_id: ID,
      from_stage_id: ID,
      to_stage_id: ID,
      moved_by: oneOf(['api', 'staff', 'automation']),
      key_id: orNull(ID),
      moved_at: MOMENT,
    }),
  ),
};

const conversation = objectOf<PersonConversation>({
  id: ID,
  phone: orNull(PHONE_DIGITS),
  channel: oneOf(['chat', 'form', 'api']),
  name: orNull(TEXT),
  origin: oneOf(ORIGINS),
  created_at: MOMENT,
});

const submission = objectOf<
  Record<'id' | 'external_id' | 'key_id' | 'request_id' | 'result' | 'lead_id' | 'created_at', 0>
>({
  id: ID,
  external_id: orNull(TEXT),
  key_id: ID,
  request_id: REQUEST_ID,
  result: oneOf(['created', 'updated', 'held']),
  lead_id: orNull(ID),
  created_at: MOMENT,
});

const appointment = objectOf<Record<'id' | 'lead_id' | 'starts_at' | 'attended' | 'created_at', 0>>({
  id: ID,
  lead_id: ID,
  starts_at: MOMENT,
  attended: { type: 'boolean' },
  created_at: MOMENT,
});

const automationRun = objectOf<Record<'automation_id' | 'deal_id' | 'entered_stage_at' | 'ran_at', 0>>({
  automation_id: ID,
  deal_id: ID,
  entered_stage_at: MOMENT,
  ran_at: MOMENT,
});

/** The row as the file has it: whether it is good is found out when it is applied. */
const importRow = objectOf<Record<'import_id' | 'row' | 'body', 0>>({
  import_id: ID,
  row: { type: 'integer', minimum: 2 },
  body: { type: 'object', additionalProperties: true },
});

/** What an owner is told of the people in the account. */
export const PERSON_SHAPES: Readonly<Record<string, Schema>> = {
  LeadRecord: objectOf<LeadRecord>(RECORD_FIELDS),
  LeadDetail: objectOf<LeadDetail>({
    ...RECORD_FIELDS,
    merged_leads: listOf(
      objectOf<LeadDetail['merged_leads'][number]>({
        id: ID,
        merged_at: MOMENT,
        lead: {
          ...orNull(ref('LeadRecord')),
          description: 'Null once it was kept for its days (365), or the person was erased.',
        },
      }),
    ),
    erased_at: orNull(MOMENT),
  }),
  DuplicateGroup: objectOf<DuplicateGroup>({ phone: PHONE_DIGITS, leads: listOf(ref('Lead')) }),
  HeldSubmission: objectOf<HeldSubmissionView>({
    id: ID,
    reason: oneOf(['ambiguous_lead', 'external_id_conflict', 'notes_full']),
    phone: orNull(PHONE_DIGITS),
    external_id: orNull(TEXT),
    body: {
      ...orNull(ref('Submission')),
      description:
        'As it was sent; null once it was kept for its days after the decision (90), or the person was erased.',
    },
    key: objectOf<HeldSubmissionView['key']>({ id: ID, name: TEXT }),
    request_id: REQUEST_ID,
    created_at: MOMENT,
    state: oneOf(HELD_STATES),
    resolved_at: orNull(MOMENT),
    lead_id: { ...orNull(ID), description: 'The lead that it was applied to, in whole or all but the note.' },
    lead_ids: { ...listOf(ID), description: 'The leads that have this phone now.' },
  }),
  Submission: bodySchema(SubmitLeadDto),
  KnownPerson: objectOf<KnownPerson>({
    phone: { ...PHONE_DIGITS, description: 'As it was asked for, in digits with country code.' },
    leads: listOf(ID),
    conversation: orNull(conversation),
    held_submissions: { ...COUNT, description: 'How many submissions of this phone wait for a decision.' },
  }),
  Person: objectOf<PersonExport>({
    conversation: {
      ...orNull(conversation),
      description: 'Null of a person of whom there is only what was held, or waits in an import.',
    },
    leads: listOf(ref('LeadDetail')),
    appointments: listOf(appointment),
    submissions: listOf(submission),
    held_submissions: listOf(ref('HeldSubmission')),
    import_rows: listOf(importRow),
    automation_runs: listOf(automationRun),
  }),
};
