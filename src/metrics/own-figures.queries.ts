import type { Period, Snapshot } from '../contract/metrics';
import type { CampaignCount, MetricsBreakdown } from '../contract/metrics-breakdown';
import { map, planned, readRow, readRows, type Statement } from '../database/query';
import { leadsOf } from '../leads/record/lead.view';
import { type OutcomeCount, ofCampaigns, topCampaigns } from './breakdown.queries';
import { type DayCount, IS_CLOSED, IS_SCHEDULED, readConfigured, startsInPeriod } from './metrics.queries';

/**
 * Figures of one seller, $4: contacts whose oldest lead is the seller's, and deals and appointments of the seller's leads. The
 * statements walk the index of the seller's leads. `offset 0` and aggregates keep PostgreSQL from reading whole tables instead, also
 * without statistics.
 */

/** SQL: the seller's leads in the seller's contacts of the period. */
export const OWN = `own as materialized (
     select l.id as lead_id, o.id as oldest_id, c.id as conversation_id, c.day, c.origin
     from leads l
     cross join lateral (select f.id, f.day, f.origin from conversations f
                         where f.account_id = $1 and f.id = l.conversation_id offset 0) c
     cross join lateral (select o.id, o.responsible_id from ${leadsOf('c.id')} o order by o.created_at, o.id limit 1) o
     where l.account_id = $1 and l.responsible_id = $4 and c.day between $2::date and $3::date and o.responsible_id = $4)`;

/** SQL: the deals of the lead in the column `id`. */
const dealsOf = (id: string): string =>
  `(select f.stage_id, f.value, f.conversation_day from deals f where f.account_id = $1 and f.lead_id = ${id} offset 0)`;

type Asked = readonly [accountId: string, seller: string, period: Period];
const valuesOf = ([accountId, seller, { from, to }]: Asked) => [accountId, from, to, seller];

const COUNT_CONVERSATIONS = planned(
  `with ${OWN}
   select o.day::text as day, o.origin, count(distinct o.conversation_id)::int as leads
   from own o group by o.day, o.origin order by o.day, o.origin`,
);

export const countOwnConversations = (...asked: Asked) => readRows<DayCount>(COUNT_CONVERSATIONS, valuesOf(asked));

const countIn = (flag: string): Statement =>
  planned(
    `with ${OWN}
     select exists (select 1 from stages s where s.account_id = $1 and (${flag})) as configured,
            (select count(distinct o.conversation_id)::int from own o cross join lateral ${dealsOf('o.lead_id')} d
             where d.stage_id in (select s.id from stages s where s.account_id = $1 and (${flag}))) as conversations`,
  );

const COUNT_SCHEDULED = countIn(IS_SCHEDULED);
const COUNT_CLOSED = countIn(IS_CLOSED);

export const countOwnScheduled = (...asked: Asked) => readConfigured(COUNT_SCHEDULED, valuesOf(asked));
export const countOwnClosed = (...asked: Asked) => readConfigured(COUNT_CLOSED, valuesOf(asked));

const COUNT_ATTENDED = planned(
  `select coalesce(sum(n.attended), 0)::int as attended
   from leads l
   cross join lateral (select count(*) filter (where a.attended and ${startsInPeriod('a')}) as attended
                       from appointments a where a.account_id = $1 and a.lead_id = l.id) n
   where l.account_id = $1 and l.responsible_id = $4`,
);

export const countOwnAttended = (...asked: Asked) =>
  map(readRow<{ attended: number }>(COUNT_ATTENDED, valuesOf(asked)), (row) => row?.attended ?? 0);

/** SQL: the deals of the seller in the parameter `seller`, by stage. */
const ownDeals = (seller: string, counts: string): string => `own as materialized (
     select d.stage_id, ${counts} from leads l cross join lateral ${dealsOf('l.id')} d
     where l.account_id = $1 and l.responsible_id = ${seller} group by d.stage_id)`;

/** SQL: a count of the stage `s`. */
const ofStage = (count: string): string => `coalesce((select o.${count} from own o where o.stage_id = s.id), 0)`;

const FIND_SNAPSHOT = planned(
  `with ${ownDeals('$3', 'count(*) as open_deals')}
   select p.id, p.name,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'open_deals', ${ofStage('open_deals')})
                                    order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 and (p.id = $2 or ($2::uuid is null and p.is_default))`,
);

export const findOwnSnapshot = (accountId: string, seller: string, pipelineId: string | null) =>
  readRow<Snapshot>(FIND_SNAPSHOT, [accountId, pipelineId, seller]);

// A contact counts once, as won when it is both.
const COUNT_OUTCOMES = planned(
  `with ${OWN}
   select n.origin, (count(*) filter (where n.won))::int as won, (count(*) filter (where not n.won))::int as lost
   from (select o.conversation_id, o.origin, bool_or(s.is_won) as won
         from own o
         cross join lateral ${dealsOf('o.lead_id')} d
         join stages s on s.account_id = $1 and s.id = d.stage_id
         where s.is_won or s.is_lost
         group by o.conversation_id, o.origin) n
   group by n.origin`,
);

export const countOwnOutcomes = (...asked: Asked) => readRows<OutcomeCount>(COUNT_OUTCOMES, valuesOf(asked));

const COUNT_CAMPAIGNS = planned(
  `with ${OWN} ${topCampaigns(
    `select l.utm_source as source, l.utm_medium as medium, l.utm_campaign as campaign,
            r.won, r.lost
     from (select distinct o.oldest_id from own o where ${ofCampaigns('o')}) c
     cross join lateral (select f.* from leads f where f.account_id = $1 and f.id = c.oldest_id limit 1) l
     cross join lateral (select coalesce(bool_or(s.is_won), false) as won, coalesce(bool_or(s.is_lost), false) as lost
                         from ${dealsOf('l.id')} d join stages s on s.account_id = $1 and s.id = d.stage_id) r
     where coalesce(l.utm_source, l.utm_medium, l.utm_campaign) is not null`,
  )}`,
);

export const countOwnCampaigns = (...asked: Asked) => readRows<CampaignCount>(COUNT_CAMPAIGNS, valuesOf(asked));

const FIND_STAGE_COUNTS = planned(
  `with ${ownDeals(
    '$5',
    `count(*) as open_deals, coalesce(sum(d.value), 0) as value,
     count(*) filter (where d.conversation_day between $3::date and $4::date) as of_period`,
  )}
   select p.id, p.name,
          coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'is_won', s.is_won, 'is_lost', s.is_lost,
                      'open_deals', ${ofStage('open_deals')}, 'value', ${ofStage('value')},
                      'deals_of_period', ${ofStage('of_period')}) order by s.position)
                    from stages s where s.account_id = $1 and s.pipeline_id = p.id), '[]') as stages
   from pipelines p where p.account_id = $1 and (p.id = $2 or ($2::uuid is null and p.is_default))`,
);

export const findOwnStageCounts = (
  accountId: string,
  seller: string,
  pipelineId: string | null,
  { from, to }: Period,
) => readRow<MetricsBreakdown['pipeline']>(FIND_STAGE_COUNTS, [accountId, pipelineId, from, to, seller]);
