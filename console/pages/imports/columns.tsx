import type { ImportPreview } from '../../../src/contract/import';
import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn } from '../../../src/contract/import-columns';
import { Select } from '../../ui/field';
import type { Fields } from './use-preview';

const OPTIONS: readonly { readonly value: string; readonly text: string }[] = [
  { value: '', text: 'Ignorar' },
  ...IMPORT_COLUMNS.map((column) => ({ value: column, text: IMPORT_COLUMN_WORDS[column] })),
];

interface ColumnsProps {
  readonly of: ImportPreview;
  readonly fields: Fields;
  readonly onAssign: (index: number, field: ImportColumn | null) => void;
}

/** What each column of the file holds; a field that is given to another column is taken from the one that had it. */
export function Columns({ of: { columns, sample }, fields, onAssign }: ColumnsProps) {
  const exampleOf = (index: number): string => sample.map(({ cells }) => cells[index]).find(Boolean) ?? '';
  return (
    <fieldset class="import-columns">
      <legend>O que há em cada coluna</legend>
      {columns.map(({ header }, index) => (
        <Select
          key={index}
          label={header === '' ? `Coluna ${index + 1}, sem nome` : header}
          hint={exampleOf(index) === '' ? 'Vazia nas primeiras linhas' : `Ex.: ${exampleOf(index).slice(0, 60)}`}
          value={fields[index] ?? ''}
          onChange={(field) => onAssign(index, IMPORT_COLUMNS.find((column) => column === field) ?? null)}
          options={OPTIONS}
        />
      ))}
    </fieldset>
  );
}
