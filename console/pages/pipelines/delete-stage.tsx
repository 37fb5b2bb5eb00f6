import { useRef, useState } from 'preact/hooks';
import type { BoardTotals } from '../../../src/contract/board';
import type { MovedStage } from '../../../src/contract/deal';
import type { OwnerPipelineView, OwnerStageView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { plural } from '../../format';
import { Confirm } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { say } from '../../ui/messages';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';

interface DeleteStageProps {
  readonly stage: OwnerStageView;
  readonly pipeline: OwnerPipelineView;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Deletes a stage; one with leads after their deals are in another stage of its kind. */
export function DeleteStage({ stage, pipeline, onDone, onClose }: DeleteStageProps) {
  const action = useAction();
  const totals = useResource<BoardTotals>(`/pipelines/${pipeline.id}/board/totals`);
  const total = totals.data?.stages.find(({ id }) => id === stage.id);
  const targets = pipeline.stages.filter((other) => mayReplace(stage, other));
  const [target, setTarget] = useState(targets[0]?.id ?? '');
  const [moved, setMoved] = useState(0);
  const isClosed = useRef(false);
  const isInUse = (total?.count ?? 0) > 0 || action.failure?.code === 'stage_in_use';
  const moves = isInUse && target !== '';
  const close = (): void => {
    isClosed.current = true;
    onClose();
  };
  const moveDeals = async (): Promise<void> => {
    for (let hasMore = true; hasMore && !isClosed.current;) {
      const { data } = await call<MovedStage>('POST', `/stages/${stage.id}/move-deals`, { to_stage_id: target });
      hasMore = data.has_more;
      setMoved((count) => count + data.moved);
    }
  };
  const remove = async (): Promise<void> => {
    const isDone = await action.run(async () => {
      if (moves) await moveDeals();
      if (!isClosed.current) await call('DELETE', `/stages/${stage.id}`);
    });
    if (!isDone && !isClosed.current) return;
    onClose();
    await onDone();
    say(
      isClosed.current
        ? `A etapa “${stage.name}” continua; o que já foi movido fica onde está.`
        : `A etapa “${stage.name}” foi excluída.`,
    );
  };
  return (
    <Confirm
      title={`Excluir “${stage.name}”?`}
      verb={moves ? 'Mover e excluir etapa' : 'Excluir etapa'}
      isWaiting={!totals.data && !totals.failure}
      action={action}
      onConfirm={remove}
      onClose={close}
    >
      {total && isInUse && (
        <p>
          {total.is_count_complete ? '' : 'Mais de '}
          {plural(total.count, 'lead está', 'leads estão')} nesta etapa.
        </p>
      )}
      {moves && <Target among={targets} value={target} onChange={setTarget} />}
      {isInUse && !target && (
        <p>O funil não tem outra etapa como esta. Crie antes a etapa que vai receber os negócios.</p>
      )}
      <p>As automações dela são excluídas também.</p>
      <p role="status">{action.isBusy && moved > 0 && `${plural(moved, 'negócio movido', 'negócios movidos')}…`}</p>
    </Confirm>
  );
}

interface TargetProps {
  readonly among: readonly OwnerStageView[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function Target({ among, value, onChange }: TargetProps) {
  return (
    <>
      <Select
        label="Mover os negócios para"
        value={value}
        onChange={onChange}
        options={among.map(({ id, name }) => ({ value: id, text: name }))}
      />
      <p class="hint">
        Eles entram na outra etapa agora, como estão: valores, fechamentos e responsáveis ficam, e não conta como
        contato com os leads.
      </p>
    </>
  );
}

/** Open deals stay open, won ones won, lost ones lost. */
const mayReplace = (stage: OwnerStageView, other: OwnerStageView): boolean =>
  other.id !== stage.id && other.is_won === stage.is_won && other.is_lost === stage.is_lost;
