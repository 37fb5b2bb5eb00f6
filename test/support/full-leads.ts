import {
  MAX_ACTIVITIES,
  MAX_ACTIVITY_TEXT,
  MAX_APPOINTMENT_TEXT,
  MAX_APPOINTMENTS,
  MAX_DEALS,
  MAX_LEADS_OF_BOARD,
  MAX_MOVE_REASON,
  MAX_NAME,
  MAX_NOTE,
  MAX_NOTES_RECORD,
  MAX_OPEN_TASKS,
  MAX_REFERRER,
  MAX_SHOWN_LEADS,
  MAX_STAGES,
  MAX_TAG,
  MAX_TAGS_PER_LEAD,
  MAX_UTM,
} from '../../src/contract/limits';
import { type Signal, SIGNALS } from '../../src/contract/origin';
import { storedDigests } from '../../src/leads/record/digests';
import { idOf, sqlIdOf, wide } from './full-ids';
import { ENTER_LISTS } from './list-entries';

/** Leads on phones of their own, all of one seller. Nothing limits them. */
export const LEADS = 50_000;
/** Phones with the most leads that an answer shows. The first one's leads are full, the second one's are half full, to be merged. */
export const SHARED_PHONES = 12;
/** Leads with all texts and tags: more than any answer shows. */
const LONG_LEADS = MAX_LEADS_OF_BOARD;
/** Leads with room for ten more deals, and those with room for a hundred more activities. */
export const ALMOST_FULL = { from: SHARED_PHONES + 1, to: 24 } as const;
/** The first leads with a won or a lost deal; so do all after them. */
const FIRST_CLOSED = 20_001;

/** The number of a phone's lead: its first one, or one of the further ones. */
export const leadOfPhone = (phone: number, copy: number): number =>
  copy === 0 ? phone : LEADS + (phone - 1) * MAX_SHOWN_LEADS + copy;
export const FULL_LEAD_ID = idOf('lead', 1);

/** The `n`th phone as callers write it. */
export const phoneOf = (n: number): string => String(5_511_980_000_000 + n);

const SIGNAL_COLUMNS = SIGNALS.join(', ');
const signalText = (signal: Signal): string => wide(signal === 'referrer' ? MAX_REFERRER : MAX_UTM, 'c.n');
/** All that every lead has. */
export const LONG_SOURCE = '😀'.repeat(MAX_UTM);
/** Each lead has a long campaign of its own; the other signals belong to long leads. */
const signalValue = (signal: Signal): string =>
  signal === 'utm_campaign'
    ? signalText(signal)
    : signal === 'utm_source'
      ? `'${LONG_SOURCE}'`
      : `case when c.n <= ${LONG_LEADS} then ${signalText(signal)} end`;
/** SQL: the signals `s` of the lead of `c`. */
const SIGNAL_VALUES = `(select ${SIGNALS.map((signal) => `${signalValue(signal)} as ${signal}`).join(', ')} offset 0) s`;

/** SQL: the columns of a lead after its copy, with texts of the most bytes. */
const LEAD_COLUMNS = `phone, name, email, email_key, notes, origin, origin_rule, created_at, updated_at, touched_at, responsible_id, utm_digests, ${SIGNAL_COLUMNS}`;
const LEAD_VALUES = `c.phone, case when c.n % 50 > 0 then ${wide(MAX_NAME, 'c.n')} end, repeat('e', 225) || c.phone || '@example.com', c.phone || '@example.com',
  case when c.n <= ${LONG_LEADS} then ${wide(MAX_NOTES_RECORD)} else '' end, c.origin, 'utm_other', c.created_at, c.created_at, c.created_at,
  ${sqlIdOf('member', '1')}, ${storedDigests((text) => `s.${text}`)}, ${SIGNALS.map((signal) => `s.${signal}`).join(', ')}`;
const NUMBERED = `(select v.*, right(v.phone, 6)::int as n from conversations v where v.account_id = $1) c`;
/** SQL: leads with their number. */
const NUMBERED_LEADS = `(select l.*, right(l.id::text, 12)::int as number from leads l where l.account_id = $1) l`;
/** SQL: whether a lead is one of a phone's. */
const ofPhone = (phone: number): string => `l.phone = '${phoneOf(phone)}'`;
const isAlmostFull = `l.number between ${ALMOST_FULL.from} and ${ALMOST_FULL.to}`;

