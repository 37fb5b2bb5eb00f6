import type { LeadView } from '../../contract/lead';
import { LEAD_TEXT_NAMES } from '../../contract/lead-fields';
import { acrossAccounts, map, readRow } from '../../database/query';
import type { NewDeal } from '../deals/deals.queries';
import type { LeadValues } from '../record/lead-columns';
import { DEAL_JSON, leadJson, perPlan } from '../record/lead.view';
import type { LeadPlace } from '../record/leads.queries';
import type { TagName } from '../record/tags/tag-name';

interface MadeLead {
  readonly place: LeadPlace;
  readonly values: LeadValues;
  readonly tags: readonly TagName[];
  readonly deal: NewDeal;
}

const BELONGINGS = {
  tags: `array(select t.name from unnest($9::text[], $10::text[]) t (key, name) order by t.key collate "C")`,
  deals: `array(select ${DEAL_JSON} from (
    select $11::uuid as id, $12::uuid as pipeline_id, $13::uuid as stage_id, $14::numeric(14, 2) as value,
           $15::timestamptz as entered_stage_at, $15::timestamptz as created_at) d)`,
};
const TEXTS = LEAD_TEXT_NAMES.map((text, index) => `$${index + 16}::text as ${text}`).join(', ');

// Casts to the column types round the values as storing them would.
const viewMade = perPlan((autoOrigin, suffix) =>
  acrossAccounts(
    `select ${leadJson(autoOrigin, BELONGINGS)}::text as lead from (
       select $1::uuid as id, $2::text as phone, $3::timestamptz as created_at, $4::timestamptz as updated_at,
              $5::text as origin, $6::text as utm_source, $7::text as utm_medium, $8::text as utm_campaign,
              ${TEXTS}) l`,
    `view_made_lead${suffix}`,
  ),
);

/** Returns what `viewLead` will show without a read, which costs a trip to another node on a distributed database. */
export const madeLeadText = ({ place, values, tags, deal }: MadeLead, autoOrigin: boolean) =>
  map(
    readRow<{ lead: string }>(viewMade(autoOrigin), [
      place.id,
      place.phone,
      place.createdAt,
      place.updatedAt,
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
      ...LEAD_TEXT_NAMES.map((text) => values[text]),
    ]),
    (row) => {
      if (!row) throw new Error('a select without from gave no row');
      return row.lead;
    },
  );

export const viewMadeLead = (made: MadeLead, autoOrigin: boolean) =>
  map(madeLeadText(made, autoOrigin), (text) => JSON.parse(text) as LeadView);
