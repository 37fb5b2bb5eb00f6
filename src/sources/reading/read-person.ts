import type { Steps } from '../../common/in-slices';
import type { ImportColumn } from '../../contract/import-columns';
import type { DeliveryField, DeliveryReason, LeftOut, MappedField } from '../../contract/source';
import { MAX_IMPORT_COLUMNS } from '../../contract/limits';
import { isMobile, phoneIn } from '../../imports/cells/phones';
import { answersUnder } from '../../imports/cells/yes-no';
import { withoutQuote } from '../../imports/cells/texts';
import { type FileColumn, IGNORED } from '../../imports/columns/column';
import { readColumns } from '../../imports/columns/file-columns';
import { headerRank } from '../../imports/headers/recognised-header';
import { type FindMember } from '../../imports/rows/account-names';
import { placedDeal } from '../../imports/rows/placed-deal';
import { rowBody, type RowDefaults } from '../../imports/rows/row-body';
import type { Reading } from '../../imports/reading';
import type { Phone } from '../../leads/record/phone';
import { type DeliveryNote, noteOf } from './answers';
import type { BodyField, Holder } from './body-fields';
import { groupAround, groupOf } from './person-group';
import type { PersonElement } from './people';
import { type KnownField, knownFields } from './known-fields';
import { type PersonFields, personFields, type SignalField } from './person-fields';

/** What the owner of a source says of its deliveries, and what resolves names in them. */
export interface ReadingRules extends Pick<Reading, 'names' | 'stages'> {
  readonly mapping: readonly MappedField[];
  readonly defaults: RowDefaults;
  readonly memberOf: FindMember;
}

/** What is read of one person's part of a delivery. */
export interface ReadPerson {
  readonly fields: readonly DeliveryField[];
  readonly leftOut: readonly LeftOut[];
  readonly heldFor: Extract<DeliveryReason, 'no_phone' | 'two_phones'> | null;
  /** Null when it is held. */
  readonly phone: Phone | null;
  /** A body for `lenientRow`; empty when it is held. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The sentence that was shown with the consent that was given. */
  readonly consentText?: string;
}

/** Reads one person: finds the phone and the fields around it, and reads them as a row of a file. */
export function* readPerson(person: PersonElement, rules: ReadingRules): Steps<ReadPerson> {
  const fields = yield* knownFields(person.body, rules.mapping);
  const group = person.isRest ? 'two_phones' : yield* groupFor(fields, rules.mapping);
  if (typeof group === 'string') return held(fields, group);
  const chosen = yield* personFields(fields, group);
  const note = noteOf(chosen.messages, chosen.answers);
  const row = yield* rowOf(chosen, note);
  const read = yield* readRow(row, note, rules);
  if (!read) return held(fields, 'no_phone');
  return {
    fields: shown(
      fields.map(({ field }) => field),
      read.readAs,
    ),
    leftOut: [
      ...fields.flatMap(({ field, isUnfilled }) => (isUnfilled ? [{ path: field.path, reason: UNFILLED }] : [])),
      ...row.flatMap(({ field, column: { reason } }) =>
        field && reason !== null ? [{ path: field.path, reason }] : [],
      ),
      ...chosen.elsewhere.map(({ path }) => ({ path, reason: ELSEWHERE })),
      ...read.leftOut,
    ].slice(0, MOST_LEFT_OUT),
    heldFor: null,
    phone: read.phone,
    body: read.body,
  };
}

interface RowReading {
  readonly phone: Phone;
  readonly body: ReadPerson['body'];
  readonly leftOut: readonly LeftOut[];
  readonly readAs: ReadonlyMap<BodyField, ReadAs>;
}

