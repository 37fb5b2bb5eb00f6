import { MAX_BREAKDOWN_ROWS } from '../contract/limits';
import { REMOVED_MEMBER } from '../contract/members/member';
import { isSeen, type Viewer, viewerId } from '../accounts/actor';
import {
  type Period,
  BROKEN_DOWN_BY,
  type BreakdownTotal,
  type BrokenDownBy,
  UNLISTED_BECAUSE,
  type UnlistedBecause,
} from '../contract/metrics';
import { midnight } from '../database/first-id';
import { digestOf, utmDigestOf } from '../leads/record/digests';
import { contactsOf, type Form, inEachForm, isCounted, joinDeals, readFigures, type Scope } from './scope.queries';

/** Statements of the breakdown by a key: contacts of the period, and deals that ended in it. */

/** Most closings that are read, newest first. */
const MOST_CLOSINGS = 50_000;

interface KeySql {
  /** Of a contact: `c` is the conversation, `l` its lead, perhaps none. */
  readonly ofContact: string | null;
  /** Of a closing `e` of the lead `l`. */
  readonly ofClosing: string;
  /** Of a row whose key is `k.shown`; null where the service adds it. */
  readonly name: string;
  /**
   * Of a key that is the digest of a text: the row that a closing has it from, and the text itself, of the row `k.holder`. With `|| ''` it
   * is read once, not with each comparison.
   */
  readonly text?: { readonly holder: string; readonly found: string };
}

const KEYS: Record<BrokenDownBy, KeySql> = {
  origin: { ofContact: 'c.origin', ofClosing: 'l.origin', name: 'k.shown' },
  campaign: {
    ofContact: utmDigestOf('utm_campaign'),
    ofClosing: utmDigestOf('utm_campaign'),
    name: 'k.shown',
    text: {
      holder: 'e.lead_id',
      found: `(select l.utm_campaign || '' from leads l where l.account_id = $1 and l.id = k.holder)`,
    },
  },
  source: { ofContact: 'l.source_id', ofClosing: 'l.source_id', name: 'null' },
  stage: {
    ofContact: 'd.stage_id',
    ofClosing: 'e.stage_id',
    name: `(select s.name from stages s where s.account_id = $1 and s.id = k.shown)`,
  },
  member: {
    ofContact: 'l.responsible_id',
    ofClosing: 'e.member_id',
    name: `(select coalesce(n.name, '${REMOVED_MEMBER}') from member_names n where n.account_id = $1 and n.id = k.shown)`,
  },
  loss_reason: {
    ofContact: null,
    ofClosing: 'e.reason',
    name: 'k.shown',
    text: {
      holder: 'e.deal_id',
      found: `(select e.reason || '' from closings e where e.account_id = $1 and e.deal_id = k.holder)`,
    },
  },
};

/** SQL: a reason why the lists of the console show nothing of a row. */
const because = (reason: UnlistedBecause): string => `${UNLISTED_BECAUSE.indexOf(reason)}::smallint`;

/** SQL: why no list shows the contact of the lead `l`; null when one does. */
const CONTACT_UNLISTED = `case when l.id is null then ${because('without_lead')} when l.erased_at is not null then ${because('erased')} end`;

/** SQL: why no list shows the closing of the lead `l`. A seller may have closed what is now a colleague's. */
const closingUnlisted = (form: Form): string => `case when l.erased_at is not null then ${because('erased')}
         ${form === 'all' ? '' : `when not ${isSeen('l', '$6')} then ${because('of_colleagues')}`} end`;

/**
 * SQL: the contacts of the period with their key, and the minutes until a person took care of those that came by themselves. A lead with
 * several deals in a stage is one row of it.
 */
const contactsBy = (key: string, form: Form): string => `
  select ${key.startsWith('d.') ? 'distinct' : ''} ${key} as key, c.id as contact, l.id as holder,
         case when not l.by_hand and l.contacted_at is not null
              then greatest(0, date_part('epoch', l.contacted_at - l.created_at) / 60) end as minutes,
         ${CONTACT_UNLISTED} as unlisted
  from ${contactsOf(form, key.startsWith('d.') ? joinDeals(form, 'left') : '')}`;

/** SQL: the newest deals that ended in the period with their key, and the days that they took. */
const closed = (key: string, holder: string, condition: string, form: Form): string => `
  select ${key} as key, ${holder}::uuid as holder, null::float as minutes, e.is_won, e.value, e.lead_id,
         greatest(0, date_part('epoch', e.closed_at - e.opened_at) / 86400) as days, ${closingUnlisted(form)} as unlisted
  from (select f.deal_id, f.lead_id, f.stage_id, f.is_won, f.value, ${digestOf('f.reason')} as reason, f.opened_at, f.closed_at, f.member_id
        from closings f
        where f.account_id = $1 and f.closed_at >= ${midnight('$2::date')} and f.closed_at < ${midnight('$3::date + 1')}
          ${condition}
        order by f.closed_at desc limit ${MOST_CLOSINGS}) e
  left join leads l on l.account_id = $1 and l.id = e.lead_id
  left join conversations c on c.account_id = $1 and c.id = l.conversation_id
  where ${isCounted('c')}`;

const CONTACT_COUNT = 'count(*) filter (where x.is_won is null)';
/** SQL: leads of a key or in total. A lead may have deals in several stages; in total it counts once. Of reasons, those with a lost deal. */
const LEADS: Partial<Record<BrokenDownBy, string>> = {
  stage: `case grouping(x.key) when 0 then ${CONTACT_COUNT} else (select count(*) from (select from contacts a group by a.contact) n) end`,
  loss_reason: 'count(distinct x.lead_id)',
};

