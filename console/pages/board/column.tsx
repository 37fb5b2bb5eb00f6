import { useId } from 'preact/hooks';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { count, money } from '../../format';
import { Button } from '../../ui/button';
import { AutomationSign } from './automation-sign';
import { type ShownStage, totalOf } from './board-change';
import { Card, type CardActions } from './card';

interface ColumnProps {
  readonly stage: ShownStage;
  /** All of the pipeline. */
  readonly stages: readonly OwnerStageView[];
  readonly actions: CardActions;
  readonly onMore: (stage: ShownStage) => Promise<void>;
}

export function Column({ stage, stages, actions, onMore }: ColumnProps) {
  const id = useId();
  const kind = stage.is_won ? 'won' : stage.is_lost ? 'lost' : '';
  return (
    <section class={`column ${kind}`} data-stage={stage.id} aria-labelledby={id}>
      <header class="column-head">
        <h2 id={id}>{stage.name}</h2>
        <p class="small muted">{totalText(stage)}</p>
        <AutomationSign stageId={stage.id} stages={stages} />
      </header>
      {stage.cards.length === 0 ? (
        <p class="small muted">{emptyText(stage)}</p>
      ) : (
        <ul class="column-cards">
          {stage.cards.map((card) => (
            <Card key={card.deal.id} card={card} actions={actions} isOpen={kind === ''} />
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

function emptyText({ next_cursor: cursor, count: leads }: ShownStage): string {
  if (!cursor) return 'Nenhum card nesta etapa.';
  return leads > 0 ? 'Os cards desta etapa não couberam aqui.' : 'Nada encontrado até aqui.';
}

function totalText(stage: ShownStage): string {
  const { count: leads, is_count_complete: isComplete, value } = totalOf(stage);
  const counted = `${count(leads)} ${leads === 1 ? 'lead' : 'leads'}`;
  if (isComplete) return value === null ? counted : `${counted} · ${money(value)}`;
  return leads === 0 ? 'contagem incompleta' : `mais de ${counted}`;
}