/** Reads the row of a person as one of a file; undefined without a usable phone. */
export function* readRow(
  row: readonly RowCell[],
  note: DeliveryNote,
  rules: ReadingRules,
): Steps<RowReading | undefined> {
  const { phone, body, leftOut } = yield* rowBody(
    row.map(({ value }) => value),
    readingOf(row, rules),
  );
  if (!phone) return undefined;
  const { deal, ...texts } = body;
  const placed = placedDeal(deal ?? {}, rules);
  const pathOf = (field: string): string => row.find(({ column }) => column.field === field)?.field?.path ?? '';
  return {
    phone,
    body: { ...texts, phone: `+${phone.digits}`, ...(Object.keys(placed.deal).length > 0 && { deal: placed.deal }) },
    leftOut: [
      ...[...leftOut, ...placed.leftOut].map(({ field, message }) => ({ path: pathOf(field), reason: message })),
      ...note.leftOut,
      ...(isStageGone(rules) ? [STAGE_GONE] : []),
    ],
    readAs: readAs(row, note),
  };
}

const isStageGone = ({ defaults, stages }: ReadingRules): boolean =>
  defaults.stageId !== undefined && !stages.has(defaults.stageId);

/** A stage of the defaults that went; the person arrives. */
export const STAGE_GONE: LeftOut = {
  path: 'deal.stage_id',
  reason: 'a etapa deixou de existir ou passou a ser de ganho; o negócio foi para a etapa de entrada do funil padrão',
};

/** Of many values that templates left, some are enough to see why. */
const MOST_LEFT_OUT = 200;
const UNFILLED = 'veio sem valor, só com o que um modelo deixa no lugar dele, como {{…}}';
const ELSEWHERE = 'está em outra parte do envio e pode ser de outra pessoa';

/** Finds the person by the phone: the owner's, else the known one, else the only one with a vague label. */
function* groupFor(fields: readonly KnownField[], mapping: readonly MappedField[]): ReturnType<typeof groupOf> {
  const present = fields.filter(({ isUnfilled }) => !isUnfilled);
  if (mapping.some(({ field }) => field === 'phone')) {
    const own = present.filter(({ mapped }) => mapped === 'phone').slice(0, MOST_MAPPED);
    const ranked = own.toSorted((one, other) => headerRank(one.field.label) - headerRank(other.field.label));
    for (const { field } of ranked) {
      if (phoneIn(field.value)) return groupAround(field);
      yield;
    }
    return 'no_phone';
  }
  const open = present.filter(({ mapped }) => mapped === undefined);
  const known = open.filter(({ header }) => header.field === 'phone' && !header.isAreaCode);
  const areaCodes = areaCodesIn(open);
  if (known.length > 0)
    return yield* groupOf(known.map(({ field }) => ({ ...field, areaCode: areaCodes.get(field.holder) })));
  const vague: BodyField[] = [];
  for (const { field, header } of open) {
    if (header.mayBe !== 'phone') continue;
    if (phoneIn(field.value)) vague.push(field);
    yield;
  }
  return vague.length === 1 ? yield* groupOf(vague) : 'no_phone';
}

const MOST_MAPPED = 40;

/** Returns the area code of each holder that has one. */
function areaCodesIn(fields: readonly KnownField[]): ReadonlyMap<Holder, string | undefined> {
  const codes = new Map<Holder, string | undefined>();
  for (const { field, header, areaCode } of fields) {
    // Of two codes no rule tells here which is the phone's.
    if (header.isAreaCode) codes.set(field.holder, codes.has(field.holder) ? undefined : areaCode);
  }
  return codes;
}

/** A cell of the person's row; the notes are no field of the body. The address of a page has a cell for each of its signals. */
export interface RowCell {
  readonly field: BodyField | null;
  readonly header: string;
  readonly value: string;
  readonly column: FileColumn;
}

export const cellOf = (field: BodyField, column: FileColumn): RowCell => ({
  field,
  header: field.label,
  value: field.value,
  column,
});

