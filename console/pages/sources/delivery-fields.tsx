import { IMPORT_COLUMNS, type ImportColumn } from '../../../src/contract/import-columns';
import type { DeliveryField, ListedDelivery, MappedField } from '../../../src/contract/source';
import { Select } from '../../ui/field';
import { MAPPABLE_FIELDS } from './words';

/** What the owner said that paths are; null for a field that is not read. */
export type Choices = ReadonlyMap<string, ImportColumn | null>;

/** The mapping of a source with other choices for some paths. */
export const mappingWith = (mapping: readonly MappedField[], choices: Choices): MappedField[] => [
  ...mapping.filter(({ path }) => !choices.has(path)),
  ...Array.from(choices, ([path, field]) => ({ path, field })),
];

interface DeliveryFieldsProps {
  readonly of: ListedDelivery;
  readonly fields: readonly DeliveryField[];
  readonly choices: Choices;
  readonly onChoose: (path: string, field: ImportColumn | null) => void;
}

const OPTIONS: readonly { readonly value: string; readonly text: string }[] = [
  { value: '', text: 'Não usar' },
  ...MAPPABLE_FIELDS,
];

/** Fields of a delivery with what each was read as, and what was left out. */
export function DeliveryFields({ of: { left_out: leftOut }, fields, choices, onChoose }: DeliveryFieldsProps) {
  const shown = new Set(fields.map(({ path }) => path));
  const others = leftOut.filter(({ path }) => !shown.has(path));
  return (
    <>
      <ul class="delivery-fields">
        {fields.map(({ path, label, value, field, guessed }) => {
          const chosen = choices.has(path) ? choices.get(path) : field;
          const notes = [
            guessed && chosen === field && 'É um palpite: confira.',
            ...leftOut.filter((one) => one.path === path).map(({ reason }) => `Ficou de fora: ${reason}`),
          ];
          return (
            <li key={path} title={path}>
              <p class="delivery-value">{value || '—'}</p>
              <Select
                label={label || path}
                hint={notes.filter(Boolean).join(' ') || undefined}
                value={chosen ?? ''}
                options={OPTIONS}
                onChange={(next) => onChoose(path, IMPORT_COLUMNS.find((column) => column === next) ?? null)}
              />
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <ul class="bullets small">
          {others.map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              {path}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
