import { useState } from 'preact/hooks';
import type { DealView } from '../../../src/contract/deal';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { dateTime, money } from '../../format';
import { Button } from '../../ui/button';
import { ChangeNotice } from './change-notice';
import { CloseDeal } from './close-deal';
import type { OpenLead } from './open-lead';
import { Stepper } from './stepper';
import { type Mover, useMove } from './use-move';

export function Deals({ of: open }: { readonly of: OpenLead }) {
  if (open.lead.deals.length === 0) return null;
  return (
    <div class="deals">
      {open.lead.deals.map((deal) => (
        <Deal key={deal.id} deal={deal} open={open} />
      ))}
    </div>
  );
}

interface DealProps {
  readonly deal: DealView;
  readonly open: OpenLead;
}

interface Closing {
  readonly as: 'won' | 'lost';
  readonly stageId?: string;
}

/** Moves at once, but asks for what a gain or a loss needs. */
function useChoice({ move }: Mover, stages: readonly OwnerStageView[]) {
  const [closing, setClosing] = useState<Closing>();
  const choose = async (stage: OwnerStageView): Promise<void> => {
    if (stage.is_lost) setClosing({ as: 'lost', stageId: stage.id });
    else await move(stage);
  };
  const win = async (): Promise<void> => {
    const [only, ...others] = stages.filter((stage) => stage.is_won);
    if (only && others.length === 0) await move(only);
    else setClosing({ as: 'won' });
  };
  const lose = (): void => setClosing({ as: 'lost' });
  return { closing, choose, win, lose, stop: () => setClosing(undefined) };
}

function Deal({ deal, open: { lead, pipelines, names, refresh } }: DealProps) {
  const mover = useMove(deal, refresh);
  const stages = pipelines.find(({ id }) => id === deal.pipeline_id)?.stages ?? [];
  const { closing, choose, win, lose, stop } = useChoice(mover, stages);
  const name = names.pipeline(deal.pipeline_id);
  const at = names.stage(deal.stage_id);
  return (
    <section class="card deal" aria-label={name}>
      <div class="card-head">
        <h2>
          {name}
          {deal.value !== null && ` · ${money(deal.value)}`}
        </h2>
        {!lead.erased_at && <DealActions deal={deal} stages={stages} pipeline={name} onWin={win} onLose={lose} />}
      </div>
      <Stepper
        label={`Etapas de ${name}`}
        stages={stages}
        current={deal.stage_id}
        isBusy={mover.isBusy}
        onChoose={lead.erased_at ? undefined : choose}
      />
      <p class="small muted">Nesta etapa desde {dateTime(deal.entered_stage_at)}</p>
      {!closing && (
        <ChangeNotice failure={mover.failure}>
          Alguém moveu este negócio enquanto a página estava aberta: agora está em “{at}”.
        </ChangeNotice>
      )}
      {closing && <CloseDeal {...closing} stages={stages} current={at} mover={mover} onClose={stop} />}
    </section>
  );
}

interface DealActionsProps {
  readonly deal: DealView;
  readonly stages: readonly OwnerStageView[];
  readonly pipeline: string;
  readonly onWin: () => unknown;
  readonly onLose: () => unknown;
}

function DealActions({ deal, stages, pipeline, onWin, onLose }: DealActionsProps) {
  const at = stages.find(({ id }) => id === deal.stage_id);
  return (
    <div class="actions">
      {!at?.is_won && stages.some((stage) => stage.is_won) && (
        <Button icon="check" label={`Marcar como ganho o negócio em ${pipeline}`} onClick={onWin}>
          Marcar como ganho
        </Button>
      )}
      {!at?.is_lost && stages.some((stage) => stage.is_lost) && (
        <Button icon="close" label={`Marcar como perdido o negócio em ${pipeline}`} onClick={onLose}>
          Marcar como perdido
        </Button>
      )}
    </div>
  );
}
