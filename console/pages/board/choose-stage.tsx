import type { BoardCard } from '../../../src/contract/board';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { nameOf } from './board-words';

interface ChooseStageProps {
  readonly card: BoardCard;
  readonly stages: readonly OwnerStageView[];
  readonly onChoose: (stage: OwnerStageView) => void;
  readonly onClose: () => void;
}

export function ChooseStage({ card, stages, onChoose, onClose }: ChooseStageProps) {
  return (
    <Dialog title={`Mover ${nameOf(card)}`} onClose={onClose}>
      <p class="muted">Para qual etapa?</p>
      <ul class="stage-choices">
        {stages.map((stage) => (
          <li key={stage.id}>
            <Button disabled={stage.id === card.deal.stage_id} onClick={() => onChoose(stage)}>
              {stage.name}
            </Button>
          </li>
        ))}
      </ul>
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
      </div>
    </Dialog>
  );
}
