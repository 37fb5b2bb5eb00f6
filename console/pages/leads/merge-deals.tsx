import type { OwnerDeal } from '../../../src/contract/deal';
import type { OwnerLead } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { dealsInProgress } from '../../deals';
import { money } from '../../format';
import { Check } from '../../ui/field';

/** Open deals of one pipeline, of leads that are merged: which of them stays. */
export interface Rivals {
  readonly pipeline: OwnerPipelineView;
  /** The one further on first. */
  readonly deals: readonly OwnerDeal[];
}

/** Pipelines in which the leads have several deals that are neither won nor lost. */
export const rivalsOf = (leads: readonly OwnerLead[], pipelines: readonly OwnerPipelineView[]): readonly Rivals[] =>
  pipelines.flatMap((pipeline) => {
    const place = ({ stage_id: stageId }: OwnerDeal) => pipeline.stages.findIndex(({ id }) => id === stageId);
    const open = leads.flatMap((lead) => dealsInProgress(lead.deals, pipeline));
    const deals = [...open].sort((one, other) => place(other) - place(one));
    return deals.length > 1 ? [{ pipeline, deals }] : [];
  });

const ALL = 'all';

/** Ids of the deals that end, by what the form says of each pipeline. */
export const endedOf = (rivals: readonly Rivals[], values: FormData): readonly string[] =>
  rivals.flatMap(({ pipeline, deals }) => {
    const stays = values.get(pipeline.id);
    return stays === ALL ? [] : deals.filter(({ id }) => id !== stays).map(({ id }) => id);
  });

export function MergeDeals({ of: { pipeline, deals } }: { readonly of: Rivals }) {
  const nameOf = ({ stage_id: id }: OwnerDeal) => pipeline.stages.find((stage) => stage.id === id)?.name ?? '';
  return (
    <fieldset>
      <legend>Qual negócio fica em {pipeline.name}?</legend>
      {deals.map((deal, index) => (
        <Check
          key={deal.id}
          type="radio"
          name={pipeline.id}
          value={deal.id}
          defaultChecked={index === 0}
          title={`${nameOf(deal)}${deal.value === null ? '' : ` · ${money(deal.value)}`}`}
        />
      ))}
      <Check type="radio" name={pipeline.id} value={ALL} title={deals.length > 2 ? 'Manter todos' : 'Manter os dois'} />
    </fieldset>
  );
}
