import type { Viewer } from '../../accounts/actor';
import { MAX_SUGGESTIONS } from '../../contract/limits';
import { map, planned, type Query, readRows } from '../../database/query';
import { endOf } from '../../common/text';

/** Names for the filters of the list of leads, by their beginning. Every statement reads a bounded number of rows. */

type Names = Query<string[], 'read'>;

const namesOf = (text: string, values: readonly unknown[]): Names =>
  map(readRows<{ name: string }>(planned(text), values), (rows) => rows.map(({ name }) => name));

/** Tags that are read; some may have no lead any more. */
const READ_TAGS = 200;
/** Leads of a seller, and leads of nobody, whose tags or campaigns are read: the newest ones. */
const READ_LEADS = 500;

const TAGS = `select t.name from (
    select f.id, f.name, f.key from tags f
    where f.account_id = $1 and f.key collate "C" >= $2 and f.key collate "C" < $3
    order by f.key collate "C" limit ${READ_TAGS}) t
  cross join lateral (select from lead_tags lt where lt.account_id = $1 and lt.tag_id = t.id limit 1) u
  order by t.key collate "C" limit ${MAX_SUGGESTIONS}`;

/** SQL: the newest leads that the viewer `$4` sees. */
const seenLeads = (columns: string): string => {
  const newest = (condition: string): string =>
    `(select ${columns} from leads l where l.account_id = $1 and ${condition} order by l.id desc limit ${READ_LEADS})`;
  return `${newest('l.responsible_id = $4')} union all ${newest('l.responsible_id is null')}`;
};

const SEEN_TAGS = `select distinct t.name, t.key collate "C" as key from (${seenLeads('l.id')}) s
  cross join lateral (select lt.tag_id from lead_tags lt where lt.account_id = $1 and lt.lead_id = s.id) x
  cross join lateral (select f.name, f.key from tags f where f.account_id = $1 and f.id = x.tag_id limit 1) t
  where t.key collate "C" >= $2 and t.key collate "C" < $3
  order by 2 limit ${MAX_SUGGESTIONS}`;

/** Tags of leads that the viewer sees, by the beginning of their key. */
export const suggestTags = (accountId: string, viewer: Viewer, beginning: string): Names =>
  viewer.sees === 'all'
    ? namesOf(TAGS, [accountId, beginning, endOf(beginning)])
    : namesOf(SEEN_TAGS, [accountId, beginning, endOf(beginning), viewer.memberId]);

/** SQL: a campaign after this one. The index is read campaign by campaign, not lead by lead. */
const next = (after: string): string =>
  `select l.utm_campaign collate "C" as name from leads l
   where l.account_id = $1 and l.utm_campaign collate "C" ${after} and l.utm_campaign collate "C" < $3
   order by l.utm_campaign collate "C" limit 1`;

const CAMPAIGNS = `with recursive k as (
    (${next('>= $2')})
    union all
    select n.name from k cross join lateral (${next('> k.name')}) n)
  select k.name from k limit ${MAX_SUGGESTIONS}`;

const SEEN_CAMPAIGNS = `select distinct s.name collate "C" as name from (${seenLeads('l.utm_campaign as name')}) s
  where s.name collate "C" >= $2 and s.name collate "C" < $3
  order by 1 limit ${MAX_SUGGESTIONS}`;

/** Campaigns of leads that the viewer sees, by their beginning, capitals included. */
export const suggestCampaigns = (accountId: string, viewer: Viewer, beginning: string): Names =>
  viewer.sees === 'all'
    ? namesOf(CAMPAIGNS, [accountId, beginning, endOf(beginning)])
    : namesOf(SEEN_CAMPAIGNS, [accountId, beginning, endOf(beginning), viewer.memberId]);