const COUNTED = ['leads', 'won', 'lost'] as const;
type Counted = (typeof COUNTED)[number];

/** SQL: how many of a figure no list shows, by the reason. An unlisted contact has no deals, so it is in one stage: in none. */
function unlistedOf(figure: Counted, reason: UnlistedBecause, by: BrokenDownBy, form: Form): string {
  const isOfContacts = figure === 'leads' && by !== 'loss_reason';
  const canBe: Record<UnlistedBecause, boolean> = {
    without_lead: isOfContacts && form === 'all',
    erased: true,
    of_colleagues: !isOfContacts && form !== 'all',
  };
  if (!canBe[reason]) return '0';
  const rows =
    figure === 'leads' ? (isOfContacts ? 'x.is_won is null' : 'true') : `${figure === 'won' ? '' : 'not'} x.is_won`;
  const count = figure === 'leads' && !isOfContacts ? 'count(distinct x.lead_id)' : 'count(*)';
  return `${count} filter (where x.unlisted = ${because(reason)} and ${rows})`;
}

const UNLISTED = COUNTED.flatMap((figure) =>
  UNLISTED_BECAUSE.map((reason) => ({ figure, reason, column: `${figure}_${reason}` })),
);

/** SQL: the counts of a figure that no list shows, as JSON. */
const unlistedJson = (row: string, figure: Counted): string =>
  `json_build_object(${UNLISTED.filter((one) => one.figure === figure)
    .map(({ reason, column }) => `'${reason}', ${row}.${column}`)
    .join(', ')})`;

const ORDER = 'k.sold desc, k.won desc, k.lost desc, k.leads desc';

const json = (row: string): string => `json_build_object(
  'leads', ${row}.leads, 'won', ${row}.won, 'sold', trim_scale(${row}.sold),
  'average', case when ${row}.valued > 0 then trim_scale(round(${row}.sold / ${row}.valued, 2)) end, 'lost', ${row}.lost,
  'median_days_to_close', trim_scale(round(${row}.days::numeric, 1)),
  'median_minutes_to_contact', trim_scale(round(${row}.minutes::numeric, 1)),
  'unlisted', json_build_object(${COUNTED.map((figure) => `'${figure}', ${unlistedJson(row, figure)}`).join(', ')},
                                'sold', trim_scale(${row}.sold_unlisted)))`;

function textOf(by: BrokenDownBy, form: Form): string {
  const { ofContact, ofClosing, name, text } = KEYS[by];
  const condition = `${form === 'all' ? '' : 'and f.member_id = $5'} ${by === 'loss_reason' ? 'and not f.is_won' : ''}`;
  return `
    with ${ofContact === null ? '' : `contacts as materialized (${contactsBy(ofContact, form)}),`}
    found as (
      ${
        ofContact === null
          ? ''
          : `select a.key, a.holder, a.minutes, null::boolean as is_won, null::numeric as value, null::uuid as lead_id, null::float as days, a.unlisted
      from contacts a union all`
      }
      ${closed(ofClosing, text?.holder ?? 'null', condition, form)}),
    sums as materialized (
      select x.key, grouping(x.key) as is_total, ${LEADS[by] ?? CONTACT_COUNT} as leads, count(*) filter (where x.is_won) as won,
             coalesce(sum(x.value) filter (where x.is_won), 0) as sold, count(x.value) filter (where x.is_won) as valued,
             count(*) filter (where not x.is_won) as lost,
             ${UNLISTED.map(({ figure, reason, column }) => `${unlistedOf(figure, reason, by, form)} as ${column}`).join(', ')},
             coalesce(sum(x.value) filter (where x.is_won and x.unlisted is not null), 0) as sold_unlisted,
             ${text ? 'max(x.holder::text collate "C")::uuid' : 'null'} as holder,
             percentile_cont(0.5) within group (order by x.days) filter (where x.is_won) as days,
             percentile_cont(0.5) within group (order by x.minutes) as minutes
      from found x group by grouping sets ((x.key), ()))
    select (select ${json('k')} from sums k where k.is_total = 1) as total,
      array(select json_build_object('key', k.shown, 'name', ${name}, 'figures', ${json('k')})
            from (select k.*, ${text?.found ?? 'k.key'} as shown
                  from (select k.* from sums k where k.is_total = 0 order by ${ORDER}, k.key limit ${MAX_BREAKDOWN_ROWS}) k offset 0) k
            order by ${ORDER}, k.shown) as rows`;
}

const FIND_BREAKDOWN = Object.fromEntries(
  BROKEN_DOWN_BY.map((by) => [by, inEachForm((form) => textOf(by, form))]),
) as Record<BrokenDownBy, ReturnType<typeof inEachForm>>;

interface FoundBreakdown {
  readonly total: BreakdownTotal;
  readonly rows: readonly {
    readonly key: string | null;
    readonly name: string | null;
    readonly figures: BreakdownTotal;
  }[];
}

/** Figures of a period by a key, and in total, with what the lists of the viewer do not show of them. */
export const findBreakdown = (accountId: string, viewer: Viewer, scope: Scope, by: BrokenDownBy, period: Period) =>
  readFigures<FoundBreakdown>(FIND_BREAKDOWN[by], accountId, scope, period, viewerId(viewer));
