import type { LeadView } from '../../contract/lead';
import { acrossAccounts, map, readRow } from '../../database/query';
import type { NewDeal } from '../deals/deals.queries';
import type { LeadValues } from '../record/lead-columns';
import { DEAL_JSON, leadJson, perPlan } from '../record/lead.view';
import type { LeadPlace } from '../record/leads.queries';
import type { TagName } from '../record/tag-name';

/** A lead that is being made, with its tags as the account spells them, and its deal. */
interface MadeLead {
  readonly place: LeadPlace;
  readonly values: LeadValues;
  readonly tags: readonly TagName[];
  readonly deal: NewDeal;
}

const BELONGINGS = {
  tags: `array(select t.name from unnest($11::text[], $12::text[]) t (key, name) order by t.key collate "C")`,
  deals: `array(select ${DEAL_JSON} from (
    select $13::uuid as id, $14::uuid as pipeline_id, $15::uuid as stage_id, $16::numeric(14, 2) as value,
           $17::timestamptz as entered_stage_at, $17::timestamptz as created_at) d)`,
};

// The values have the types of the columns: they are rounded and written as what is read later.
const viewMade = perPlan((autoOrigin, suffix) =>
  acrossAccounts(
    `select ${leadJson(autoOrigin, BELONGINGS)}::text as lead from (
       select $1::uuid as id, $2::text as phone, $3::timestamptz as created_at, $4::timestamptz as updated_at,
              $5::text as name, $6::text as email, $7::text as origin,
              $8::text as utm_source, $9::text as utm_medium, $10::text as utm_campaign) l`,
    `view_made_lead${suffix}`,
  ),
);

/** The lead as `viewLead` will show it once it is written, in JSON. No table is read: on a distributed database that is a trip to another node. */
export const madeLeadText = ({ place, values, tags, deal }: MadeLead, autoOrigin: boolean) =>
  map(
    readRow<{ lead: string }>(viewMade(autoOrigin), [
      place.id,
      place.phone,
      place.createdAt,
      place.updatedAt,
      values.name,
      values.email,
      values.origin,
      values.utm_source,
      values.utm_medium,
      values.utm_campaign,
      tags.map(({ key }) => key),
      tags.map(({ name }) => name),
      deal.id,
      deal.target.pipelineId,
      deal.target.stageId,
      deal.value === null ? null : String(deal.value),
      deal.createdAt,
    ]),
    (row) => {
      if (!row) throw new Error('a select without from gave no row');
      return row.lead;
    },
  );

/** The lead as `viewLead` will show it once it is written. */
export const viewMadeLead = (made: MadeLead, autoOrigin: boolean) =>
  map(madeLeadText(made, autoOrigin), (text) => JSON.parse(text) as LeadView);
