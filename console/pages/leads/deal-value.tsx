import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OwnerDeal } from '../../../src/contract/deal';
import { ApiFailure, call } from '../../api';
import { money } from '../../format';
import { moneyOf, moneyText, UNCLEAR_MONEY } from '../../money-text';
import { refusalText } from '../../refusal-words';
import { say } from '../../ui/messages';

interface DealValueProps {
  readonly deal: Pick<OwnerDeal, 'id' | 'value'>;
  /** Version of the lead that is shown. */
  readonly updatedAt: string;
  /** Whose value it is, for readers of screens. */
  readonly of: string;
  readonly onChanged: () => Promise<unknown>;
}

/** Expected value of a deal, which is edited where it is shown: Enter saves it, Escape leaves it. */
export function DealValue({ deal, updatedAt, of, onChanged }: DealValueProps) {
  const [isEditing, setEditing] = useState(false);
  const text = deal.value === null ? 'Sem valor' : money(deal.value);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <ValueField {...{ deal, updatedAt, of, onChanged }} onClose={() => setEditing(false)} />;
  return (
    <button
      ref={button}
      type="button"
      class={deal.value === null ? 'value muted' : 'value'}
      aria-label={`Alterar o valor de ${of}: ${text}`}
      title="Alterar o valor"
      onClick={() => setEditing(true)}
    >
      {text}
    </button>
  );
}

function useSave({ deal, updatedAt, onChanged, onClose }: Omit<ValueFieldProps, 'of'>) {
  // Browsers report the loss of focus of a field that is taken away.
  const isOver = useRef(false);
  const [problem, setProblem] = useState<string>();
  const leave = (): void => {
    isOver.current = true;
    onClose();
  };
  const save = async (text: string): Promise<void> => {
    if (isOver.current) return;
    const value = text.trim() === '' ? null : moneyOf(text);
    if (value === undefined) return setProblem(UNCLEAR_MONEY);
    if (value === deal.value) return leave();
    isOver.current = true;
    try {
      await call('PATCH', `/deals/${deal.id}`, { value, expected_updated_at: updatedAt });
      await onChanged();
      say(value === null ? 'Valor retirado.' : `Valor alterado: ${money(value)}.`);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.code === 'conflict') await onChanged();
      setProblem(error.code === 'conflict' ? CHANGED : (error.problemOf('value') ?? refusalText(error)));
      isOver.current = false;
    }
  };
  return { save, leave, problem };
}

const CHANGED = 'alguém mudou este lead enquanto isso: confira, e Enter salva';

interface ValueFieldProps extends DealValueProps {
  readonly onClose: () => void;
}

function ValueField({ of, onClose, ...edited }: ValueFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Typing replaces the text.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const { save, leave, problem } = useSave({ ...edited, onClose });
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void => {
    // The arrows of a card move it.
    event.stopPropagation();
    if (event.key === 'Enter') void save(event.currentTarget.value);
    if (event.key === 'Escape') leave();
  };
  return (
    <span class="value-field">
      <input
        ref={field}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        aria-label={`Valor de ${of}, em reais`}
        aria-invalid={problem !== undefined}
        defaultValue={moneyText(edited.deal.value)}
        onKeyDown={press}
        onBlur={(event) => problem || void save(event.currentTarget.value)}
      />
      <span class="problem" role="alert">
        {problem}
      </span>
    </span>
  );
}
