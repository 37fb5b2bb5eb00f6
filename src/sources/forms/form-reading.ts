import type { Steps } from '../../common/in-slices';
import type { ImportColumn } from '../../contract/import-columns';
import { SIGNALS, type Signal } from '../../contract/origin';
import { IGNORED } from '../../imports/columns/column';
import { noteOf } from '../reading/answers';
import type { BodyField, Holder } from '../reading/body-fields';
import { ownersFields } from '../reading/known-fields';
import { cellOf, cellOfNote, type ReadingRules, type ReadPerson, readRow, shown } from '../reading/read-person';
import { type FilledIn, type FormInput, GIVEN } from './form-inputs';

/** What was sent, as it is kept for reading again: with the labels and the sentence that were shown. */
export type FormBody = readonly Pick<BodyField, 'path' | 'label' | 'value'>[];

const NOT_GIVEN = 'não';

/** A consent that was asked for and not given is kept as such. */
export const formBody = (
  inputs: readonly FormInput[],
  filled: FilledIn,
  signals: Partial<Record<Signal, string>>,
): FormBody => [
  ...inputs.flatMap(({ name, label, kind }) => {
    const value = filled[name] || (kind === 'consent' ? NOT_GIVEN : '');
    return value === '' ? [] : [{ path: name, label, value }];
  }),
  ...Object.entries(signals).map(([signal, value]) => ({ path: signal, label: signal, value })),
];

/** The columns of the inputs; the answers to questions are notes. */
const COLUMNS: readonly ImportColumn[] = ['phone', 'name', 'email', 'consent', ...SIGNALS];

/** Reads what was sent by a form: nothing is recognised, because the form has asked for it. */
export function* readForm(body: FormBody, rules: ReadingRules): Steps<ReadPerson> {
  const fields = body.map((field): BodyField => ({ ...field, holder: FORM, order: field.path }));
  const owners = ownersFields(rules.mapping);
  const decided = new Set<ImportColumn | null>([...owners.values()].filter((column) => column !== 'tags'));
  const columnOf = ({ path }: BodyField): ImportColumn | null => {
    const own = COLUMNS.find((column) => column === path) ?? 'notes';
    const mapped = owners.get(path);
    return mapped !== undefined ? mapped : own !== 'notes' && decided.has(own) ? null : own;
  };
  const noted = fields.filter((field) => columnOf(field) === 'notes');
  const note = noteOf(
    noted.filter(({ path }) => path === 'message'),
    noted.filter(({ path }) => path !== 'message'),
  );
  const cells = fields
    .filter((field) => !noted.includes(field))
    .map((field) => cellOf(field, { ...IGNORED, field: columnOf(field) }));
  const read = yield* readRow([...cells, cellOfNote(note)], note, rules);
  const consent = body.find(({ path, value }) => path === 'consent' && value === GIVEN);
  return {
    fields: shown(fields, read?.readAs ?? new Map()),
    leftOut: read?.leftOut ?? [],
    heldFor: read ? null : 'no_phone',
    phone: read?.phone ?? null,
    body: read?.body ?? {},
    consentText: consent?.label,
  };
}

const FORM: Holder = { path: '', key: '', parent: null, depth: 0, order: '' };
