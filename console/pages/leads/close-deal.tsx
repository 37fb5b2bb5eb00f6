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
import { dayEnd, DayField, type EndProblems, firstEnd, SaleField, saleEnd } from './end-fields';
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
  won: { title: 'Marcar como ganho', corrected: 'Corrigir a venda', day: 'Dia da venda' },
  lost: { title: 'Marcar como perdido', corrected: 'Corrigir a perda', day: 'Dia da perda' },
};

function useClosing({ as, stageId: chosen, stages: all, deal, mover, onClose }: CloseDealProps) {
  const isCorrection = chosen === deal.stage_id;
  const isOffered = ({ id, is_won: isWon, is_lost: isLost }: OwnerStageView): boolean =>
    isCorrection ? id === chosen : as === 'won' ? isWon : isLost;
  const stages = all.filter(isOffered);
  const [stageId, setStageId] = useState(chosen ?? stages[0]?.id ?? '');
  const now = all.find(({ id }) => id === deal.stage_id);
  const [first] = useState(() => firstEnd(deal, Boolean(as === 'won' ? now?.is_won : now?.is_lost)));
  const [day, setDay] = useState(first.day);
  const [problems, setProblems] = useState<EndProblems>({});
  const problemOf = (field: keyof EndProblems) => problems[field] ?? mover.failure?.problemOf(field);
  const close = async (closing: DealEnd): Promise<void> => {
    const stage = stages.find(({ id }) => id === stageId);
    if (stage && (await mover.move(stage, closing))) onClose();
  };
  const end = async ({ closing, problems: found }: ReturnType<typeof dayEnd>, reason = ''): Promise<void> => {
    setProblems(found);
    if (closing) await close({ ...closing, ...(reason && { reason }) });
  };
  const lose = (reason: string): Promise<void> => end(dayEnd(day, first), reason);
  const submit = (values: FormData): Promise<void> =>
    as === 'won' ? end(saleEnd(values, day, first)) : lose(textOf(values, 'reason'));
  return { isCorrection, stages, stageId, setStageId, first, day, setDay, problemOf, lose, submit };
}

/** Asks for the stage, if there are several, for the sale or the reason of the loss, and for its day. */
export function CloseDeal(props: CloseDealProps) {
  const { as, stages: all, deal, mover, onClose } = props;
  const { isCorrection, stages, stageId, setStageId, first, day, setDay, problemOf, lose, submit } = useClosing(props);
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
        <div class="side-by-side">
          {as === 'won' && <SaleField first={first} problem={problemOf('closed_value')} />}
          <DayField label={words.day} day={day} onChange={setDay} problem={problemOf('closed_at')} />
        </div>
        {as === 'lost' && (
          <Reason value={deal.lost_reason} problem={mover.failure?.problemOf('reason')} onChoose={lose} />
        )}
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={mover.isBusy}>
            {isCorrection ? 'Salvar' : words.title}
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
