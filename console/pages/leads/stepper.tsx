import type { OwnerStageView } from '../../../src/contract/pipeline';

interface StepperProps {
  readonly label: string;
  readonly stages: readonly OwnerStageView[];
  readonly current: string;
  readonly isBusy: boolean;
  /** Absent when the deal cannot move. */
  readonly onChoose?: (stage: OwnerStageView) => unknown;
}

/** Stages of a pipeline in order, with the deal's one marked; the others can be chosen. */
export function Stepper({ label, stages, current, isBusy, onChoose }: StepperProps) {
  const at = stages.findIndex(({ id }) => id === current);
  return (
    <ol class="steps" aria-label={label}>
      {stages.map((stage, index) => (
        <li
          key={stage.id}
          class={['step', toneOf(stage), index < at && !toneOf(stage) && 'passed'].filter(Boolean).join(' ')}
          aria-current={index === at ? 'step' : undefined}
        >
          {index === at || !onChoose ? (
            <span>{stage.name}</span>
          ) : (
            <button
              type="button"
              aria-label={`Mover para ${stage.name}`}
              aria-disabled={isBusy}
              onClick={() => isBusy || onChoose(stage)}
            >
              {stage.name}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

const toneOf = ({ is_won: isWon, is_lost: isLost }: OwnerStageView): string | false =>
  isWon ? 'won' : isLost && 'lost';