/** SQL: the record of a merged lead with its whole history. */
const MERGED = `json_build_object('id', gen_random_uuid(), 'name', ${wide(MAX_NAME)}, 'phone', '${phoneOf(1)}', 'email', null,
  'tags', array(select t.name from tags t where t.account_id = $1 limit ${MAX_TAGS_PER_LEAD}), 'origin', 'organic',
  'utm', json_build_object('source', null, 'medium', null, 'campaign', null), 'deals', array[]::text[],
  'created_at', '2026-01-01T12:00:00.000Z', 'updated_at', '2026-01-01T12:00:00.000Z', 'notes', ${wide(MAX_NOTES_RECORD)},
  'consent', null, 'origin_rule', 'utm_other',
  'attribution', json_build_object(${SIGNALS.map((signal) => `'${signal}', ${wide(signal === 'referrer' ? MAX_REFERRER : MAX_UTM)}`).join(', ')}),
  'stage_history', (select json_agg(json_build_object('deal_id', gen_random_uuid(), 'from_stage_id', gen_random_uuid(),
      'to_stage_id', gen_random_uuid(), 'moved_by', 'staff', 'key_id', null, 'moved_at', '2026-01-01T12:00:00.000Z',
      'reason', ${wide(MAX_MOVE_REASON)})) from generate_series(1, 300)))`;

const PEOPLE = [
  `insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
   select $1, gen_random_uuid(), 5511980000000 + n, 551180000000 + n, 'chat', 'organic',
     ((now() - n * interval '1 minute') at time zone 'America/Sao_Paulo')::date, now() - n * interval '1 minute'
   from generate_series(1, $2::int) n`,
  `insert into leads (account_id, id, conversation_id, copy, ${LEAD_COLUMNS})
   select c.account_id, ${sqlIdOf('lead', 'c.n')}, c.id, 0, ${LEAD_VALUES} from ${NUMBERED} cross join lateral ${SIGNAL_VALUES}`,
  `insert into leads (account_id, id, conversation_id, copy, ${LEAD_COLUMNS})
   select c.account_id, ${sqlIdOf('lead', `${LEADS} + (c.n - 1) * ${MAX_SHOWN_LEADS} + i`)}, c.id, i, ${LEAD_VALUES}
   from ${NUMBERED} cross join lateral ${SIGNAL_VALUES} cross join generate_series(1, ${MAX_SHOWN_LEADS - 1}) i where c.n <= ${SHARED_PHONES}`,
  `insert into lead_words (account_id, word, lead_id)
   select $1, word, id from leads, unnest(array['ana', '#' || reverse(phone), '+' || phone, '@' || email]) word where account_id = $1`,
  `insert into tags select $1, ${sqlIdOf('tag', 'n')}, ${wide(MAX_TAG, 'n')}, ${wide(MAX_TAG, 'n')} from generate_series(1, 10000) n`,
  `insert into lead_tags select $1, l.id, ${sqlIdOf('tag', 'n')}
   from ${NUMBERED_LEADS}, generate_series(1, ${MAX_TAGS_PER_LEAD}) n where n = 1 or l.number <= ${LONG_LEADS} or l.copy > 0`,
];

/** SQL: the stage of a lead's deals, by its number: few in each stage, many in one, and won or lost ones. */
const STAGE = `case when l.number >= ${FIRST_CLOSED} and l.copy = 0 then ${MAX_STAGES - 1} + l.number % 2
  when l.number > ${FIRST_CLOSED / 2} and l.copy = 0 then 2 else 1 + l.number % ${MAX_STAGES} end`;
const DEALS_OF_LEAD = `case when ${ofPhone(1)} then ${MAX_DEALS} when ${ofPhone(2)} then ${MAX_DEALS / 2}
  when ${isAlmostFull} then ${MAX_DEALS - 10} else 1 end`;

/** SQL: half of the lost deals have a reason of their own. */
const REASON_NUMBER = 'greatest(0, right(d.id::text, 7)::int / 100 - 35000)';
export const LOSS_REASON = `${'😀'.repeat(MAX_MOVE_REASON - 5)}00000`;

const DEALS = [
  `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, value, entered_stage_at, created_at, conversation_id,
     conversation_day, shares_conversation)
   select $1, ${sqlIdOf('deal', 'l.number * 100 + i')}, l.id, ${sqlIdOf('pipeline', '1')}, ${sqlIdOf('stage', STAGE)}, i, 999999999999.99, l.created_at,
     l.created_at, l.conversation_id, c.day, ${isAlmostFull} or l.number <= ${SHARED_PHONES} or l.copy > 0
   from ${NUMBERED_LEADS} join conversations c on c.account_id = $1 and c.id = l.conversation_id
   cross join lateral generate_series(0, ${DEALS_OF_LEAD} - 1) i`,
  `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at, reason, member_id)
   select $1, gen_random_uuid(), d.lead_id, d.id, d.stage_id, d.stage_id, 'staff', now() - n * interval '1 second', ${wide(MAX_MOVE_REASON)},
     ${sqlIdOf('member', '1')}
   from deals d join ${NUMBERED_LEADS} on l.id = d.lead_id cross join lateral generate_series(1, case when l.number = 1 then 50 else 10 end) n
   where d.account_id = $1 and (${ofPhone(1)} or l.number between 101 and 2000)`,
  `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, reason, opened_at, closed_at, member_id)
   select $1, d.id, d.lead_id, d.stage_id, s.is_won, case when s.is_won then d.value end,
     case when s.is_lost then ${wide(MAX_MOVE_REASON, REASON_NUMBER)} end, d.created_at, d.created_at,
     ${sqlIdOf('member', '1')}
   from deals d join stages s on s.account_id = $1 and s.id = d.stage_id and (s.is_won or s.is_lost) where d.account_id = $1`,
];

