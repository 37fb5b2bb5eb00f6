import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { stageOptions } from '../../stage-options';
import type { DayLead } from './use-day';

interface CameBackProps {
  readonly lead: DayLead;
  readonly pipelines: readonly OwnerPipelineView[];
}

/** With what somebody came back, and where their deals are. */
export function CameBack({ lead, pipelines }: CameBackProps) {
  const { returned_at: at, sent, deals } = lead;
  if (!at || !sent) return null;
  const stages = stageOptions(pipelines);
  const places = deals.map(({ stage_id: stage }) => stages.find(({ value }) => value === stage)?.text);
  const others = [
    sent.name !== lead.name && sent.name,
    sent.email !== lead.email && sent.email,
    sent.campaign && `campanha ${sent.campaign}`,
  ].filter(Boolean);
  return (
    <>
      {sent.notes && <p>{`“${sent.notes}${sent.cut ? '…' : ''}”`}</p>}
      {others.length > 0 && <p>Enviou: {others.join(' · ')}</p>}
      <p class="muted">{places.filter(Boolean).join(' · ') || 'Sem negócio'}</p>
    </>
  );
}

/** Where a new deal of the lead begins: in the pipeline of its newest one, or the default one. Undefined while a deal there is open. */
export function entryFor({ deals }: DayLead, pipelines: readonly OwnerPipelineView[]) {
  const last = deals.at(-1)?.pipeline_id;
  const pipeline = pipelines.find(({ id, is_default }) => (last ? id === last : is_default));
  const ended = pipeline?.stages.filter((stage) => stage.is_won || stage.is_lost).map(({ id }) => id);
  const isOpen = deals.some((deal) => deal.pipeline_id === pipeline?.id && !ended?.includes(deal.stage_id));
  return isOpen ? undefined : pipeline?.stages.find((stage) => stage.is_entry);
}
