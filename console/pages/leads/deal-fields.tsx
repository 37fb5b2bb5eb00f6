import { useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { ApiFailure } from '../../api';
import { moneyOf, UNCLEAR_MONEY } from '../../money-text';
import { stageOptions } from '../../stage-options';
import { Select, TextField } from '../../ui/field';
import { textOf } from '../../ui/form';

interface DealFieldsProps {
  readonly pipelines: readonly OwnerPipelineView[];
  readonly problemOf: (field: 'stage_id' | 'value') => string | undefined;
  /** Chosen at first; without it, where leads begin in the default pipeline, which is the first. */
  readonly stageId?: string;
  /** Whether a lead may be left without a deal. */
  readonly isOptional?: boolean;
}

/** Stage and value of a new deal. */
export function DealFields({ pipelines, stageId, problemOf, isOptional }: DealFieldsProps) {
  const [stage, setStage] = useState(stageId ?? entryOf(pipelines[0]));
  return (
    <div class="side-by-side">
      <Select
        label="Etapa"
        name="stage"
        value={stage}
        onChange={setStage}
        options={[...stageOptions(pipelines), ...(isOptional ? [{ value: '', text: 'Sem negócio' }] : [])]}
        problem={problemOf('stage_id')}
      />
      <TextField
        label="Valor em reais"
        name="value"
        inputMode="decimal"
        autocomplete="off"
        placeholder="1.250,00"
        disabled={stage === ''}
        problem={problemOf('value')}
      />
    </div>
  );
}

/** Stage where new leads of a pipeline begin. */
export const entryOf = (pipeline: OwnerPipelineView | undefined): string =>
  (pipeline?.stages.find((stage) => stage.is_entry) ?? pipeline?.stages[0])?.id ?? '';

/** Value of the form, if there is one. Throws `ApiFailure` of the field for an unreadable one. */
export function typedValueOf(values: FormData, field = 'value'): { readonly value?: number } {
  const text = textOf(values, 'value');
  if (text === '') return {};
  const value = moneyOf(text);
  if (value === undefined) throw ApiFailure.ofField(field, UNCLEAR_MONEY);
  return { value };
}
