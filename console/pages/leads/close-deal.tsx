import { useState } from 'preact/hooks';
import { MAX_MOVE_REASON } from '../../../src/contract/limits';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { ChangeNotice } from './change-notice';
import type { Mover } from './use-move';

interface CloseDealProps {
  readonly as: 'won' | 'lost';
  /** Stage that was chosen already. */
  readonly stageId?: string;
  readonly stages: readonly OwnerStageView[];
  readonly current: string;
  readonly mover: Pick<Mover, 'move' | 'isBusy' | 'failure'>;
  readonly onClose: () => void;
}

/** Asks for the stage, if there are several, and for the reason of a loss. */
export function CloseDeal({ as, stageId: chosen, stages: all, current, mover, onClose }: CloseDealProps) {
  const stages = all.filter((stage) => (as === 'won' ? stage.is_won : stage.is_lost));
  const [stageId, setStageId] = useState(chosen ?? stages[0]?.id ?? '');
  const close = async (values: FormData): Promise<void> => {
    const stage = stages.find(({ id }) => id === stageId);
    if (stage && (await mover.move(stage, as === 'lost' ? textOf(values, 'reason') : undefined))) onClose();
  };
  return (
    <Dialog title={as === 'won' ? 'Ganhar o negócio' : 'Perder o negócio'} onClose={onClose}>
      <Form onSubmit={close}>
        <ChangeNotice failure={mover.failure} shown={['reason']}>
          Alguém moveu este negócio: agora está em “{current}”. O que você digitou continua aqui.
        </ChangeNotice>
        {stages.length > 1 && (
          <Select
            label="Etapa"
            value={stageId}
            onChange={setStageId}
            options={stages.map(({ id, name }) => ({ value: id, text: name }))}
          />
        )}
        {as === 'lost' && <Reason problem={mover.failure?.problemOf('reason')} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={mover.isBusy}>
            {as === 'won' ? 'Ganhar' : 'Perder'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Reason({ problem }: { readonly problem: string | undefined }) {
  return (
    <TextField
      label="Motivo da perda"
      name="reason"
      hint="Opcional, como “Preço” ou “Fechou com outro”."
      maxLength={MAX_MOVE_REASON}
      autocomplete="off"
      problem={problem}
    />
  );
}
