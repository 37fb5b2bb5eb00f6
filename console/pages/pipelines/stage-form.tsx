import type { OwnerStageView, StageFlag } from '../../../src/contract/pipeline';
import { ApiFailure, call } from '../../api';
import { moneyOf, UNCLEAR_MONEY } from '../../money-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check, TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { FLAG_WORDS, optionsOf } from '../../words';

interface StageFormProps {
  readonly pipelineId: string;
  /** Absent for a new stage, at the end of the pipeline. */
  readonly stage?: OwnerStageView;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

export function StageForm({ pipelineId, stage, onDone, onClose }: StageFormProps) {
  const action = useAction();
  const save = async (values: FormData): Promise<void> => {
    const name = textOf(values, 'name');
    const isSaved = await action.run(async () => {
      const body = { name, ...flagsOf(values), ...typedValueOf(values, stage) };
      await (stage
        ? call('PATCH', `/stages/${stage.id}`, body)
        : call('POST', `/pipelines/${pipelineId}/stages`, body));
    });
    if (!isSaved) return;
    onClose();
    await onDone();
    say(stage ? `A etapa “${name}” foi alterada.` : `A etapa “${name}” foi criada.`);
  };
  return (
    <Dialog title={stage ? `Editar “${stage.name}”` : 'Nova etapa'} onClose={onClose}>
      <Form onSubmit={save}>
        <FailureNotice failure={action.failure} shown={['name', 'value']} />
        <StageFields stage={stage} problemOf={(field) => action.failure?.problemOf(field)} />
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={action.isBusy}>
            Salvar etapa
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface StageFieldsProps {
  readonly stage: OwnerStageView | undefined;
  readonly problemOf: (field: string) => string | undefined;
}

function StageFields({ stage, problemOf }: StageFieldsProps) {
  return (
    <>
      <TextField
        label="Nome"
        name="name"
        autocomplete="off"
        required
        defaultValue={stage?.name}
        problem={problemOf('name')}
      />
      <fieldset>
        <legend>Marcas</legend>
        {optionsOf(FLAG_WORDS).map((flag) => (
          <FlagCheck key={flag} flag={flag} stage={stage} />
        ))}
      </fieldset>
      <TextField
        label="Valor em reais"
        name="value"
        inputMode="decimal"
        autocomplete="off"
        hint="Opcional. Uma etapa com valor conta em “Já compraram” no painel."
        defaultValue={stage?.value?.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}
        problem={problemOf('value')}
      />
    </>
  );
}

function FlagCheck({ flag, stage }: { readonly flag: StageFlag; readonly stage?: OwnerStageView }) {
  return (
    <Check name={flag} defaultChecked={stage?.[flag]} title={FLAG_WORDS[flag].badge} children={FLAG_WORDS[flag].text} />
  );
}

const flagsOf = (values: FormData): Record<string, boolean> =>
  Object.fromEntries(optionsOf(FLAG_WORDS).map((flag) => [flag, values.has(flag)]));

/** An empty field is absent, or removes the value. Throws `ApiFailure` for a text that is not an amount, or is ambiguous. */
function typedValueOf(values: FormData, stage?: OwnerStageView): { value?: number | null } {
  const text = textOf(values, 'value');
  if (text === '') return stage && stage.value !== null ? { value: null } : {};
  const value = moneyOf(text);
  if (value === undefined) throw ApiFailure.ofField('value', UNCLEAR_MONEY);
  return { value };
}
