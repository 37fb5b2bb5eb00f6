import { AREA_CODES } from '../../../src/contract/phone';
import { MAX_TAGS_PER_CALL } from '../../../src/contract/limits';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { ORIGIN_OPTIONS } from '../../origin-options';
import { openStageOptions } from '../../stage-options';
import { Select, TextField } from '../../ui/field';
import { useResource } from '../../use-resource';
import { optionsOf } from '../../words';
import { type FileForAllRows, NO_VALUES } from './file-reading';

/** Fields whose problems are shown next to them. */
export const FIELDS_FOR_ALL_ROWS = optionsOf(NO_VALUES);

interface ForAllRowsProps {
  readonly forAllRows: FileForAllRows;
  readonly onChangeAll: (forAllRows: FileForAllRows) => void;
  readonly problemOf: (field: string) => string | undefined;
}

export function ForAllRowsFields({ forAllRows, onChangeAll, problemOf }: ForAllRowsProps) {
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const field = (name: keyof FileForAllRows) => ({
    value: forAllRows[name],
    problem: problemOf(name),
    onChange: (value: string) => onChangeAll({ ...forAllRows, [name]: value }),
  });
  const { onChange: onTags, ...tags } = field('tags');
  return (
    <fieldset class="import-columns">
      <legend>Para todas as linhas</legend>
      <p class="hint">Vale para as linhas que não trazem isso; o que a planilha traz fica como está.</p>
      <div class="import-fields">
        <Select label="DDD padrão" hint="Dos telefones sem DDD" options={AREA_CODE_OPTIONS} {...field('area_code')} />
        <Select label="Origem" hint="De onde vieram" options={ORIGIN_OPTIONS} {...field('origin')} />
        <TextField
          label="Etiquetas"
          hint={`Até ${MAX_TAGS_PER_CALL}, separadas por vírgula`}
          autocomplete="off"
          {...tags}
          onInput={(event) => onTags(event.currentTarget.value)}
          // Enter after a tag must not import the file.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Select
          label="Etapa"
          hint="Onde os negócios entram"
          options={openStageOptions(pipelines)}
          {...field('stage_id')}
        />
      </div>
      <Select
        label="Consentimento"
        hint="Pela LGPD, só diga que autorizaram se cada pessoa desta lista aceitou receber contato e você pode mostrar quando e como. Na dúvida, não informe."
        options={CONSENTS}
        {...field('consent')}
      />
    </fieldset>
  );
}

const AREA_CODE_OPTIONS = [{ value: '', text: 'Nenhum' }, ...AREA_CODES.map((code) => ({ value: code, text: code }))];

const CONSENTS = [
  { value: '', text: 'Não informar' },
  { value: 'true', text: 'Autorizaram o contato' },
  { value: 'false', text: 'Não autorizaram o contato' },
];
