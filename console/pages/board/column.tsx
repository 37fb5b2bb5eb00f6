import { useId } from 'preact/hooks';
import type { BoardStage } from '../../../src/contract/board';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { count, money } from '../../format';
import { Button } from '../../ui/button';
import { AutomationSign } from './automation-sign';
import { Card, type CardActions } from './card';

interface ColumnProps {
  readonly stage: BoardStage;
  /** All of the pipeline. */
  readonly stages: readonly OwnerStageView[];
  readonly actions: CardActions;
  readonly onMore: (stage: BoardStage) => Promise<void>;
}

export function Column({ stage, stages, actions, onMore }: ColumnProps) {
  const id = useId();
  const kind = stage.is_won ? 'won' : stage.is_lost ? 'lost' : '';
  return (
    <section class={`column ${kind}`} data-stage={stage.id} aria-labelledby={id}>
      <header class="column-head">
        <h2 id={id}>{stage.name}</h2>
        <p class="small muted">
          {countText(stage)}
          {stage.value !== null && ` · ${money(stage.value)}`}
        </p>
        <AutomationSign stageId={stage.id} stages={stages} />
      </header>
      {stage.cards.length === 0 ? (
        <p class="small muted">{emptyText(stage)}</p>
      ) : (
        <ul class="column-cards">
          {stage.cards.map((card) => (
            <Card key={card.deal.id} card={card} actions={actions} />
          ))}
        </ul>
      )}
      {stage.next_cursor && (
        <Button label={`Mostrar mais de ${stage.name}`} onClick={() => onMore(stage)}>
          Mostrar mais
        </Button>
      )}
    </section>
  );
}

function emptyText({ next_cursor: cursor, count: leads }: BoardStage): string {
  if (!cursor) return 'Nenhum card nesta etapa.';
  return leads > 0 ? 'Os cards desta etapa não couberam aqui.' : 'Nada encontrado até aqui.';
}

function countText({ count: leads, is_count_complete: isComplete }: BoardStage): string {
  const sign = isComplete ? '' : '+';
  return `${count(leads)}${sign} ${leads === 1 ? 'lead' : 'leads'}`;
}
