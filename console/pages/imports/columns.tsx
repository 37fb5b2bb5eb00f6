import { type ImportPreview, PHONES_LEFT_OUT } from '../../../src/contract/import';
import {
  IMPORT_COLUMN_WORDS,
  IMPORT_COLUMNS,
  type ImportColumn,
  takesSeveral,
} from '../../../src/contract/import-columns';
import { plural } from '../../format';
import { Select } from '../../ui/field';
import type { Fields } from './file-reading';
import type { LostField } from './use-reading';

const OPTIONS: readonly { readonly value: string; readonly text: string }[] = [
  { value: '', text: 'Ignorar' },
  ...IMPORT_COLUMNS.map((column) => ({ value: column, text: IMPORT_COLUMN_WORDS[column] })),
];

/** Further ones are collapsed. */
const FEW = 6;

const SEVERAL_WORDS = new Intl.ListFormat('pt-BR').format(
  IMPORT_COLUMNS.filter(takesSeveral).map((field) => IMPORT_COLUMN_WORDS[field]),
);

interface ColumnsProps {
  readonly of: ImportPreview;
  readonly fields: Fields;
  /** Columns keep the order given by their headers, so that a choice moves nothing under the cursor. */
  readonly guessed: ImportPreview['columns'];
  readonly lost: LostField | undefined;
  readonly onAssign: (index: number, field: ImportColumn | null) => void;
}

/** Contents of each column of the file; those with unknown headers come last. */
export function ImportColumns({ of: preview, fields, guessed, lost, onAssign }: ColumnsProps) {
  const guessedIndexes = guessed.flatMap(({ field }, index) => (field ? [index] : []));
  const ignoredIndexes = guessed.flatMap(({ field }, index) => (field ? [] : [index]));
  const column = (index: number) => (
    <Column
      key={index}
      of={preview}
      index={index}
      field={fields[index] ?? null}
      isGuess={guessed[index]?.guessed === true && fields[index] === guessed[index].field}
      onAssign={onAssign}
    />
  );
  return (
    <fieldset class="import-columns">
      <legend>O que há em cada coluna</legend>
      <p class="hint">Mais de uma coluna pode trazer {SEVERAL_WORDS}. Cada um dos outros vem de uma só.</p>
      <p class="import-lost" role="status">
        {lost &&
          `Só uma coluna pode trazer ${IMPORT_COLUMN_WORDS[lost.field]}: “${nameOf(preview, lost.index)}” passou a ser ignorada.`}
      </p>
      {guessedIndexes.length > 0 && <div class="import-fields">{guessedIndexes.map(column)}</div>}
      {ignoredIndexes.length > 0 && (
        <details open={ignoredIndexes.length <= FEW || !guessed.some(({ field }) => field === 'phone')}>
          <summary>{plural(ignoredIndexes.length, 'coluna ignorada', 'colunas ignoradas')}</summary>
          <p class="hint">Se uma delas importa, escolha o que traz.</p>
          <div class="import-fields">{ignoredIndexes.map(column)}</div>
        </details>
      )}
    </fieldset>
  );
}

interface ColumnProps extends Pick<ColumnsProps, 'of' | 'onAssign'> {
  readonly index: number;
  readonly field: ImportColumn | null;
  /** Whether the field is still the one guessed from a header with other words. */
  readonly isGuess: boolean;
}

const isOfPhones = (reason: string | undefined): boolean => reason !== undefined && PHONES_LEFT_OUT.includes(reason);

function Column({ of: preview, index, field, isGuess, onAssign }: ColumnProps) {
  const { columns, ignored, sample } = preview;
  const example = sample.map(({ cells }) => cells[index]).find(Boolean) ?? '';
  const reason = ignored.find(({ header }) => header === columns[index]?.header)?.reason;
  const note = isGuess
    ? 'É um palpite: confira. '
    : field === null && isOfPhones(reason)
      ? `Esta coluna ${reason}. `
      : '';
  return (
    <Select
      label={nameOf(preview, index)}
      hint={note + (example === '' ? 'Vazia nas primeiras linhas' : `Ex.: ${example.slice(0, 60)}`)}
      value={field ?? ''}
      onChange={(chosen) => onAssign(index, IMPORT_COLUMNS.find((column) => column === chosen) ?? null)}
      options={OPTIONS}
    />
  );
}

const nameOf = ({ columns }: ImportPreview, index: number): string =>
  columns[index]?.header || `Coluna ${index + 1}, sem nome`;
