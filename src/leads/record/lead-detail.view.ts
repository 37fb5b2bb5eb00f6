import type { FiledLead, LeadDetail, LeadRecord } from '../../contract/lead';
import { isSeen, type Viewer } from '../../accounts/members/viewer';
import { eachText, type LeadTexts } from '../../contract/lead-fields';
import { MAX_SHOWN_HISTORY, MAX_SHOWN_LEADS } from '../../contract/limits';
import { SIGNALS } from '../../contract/origin';
import { map, prepared, readRow } from '../../database/query';
import { jsonOf, type SqlOf } from './lead-json';
import {
  type Contact,
  contactQuery,
  leadFields,
  memberName,
  ORIGIN_FIELDS,
  OWNER_FIELDS,
  timestamp,
} from './lead.view';

/** SQL: the history of a row `l` of leads; `moves` are oldest first. */
const recordFields = (moves: string): SqlOf<LeadRecord> => ({
  ...leadFields(true),
  ...ORIGIN_FIELDS,
  notes: 'l.notes',
  consent: `case when l.consent_at is not null then json_build_object(
    'at', ${timestamp('l.consent_at')}, 'key_id', l.consent_key_id, 'request_id', l.consent_request_id) end`,
  origin_rule: 'l.origin_rule',
  attribution: `json_build_object(${SIGNALS.map((signal) => `'${signal}', l.${signal}`).join(', ')})`,
  stage_history: `array(select json_build_object(
                    'deal_id', m.deal_id, 'from_stage_id', m.from_stage_id, 'to_stage_id', m.to_stage_id,
                    'moved_by', m.moved_by, 'key_id', m.key_id, 'moved_at', ${timestamp('m.moved_at')},
                    'reason', m.reason)
                  from ${moves} m order by m.moved_at, m.id)`,
});

const MOVES = `(select * from stage_moves s where s.account_id = $1 and s.lead_id = l.id)`;
const NEWEST_MOVES = `(select * from stage_moves s where s.account_id = $1 and s.lead_id = l.id
                        order by s.moved_at desc, s.id desc limit ${MAX_SHOWN_HISTORY})`;

export const LEAD_RECORD_JSON = jsonOf<LeadRecord>(recordFields(MOVES));

export const FILED_LEAD_JSON = jsonOf<FiledLead>({
  ...recordFields(MOVES),
  responsible: memberName('l.responsible_id'),
});

/** SQL: a merged lead's record in `g`; texts added to the product later are null. */
const MERGED_RECORD = `${jsonOf<LeadTexts>(eachText(() => 'null'))}::jsonb || g.merged_lead::jsonb`;

const detailJson = (moves: string, merges: string): string =>
  jsonOf<LeadDetail>({
    ...recordFields(moves),
    ...OWNER_FIELDS,
    merged_leads: `array(select json_build_object('id', g.merged_lead_id, 'merged_at', ${timestamp('g.merged_at')},
                                                  'lead', ${MERGED_RECORD})
                         from ${merges} g order by g.merged_at, g.id)`,
    erased_at: timestamp('l.erased_at'),
  });

const MERGES = `(select * from lead_merges s where s.account_id = $1 and s.lead_id = l.id)`;
const NEWEST_MERGES = `(select * from lead_merges s where s.account_id = $1 and s.lead_id = l.id
                         order by s.merged_at desc, s.id desc limit ${MAX_SHOWN_LEADS})`;

/** SQL: a row `l` of leads as `LeadDetail`, with the whole history; the account is $1. */
export const WHOLE_LEAD_JSON = detailJson(MOVES, MERGES);

const SHOWN_LEAD_JSON = detailJson(NEWEST_MOVES, NEWEST_MERGES);

const VIEW_LEAD_DETAIL = prepared(
  'view_lead_detail',
  `select ${SHOWN_LEAD_JSON} as lead from leads l where l.account_id = $1 and l.id = $2 and ${isSeen('l', '$3')}`,
);

/** Shows the lead to those who work in the account; an erased one too. Undefined for one that the viewer may not see. */
export const viewLeadDetail = (accountId: string, viewer: Viewer, id: string) =>
  map(readRow<{ lead: LeadDetail }>(VIEW_LEAD_DETAIL, [accountId, id, viewer]), (row) => row?.lead);

const findDetails = contactQuery<LeadDetail, [Viewer]>('lead_details', SHOWN_LEAD_JSON, `and ${isSeen('l', '$3')}`);

/** Finds at most 50 leads with this contact, as those who work in the account see them. */
export const findLeadDetails = (accountId: string, viewer: Viewer, contact: Contact) =>
  findDetails(accountId, contact, viewer);