/** SQL: the longest texts that a lead does not take. */
const ALSO_SENT = `json_build_object('name', ${wide(MAX_NAME)}, 'utm_campaign', ${wide(MAX_UTM)}, 'utm_source', ${wide(MAX_UTM)},
  'utm_medium', ${wide(MAX_UTM)}, 'value', 999999999999.99)`;

const HISTORY = [
  `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at, merged_created_at, merged_updated_at)
   select $1, gen_random_uuid(), '${FULL_LEAD_ID}', gen_random_uuid(), ${MERGED}, now() - n * interval '1 second', now(), now()
   from generate_series(1, 60) n`,
  `insert into submissions (account_id, id, external_id, claims_external_id, conversation_id, lead_id, request_id, result, created_at, also_sent)
   select $1, gen_random_uuid(), 'x' || l.number || '-' || n, true, l.conversation_id, l.id, gen_random_uuid(), 'updated', now() - n * interval '1 second',
     case when l.number = 1 and n <= 200 then ${ALSO_SENT} end
   from ${NUMBERED_LEADS} cross join lateral generate_series(1, case when l.number = 1 then 3000 else 1 end) n`,
  `insert into lead_assignments
   select $1, gen_random_uuid(), '${FULL_LEAD_ID}', ${sqlIdOf('member', '2')}, ${sqlIdOf('member', '1')}, 'staff', ${sqlIdOf('member', '1')},
     now() - n * interval '1 second'
   from generate_series(1, 2000) n`,
];

/** SQL: activities of a lead, and open tasks among them. */
const ACTIVITIES_OF_LEAD = `case when ${ofPhone(1)} then ${MAX_ACTIVITIES} when ${ofPhone(2)} and l.copy < 10 then ${MAX_ACTIVITIES / 2}
  when ${isAlmostFull} then ${MAX_ACTIVITIES - 100} else 1 end`;
const TASKS_OF_LEAD = `case when ${isAlmostFull} then ${MAX_OPEN_TASKS / 2} when l.phone in ('${phoneOf(1)}', '${phoneOf(2)}') then ${MAX_OPEN_TASKS} else 1 end`;
const HAS_APPOINTMENTS = `(${ofPhone(1)} or l.number between 101 and 150)`;

const CONTACTS = [
  `insert into returns (account_id, lead_id, returned_at, listed_from, sent)
   select $1, l.id, l.created_at, l.created_at, json_build_object('name', ${wide(MAX_NAME)}, 'email', repeat('e', 254), 'notes', ${wide(MAX_NOTE)}, 'campaign', ${wide(MAX_UTM)})
   from ${NUMBERED_LEADS}`,
  `insert into activities (account_id, id, lead_id, type, text, at, due_at, member_id)
   select $1, ${sqlIdOf('activity', 'l.number * 10000 + n')}, l.id, case when n <= ${TASKS_OF_LEAD} then 'task' else 'note' end, ${wide(MAX_ACTIVITY_TEXT)},
     now() - n * interval '1 second', case when n <= ${TASKS_OF_LEAD} then now() - n * interval '1 second' end, ${sqlIdOf('member', '1')}
   from ${NUMBERED_LEADS} cross join lateral generate_series(1, ${ACTIVITIES_OF_LEAD}) n`,
  `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at, text, member_id)
   select $1, ${sqlIdOf('appointment', 'l.number * 1000 + n')}, l.id, now() + (n - 250) * interval '1 second' * case when n % 2 = 0 then 1 else 3600 end,
     n < 250, now(), ${wide(MAX_APPOINTMENT_TEXT)}, ${sqlIdOf('member', '1')}
   from ${NUMBERED_LEADS}, generate_series(1, ${MAX_APPOINTMENTS}) n where ${HAS_APPOINTMENTS}`,
];

/** Leads of the account $1 with all that hangs on them. Needs its members, pipelines and stages. */
export const LEAD_STATEMENTS = [
  ...PEOPLE,
  'analyze conversations, leads, tags, lead_tags',
  ...DEALS,
  ...HISTORY,
  ...CONTACTS,
  ENTER_LISTS.replaceAll('any($1::uuid[])', '$1'),
];
