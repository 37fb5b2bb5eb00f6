import { IMPORT_COLUMN_WORDS, IMPORT_COLUMNS, type ImportColumn } from '../../../src/contract/import-columns';
import { SIGNALS } from '../../../src/contract/origin';
import type { DeliveryField, ListedDelivery, MappedField } from '../../../src/contract/source';
import { Select } from '../../ui/field';
import { MAPPABLE_FIELDS } from './words';

/** What a path is: a field, none, or what the service recognises. */
type Choice = ImportColumn | null | 'recognised';

/** The owner's choices by path, beside those that are saved. */
export type Choices = ReadonlyMap<string, Choice>;

/** The mapping of a source with other choices for some paths. */
export const mappingWith = (mapping: readonly MappedField[], choices: Choices): MappedField[] => [
  ...mapping.filter(({ path }) => !choices.has(path)),
  ...Array.from(choices).flatMap(([path, field]) => (field === 'recognised' ? [] : [{ path, field }])),
];

interface DeliveryFieldsProps {
  readonly of: ListedDelivery;
  readonly fields: readonly DeliveryField[];
  /** Saved choices of the source. */
  readonly mapping: readonly MappedField[];
  readonly choices: Choices;
  readonly onChoose: (path: string, choice: Choice) => void;
}

/** Fields of a delivery with what each was read as, and what was left out. */
export function DeliveryFields({ of: delivery, fields, mapping, choices, onChoose }: DeliveryFieldsProps) {
  const { left_out: leftOut } = delivery;
  const shown = new Set(fields.map(({ path }) => path));
  const others = leftOut.filter(({ path }) => !shown.has(path));
  const choiceOf = (path: string): Choice => {
    const saved = mapping.find((one) => one.path === path);
    return choices.get(path) ?? (choices.has(path) ? null : saved ? saved.field : 'recognised');
  };
  return (
    <>
      <ul class="delivery-fields">
        {fields.map((field) => (
          <Field
            key={field.path}
            of={field}
            isAlone={fields.every(({ path, label }) => path === field.path || label !== field.label)}
            isRead={delivery.result !== 'held'}
            isMapped={mapping.some(({ path }) => path === field.path)}
            choice={choiceOf(field.path)}
            reasons={leftOut.filter(({ path }) => path === field.path).map(({ reason }) => reason)}
            onChoose={(choice) => onChoose(field.path, choice)}
          />
        ))}
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

interface FieldProps {
  readonly of: DeliveryField;
  /** Whether no other field of the delivery has its label. */
  readonly isAlone: boolean;
  /** Whether the delivery was applied by what its fields were recognised as. */
  readonly isRead: boolean;
  readonly isMapped: boolean;
  readonly choice: Choice;
  /** Why its value was left out. */
  readonly reasons: readonly string[];
  readonly onChoose: (choice: Choice) => void;
}

/** Whether the signals of the visit were read from the query of this address. */
const isPageAddress = (field: ImportColumn, value: string): boolean =>
  field !== 'referrer' && SIGNALS.some((signal) => signal === field) && /^https?:\/\//i.test(value);

/** Values of the select for what is no field. */
const [RECOGNISED, NONE] = ['recognised', 'none'];

function Field({
  of: { path, label, value, field, guessed },
  isAlone,
  isRead,
  isMapped,
  choice,
  reasons,
  onChoose,
}: FieldProps) {
  const recognised = isMapped
    ? 'Automático'
    : field
      ? `${isPageAddress(field, value) ? 'Origem da visita' : IMPORT_COLUMN_WORDS[field]} (automático)`
      : isRead
        ? 'Não usado'
        : 'Automático';
  const notes = [
    guessed && choice === 'recognised' && 'É um palpite: confira.',
    ...reasons.map((reason) => `Ficou de fora: ${reason}`),
  ];
  return (
    <li title={path}>
      <p class="delivery-value">{value || '—'}</p>
      <Select
        label={(isAlone && label) || path}
        hint={notes.filter(Boolean).join(' ') || undefined}
        value={choice ?? NONE}
        options={[{ value: RECOGNISED, text: recognised }, { value: NONE, text: 'Não usar' }, ...MAPPABLE_FIELDS]}
        onChange={(next) =>
          onChoose(next === RECOGNISED ? 'recognised' : (IMPORT_COLUMNS.find((column) => column === next) ?? null))
        }
      />
    </li>
  );
}
