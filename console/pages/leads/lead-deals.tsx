import { useState } from 'preact/hooks';
import type { OwnerDeal } from '../../../src/contract/deal';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { dateTime, dayOf, money } from '../../format';
import { Button } from '../../ui/button';
import { ChangeNotice } from './change-notice';
import { CloseDeal } from './close-deal';
import { DealValue } from './deal-value';
import { AddDeal, freePipelines, NewDeal } from './new-deal';
import type { OpenLead } from './open-lead';
import { SoldDeal } from './sold-deal';
import { Stepper } from './stepper';
import { type Mover, useMove } from './use-move';

/** The deals of a lead, one below the other, the newest first. */
export function Deals({ of: open }: { readonly of: OpenLead }) {
  return (
    <div class="deals">
      <AddDeal of={open} />
      {[...open.lead.deals].reverse().map((deal) => (
        <Deal key={deal.id} deal={deal} open={open} />
      ))}
    </div>
  );
}

/** The name of its pipeline; with its number, where the lead has several deals there. */
function nameOf({ id, pipeline_id: pipelineId }: OwnerDeal, { lead, names }: OpenLead): string {
  const here = lead.deals.filter((deal) => deal.pipeline_id === pipelineId);
  const name = names.pipeline(pipelineId);
  return here.length > 1 ? `${name}, ${here.findIndex((deal) => deal.id === id) + 1}º negócio` : name;
}

interface DealProps {
  readonly deal: OwnerDeal;
  readonly open: OpenLead;
}

interface DealEnd {
  readonly as: 'won' | 'lost';
  readonly stageId?: string;
}

/** A move that takes a sale back, if the person means it. */
interface Return {
  readonly move: () => unknown;
  /** Where a new deal would begin instead. */
  readonly stageId?: string;
}

/** Moves at once, but asks for the sale or the reason of a loss, and before a sale is taken back. */
function useChoice({ move }: Mover, isSold: boolean) {
  const [closing, setClosing] = useState<DealEnd>();
  const [returning, setReturning] = useState<Return>();
  const ask = (end: DealEnd): void => {
    if (isSold && end.as === 'lost') setReturning({ move: () => setClosing(end) });
    else setClosing(end);
  };
  const choose = async (stage: OwnerStageView): Promise<void> => {
    if (stage.is_won || stage.is_lost) ask({ as: stage.is_won ? 'won' : 'lost', stageId: stage.id });
    else if (isSold) setReturning({ move: () => move(stage), stageId: stage.id });
    else await move(stage);
  };
  const stop = (): void => setClosing(undefined);
  return { closing, choose, ask, stop, returning, stay: () => setReturning(undefined) };
}

function Deal({ deal, open }: DealProps) {
  const { lead, pipelines, names, refresh } = open;
  const mover = useMove(deal, refresh);
  const stages = pipelines.find(({ id }) => id === deal.pipeline_id)?.stages ?? [];
  const isSold = stages.some(({ id, is_won: isWon }) => isWon && id === deal.stage_id);
  const { closing, choose, ask, stop, returning, stay } = useChoice(mover, isSold);
  const name = nameOf(deal, open);
  const at = names.stage(deal.stage_id);
  return (
    <section class="card deal" aria-label={name}>
      <div class="card-head">
        <h2>
          {name}
          {lead.erased_at && deal.value !== null && ` · ${money(deal.value)}`}
        </h2>
        {!lead.erased_at && (
          <>
            <DealValue deal={deal} updatedAt={lead.updated_at} of={name} onChanged={refresh} />
            <DealActions deal={deal} stages={stages} pipeline={name} onAsk={ask} />
          </>
        )}
      </div>
      <Stepper
        label={`Etapas de ${name}`}
        stages={stages}
        current={deal.stage_id}
        isBusy={mover.isBusy}
        onChoose={lead.erased_at ? undefined : choose}
      />
      <Ending of={deal} stages={stages} onCorrect={lead.erased_at ? undefined : ask} />
      <p class="small muted">Nesta etapa desde {dateTime(deal.entered_stage_at)}</p>
      {!closing && (
        <ChangeNotice failure={mover.failure}>
          Alguém moveu este negócio enquanto a página estava aberta: agora está em “{at}”.
        </ChangeNotice>
      )}
      {closing && <CloseDeal {...closing} stages={stages} deal={deal} mover={mover} onClose={stop} />}
      {returning && <Returning of={returning} deal={deal} open={open} onClose={stay} />}
    </section>
  );
}

interface ReturningProps extends DealProps {
  readonly of: Return;
  readonly onClose: () => void;
}

/** Asks whether a sale is taken back, or another deal begins. */
function Returning({ of: { move, stageId }, deal, open, onClose }: ReturningProps) {
  const [isNew, setNew] = useState(false);
  const { lead, refresh } = open;
  const pipelines = freePipelines(open).filter(({ id }) => id === deal.pipeline_id);
  if (isNew) return <NewDeal {...{ leadId: lead.id, pipelines, stageId, refresh, onClose }} title="Novo negócio" />;
  const moveBack = (): void => {
    onClose();
    move();
  };
  const begin = pipelines.length > 0 ? () => setNew(true) : undefined;
  return <SoldDeal deal={deal} onMove={moveBack} onNewDeal={begin} onClose={onClose} />;
}

interface EndingProps {
  readonly of: OwnerDeal;
  readonly stages: readonly OwnerStageView[];
  readonly onCorrect: ((closing: DealEnd) => void) | undefined;
}

/** How the deal ended. */
function Ending({ of: deal, stages, onCorrect }: EndingProps) {
  const { stage_id: stageId, closed_value: value, closed_at: at, lost_reason: reason } = deal;
  const stage = stages.find(({ id }) => id === stageId);
  if (!stage?.is_won && !stage?.is_lost) return null;
  const day = at ? ` em ${dayOf(at)}` : '';
  const sold = `Vendido${value === null ? '' : ` por ${money(value)}`}${day}`;
  return (
    <p class="ending">
      {stage.is_won ? sold : `Perdido${day}. Motivo: ${reason ?? 'não informado'}`}
      {onCorrect && (
        <Button
          kind="quiet"
          icon="edit"
          label={stage.is_won ? 'Corrigir a venda' : 'Corrigir a perda'}
          onClick={() => onCorrect({ as: stage.is_won ? 'won' : 'lost', stageId })}
        >
          Corrigir
        </Button>
      )}
    </p>
  );
}

interface DealActionsProps {
  readonly deal: OwnerDeal;
  readonly stages: readonly OwnerStageView[];
  readonly pipeline: string;
  readonly onAsk: (closing: DealEnd) => void;
}

function DealActions({ deal, stages, pipeline, onAsk }: DealActionsProps) {
  const at = stages.find(({ id }) => id === deal.stage_id);
  return (
    <div class="actions">
      {!at?.is_won && stages.some((stage) => stage.is_won) && (
        <Button icon="check" label={`Marcar como ganho o negócio em ${pipeline}`} onClick={() => onAsk({ as: 'won' })}>
          Marcar como ganho
        </Button>
      )}
      {!at?.is_lost && stages.some((stage) => stage.is_lost) && (
        <Button
          icon="close"
          label={`Marcar como perdido o negócio em ${pipeline}`}
          onClick={() => onAsk({ as: 'lost' })}
        >
          Marcar como perdido
        </Button>
      )}
    </div>
  );
}
