import { useState } from 'preact/hooks';
import type { AccountWithSettings } from '../../../src/contract/account';
import type { OwnerDeal } from '../../../src/contract/deal';
import { MAX_MOVE_REASON } from '../../../src/contract/limits';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import type { DealEnd } from '../../deal-moves';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Select, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { useResource } from '../../use-resource';
import { ChangeNotice } from './change-notice';
import { Sale, type SaleProblems, saleOf } from './sale-fields';
import type { Mover } from './use-move';

interface CloseDealProps {
  readonly as: 'won' | 'lost';
  /** Stage that was chosen already; the deal's own corrects how it ended. */
  readonly stageId?: string;
  readonly stages: readonly OwnerStageView[];
  readonly deal: OwnerDeal;
  readonly mover: Pick<Mover, 'move' | 'isBusy' | 'failure'>;
  readonly onClose: () => void;
}

const WORDS = {
  won: { title: 'Marcar como ganho', verb: 'Marcar como ganho', corrected: 'Corrigir a venda' },
  lost: { title: 'Marcar como perdido', verb: 'Marcar como perdido', corrected: 'Corrigir o motivo' },
};

function useClosing({ as, stageId: chosen, stages: all, deal, mover, onClose }: CloseDealProps) {
  const isCorrection = chosen === deal.stage_id;
  const isOffered = ({ id, is_won: isWon, is_lost: isLost }: OwnerStageView): boolean =>
    isCorrection ? id === chosen : as === 'won' ? isWon : isLost;
  const stages = all.filter(isOffered);
  const [stageId, setStageId] = useState(chosen ?? stages[0]?.id ?? '');
  const [problems, setProblems] = useState<SaleProblems>({});
  const problemOf = (field: keyof SaleProblems) => problems[field] ?? mover.failure?.problemOf(field);
  const close = async (closing: DealEnd): Promise<void> => {
    const stage = stages.find(({ id }) => id === stageId);
    if (stage && (await mover.move(stage, closing))) onClose();
  };
  const submit = async (values: FormData): Promise<void> => {
    const reason = textOf(values, 'reason');
    if (as === 'lost') return close(reason ? { reason } : {});
    const sale = saleOf(values, deal);
    setProblems(sale.problems);
    if (sale.closing) await close(sale.closing);
  };
  return { isCorrection, stages, stageId, setStageId, problemOf, close, submit };
}

/** Asks for the stage, if there are several, and for the sale or the reason of the loss. */
export function CloseDeal(props: CloseDealProps) {
  const { as, stages: all, deal, mover, onClose } = props;
  const { isCorrection, stages, stageId, setStageId, problemOf, close, submit } = useClosing(props);
  const current = all.find(({ id }) => id === deal.stage_id)?.name ?? 'outra etapa';
  const words = WORDS[as];
  return (
    <Dialog title={isCorrection ? words.corrected : words.title} onClose={onClose}>
      <Form onSubmit={submit}>
        <ChangeNotice failure={mover.failure} shown={['reason', 'closed_value', 'closed_at']}>
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
        {as === 'won' && <Sale of={deal} problemOf={problemOf} />}
        {as === 'lost' && (
          <Reason
            value={deal.lost_reason}
            problem={mover.failure?.problemOf('reason')}
            onChoose={(reason) => close({ reason })}
          />
        )}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={mover.isBusy}>
            {isCorrection ? 'Salvar' : words.verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ReasonProps {
  readonly value: string | null;
  readonly problem: string | undefined;
  readonly onChoose: (reason: string) => unknown;
}

/** Reasons of the account, each of which ends the question, and a text for another one. */
function Reason({ value, problem, onChoose }: ReasonProps) {
  const reasons = useResource<AccountWithSettings>('/account').data?.loss_reasons ?? [];
  return (
    <>
      {reasons.length > 0 && (
        <div class="actions" role="group" aria-label="Motivos">
          {reasons.map((reason) => (
            <Button key={reason} onClick={() => onChoose(reason)}>
              {reason}
            </Button>
          ))}
        </div>
      )}
      <TextField
        label="Motivo da perda"
        name="reason"
        hint={reasons.length > 0 ? 'Escolha acima, ou escreva outro.' : 'Opcional, como “Preço” ou “Fechou com outro”.'}
        maxLength={MAX_MOVE_REASON}
        autocomplete="off"
        defaultValue={value ?? ''}
        problem={problem}
      />
    </>
  );
}