/** Makes a row of the person's fields: what the headers say as in a file, then what the owner and the signals say. */
function* rowOf({ recognised, mapped, signals }: PersonFields, note: DeliveryNote): Steps<RowCell[]> {
  const fields = recognised.slice(0, MAX_IMPORT_COLUMNS);
  const columns = yield* readColumns({
    header: fields.map(({ label }) => label),
    rows: [{ number: 1, cells: fields.map(({ value }) => value) }],
  });
  const ofMapped = mapped.map(({ field, column }) => cellOf(field, { ...IGNORED, field: column }));
  const decided = new Set<ImportColumn | null>(
    ofMapped.map(({ column }) => column.field).filter((field) => field !== 'tags'),
  );
  const ofLabels = fields.map((field, index) => {
    const column = columns[index] ?? IGNORED;
    return cellOf(field, decided.has(column.field) ? IGNORED : column);
  });
  const ofSignals = signals.map(({ field, signal, value }: SignalField) => ({
    field,
    header: signal,
    value,
    column: { ...IGNORED, field: decided.has(signal) ? null : signal },
  }));
  return [...ofLabels, ...ofMapped, ...ofSignals, cellOfNote(note)];
}

/** The notes, as composed. */
export const cellOfNote = ({ text }: DeliveryNote): RowCell => ({
  field: null,
  header: 'notes',
  value: text,
  column: { ...IGNORED, field: 'notes' },
});

/** A mobile number comes first, then the order of imports. */
function rankOf({ header, value, column: { field } }: RowCell): number {
  if (field !== 'phone') return field === 'email' ? headerRank(header) : 0;
  const phone = phoneIn(value);
  return headerRank(header) + (phone && isMobile(phone) ? 0 : AFTER_MOBILE);
}

const AFTER_MOBILE = 1_000;

function readingOf(row: readonly RowCell[], { defaults, memberOf }: ReadingRules): Parameters<typeof rowBody>[1] {
  const columns = row.map(({ column }) => column);
  const headers = row.map(({ header }) => header);
  return {
    isExport: false,
    textOf: withoutQuote,
    columns,
    headers,
    ranks: row.map(rankOf),
    answers: answersUnder(headers[columns.findIndex(({ field }) => field === 'consent')] ?? ''),
    moments: { monthFirst: false },
    defaults,
    memberOf,
  };
}

interface ReadAs {
  readonly field: ImportColumn;
  readonly guessed: boolean;
}

/** Returns what each field was read as; the address of a page as the first signal that it gave. */
function readAs(row: readonly RowCell[], { used }: DeliveryNote): ReadonlyMap<BodyField, ReadAs> {
  const ofRow = row.flatMap(({ field, column }): [BodyField, ReadAs][] =>
    field && column.field ? [[field, { field: column.field, guessed: column.isGuessed }]] : [],
  );
  return new Map([
    ...[...used].map((field): [BodyField, ReadAs] => [field, { field: 'notes', guessed: false }]),
    ...ofRow.toReversed(),
  ]);
}

/** Bytes of what is shown of the fields: long names of what holds many fields, repeated in each path, would be megabytes. */
const MOST_SHOWN_BYTES = 250_000;

/** Shows each field with what it was read as. Where there is no room for all, what was read comes first. */
export function shown(fields: readonly BodyField[], read: ReadonlyMap<BodyField, ReadAs>): DeliveryField[] {
  let room = MOST_SHOWN_BYTES;
  const views = new Map<BodyField, DeliveryField>();
  for (const field of fields.toSorted((one, other) => Number(read.has(other)) - Number(read.has(one)))) {
    const { path, label, value } = field;
    const view = { path, label, value, ...(read.get(field) ?? { field: null, guessed: false }) };
    room -= Buffer.byteLength(JSON.stringify(view));
    if (room >= 0) views.set(field, view);
  }
  return fields.flatMap((field) => views.get(field) ?? []);
}

/** Shows the phones of what is held, so that its owner sees why. */
function held(fields: readonly KnownField[], heldFor: 'no_phone' | 'two_phones'): ReadPerson {
  const phones = fields.flatMap(({ field, header, mapped }): [BodyField, ReadAs][] =>
    mapped === 'phone' || (mapped === undefined && header.field === 'phone')
      ? [[field, { field: 'phone', guessed: false }]]
      : [],
  );
  const all = fields.map(({ field }) => field);
  return { fields: shown(all, new Map(phones)), leftOut: [], heldFor, phone: null, body: {} };
}
