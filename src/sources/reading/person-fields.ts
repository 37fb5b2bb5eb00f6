import type { Steps } from '../../common/in-slices';
import type { ImportColumn } from '../../contract/import-columns';
import { SIGNALS, type Signal } from '../../contract/origin';
import { isName } from '../../imports/columns/column';
import type { NamePart } from '../../imports/headers/field-names';
import { isTechnical, repeats } from './answers';
import type { BodyField, Holder } from './body-fields';
import type { KnownField } from './known-fields';
import { isIdentifier } from './labels';
import { hasOthersPage, isOfForm, namesForm, type PersonGroup } from './person-group';
import { signalNamed, signalsInAddress } from './signals';

export interface SignalField {
  readonly field: BodyField;
  readonly signal: Signal;
  readonly value: string;
}

/** The fields of one person, by what is done with them. */
export interface PersonFields {
  /** Fields for the rules of headers, in an order that does not depend on the order of keys. */
  readonly recognised: readonly BodyField[];
  readonly mapped: readonly { readonly field: BodyField; readonly column: ImportColumn }[];
  readonly signals: readonly SignalField[];
  readonly messages: readonly BodyField[];
  readonly answers: readonly BodyField[];
  /** Phones and e-mail addresses that are not the person's. */
  readonly elsewhere: readonly BodyField[];
}

const NAME_PARTS: readonly NamePart[] = ['whole', 'first', 'middle', 'last'];

/** Chooses the fields of the person: of each kind those of the phone's own holder, else those of the nearest one around it. */
export function* personFields(all: readonly KnownField[], group: PersonGroup): Steps<PersonFields> {
  const present = all.filter(({ isUnfilled }) => !isUnfilled);
  const open = present.filter(({ mapped }) => mapped === undefined);
  const levels = levelsOf(open, group);
  yield;
  const nearest = (isMeant: (known: KnownField) => boolean): KnownField[] =>
    levels.map((level) => level.filter(isMeant)).find(({ length }) => length > 0) ?? [];
  const own = levels.slice(0, group.own.length).flat();
  const phones = own.filter(({ header }) => header.isAreaCode || header.mentions === 'phone');
  const withEmail = new Set(nearest(isEmail).map(({ field }) => field.holder));
  // Next to the person's e-mail address an event is the one that they booked.
  const ofForm = open.filter(
    ({ header, field }) => isOfForm(header.words) && !(header.words.includes('event') && withEmail.has(field.holder)),
  );
  const forms = new Set(ofForm.map(({ field }) => field.holder));
  const isNamed = (known: KnownField): boolean => isNameOf(known, group, { forms, withEmail });
  const names = nearest(isNamed);
  const guessed = names.length > 0 ? [] : (levels[0] ?? []).filter(mayBeName);
  const others = holdersOfOthers(open, names, isNamed);
  const emails = nearest((known) => isEmail(known) && !others.has(known.field.holder));
  const consents = nearest(({ header }) => header.field === 'consent' || header.mentions === 'consent');
  const tags = nearest(({ header }) => header.field === 'tags');
  yield;
  const messages = nearest(({ header, field }) => header.field === 'notes' && !isTechnicalMessage(field));
  const mapped = present.flatMap(({ field, mapped }) => (mapped ? [{ field, column: mapped }] : []));
  const notes = mapped.filter(({ column }) => column === 'notes').map(({ field }) => field);
  const recognised = [
    ...inOrder(phones),
    ...[...names, ...guessed].toSorted(byPart),
    ...inOrder([...emails, ...consents, ...tags]),
  ].map(({ field }) => field);
  const said = [...notes, ...messages.map(({ field }) => field)];
  const read = new Set([...recognised, ...said, ...mapped.map(({ field }) => field)]);
  const isAnswer = answerTo(
    [...phones, ...names, ...guessed, ...emails].filter((known) => !isOpenQuestion(known)).map(({ field }) => field),
    said,
  );
  const around = new Set(group.around);
  const answers = nearest(
    (known) =>
      (!read.has(known.field) || isOpenQuestion(known)) &&
      isAnswer(known) &&
      // Around the person's fields, a number under a name of programs is the tool's.
      !(around.has(known.field.holder) && isIdentifier(known.field.label) && !/\p{L}/u.test(known.field.value)),
  );
  yield;
  return {
    recognised,
    mapped: mapped.filter(({ column }) => column !== 'notes'),
    signals: yield* signalsOf(open),
    messages: said,
    answers: answers.map(({ field }) => field),
    elsewhere: open
      .filter(({ field, header }) => isContact(header.field) && !read.has(field))
      .map(({ field }) => field),
  };
}

/** The open fields at each holder of the group, the nearest first. */
function levelsOf(fields: readonly KnownField[], { own, around }: PersonGroup): KnownField[][] {
  const levels = new Map<Holder, KnownField[]>([...own, ...around].map((holder) => [holder, []]));
  for (const known of fields) levels.get(known.field.holder)?.push(known);
  return [...levels.values()];
}

/** A name that programs give: `lead_created`, `lead.created`. */
const PROGRAM_NAME = /^(?=[^_]*_)[\w.:-]+$|^[a-z]{3,}(?:\.[a-z]+)+$/;

const mayBeName = ({ field, header }: KnownField): boolean =>
  header.mayBe === 'name' && !PROGRAM_NAME.test(field.value);

const isEmail = ({ field, header }: KnownField): boolean => header.field === 'email' && field.value.includes('@');

interface NameHolders {
  /** Those of forms and events. */
  readonly forms: ReadonlySet<Holder>;
  /** Those of the person's e-mail address, next to which a name is the person's, whatever holds the phone. */
  readonly withEmail: ReadonlySet<Holder>;
}

function isNameOf({ field, header }: KnownField, { own }: PersonGroup, { forms, withEmail }: NameHolders): boolean {
  if (header.field !== 'name' || !isName(field.value) || PROGRAM_NAME.test(field.value)) return false;
  const [first] = own;
  if (!first || own.includes(field.holder)) return true;
  return !namesForm(field, withEmail.has(field.holder) ? null : first, forms);
}

/** The holders with the name of somebody else, whose e-mail address may stand there: a clinic around its patient. */
function holdersOfOthers(
  fields: readonly KnownField[],
  names: readonly KnownField[],
  isName: (known: KnownField) => boolean,
): ReadonlySet<Holder> {
  const name = names.map(({ field }) => field.value.toLowerCase()).join(' ');
  const isAnothers = (value: string): boolean => !name.includes(value) && !value.includes(name);
  const others = fields.filter((known) => isName(known) && isAnothers(known.field.value.toLowerCase()));
  const own = new Set(names.map(({ field }) => field.holder));
  return new Set(others.map(({ field }) => field.holder).filter((holder) => !own.has(holder)));
}

const isContact = (field: ImportColumn | null): boolean => field === 'phone' || field === 'email';

/** A message that is a flag or a moment: `message: true`. */
const isTechnicalMessage = ({ value }: BodyField): boolean => isTechnical({ label: 'message text', value });

/** A question about a phone or a consent that is not the lead's own field: its answer is for people. */
const isOpenQuestion = ({ header }: KnownField): boolean =>
  header.field === null && !header.isAreaCode && header.mayBe === null;

/** Fields that are not answers, although their labels are words. */
const NO_ANSWERS: readonly (ImportColumn | null)[] = [
  ...SIGNALS,
  ...(['phone', 'name', 'email', 'notes', 'tags', 'consent', 'created_at', 'external_id'] as const),
  ...(['deal.pipeline_id', 'deal.stage_id', 'responsible'] as const),
];

/** Recognises an answer: words under a label of words, which repeat nothing that was read. */
function answerTo(contactFields: readonly BodyField[], messages: readonly BodyField[]): (known: KnownField) => boolean {
  const values = [...contactFields, ...messages].map(({ value }) => value.toLowerCase());
  const contacts = values
    .filter((value) => value.length <= LONGEST_CONTACT && /@|\d{4}/.test(value))
    .slice(0, MOST_CONTACTS);
  const texts = new Set(values);
  return ({ field, header }) =>
    !NO_ANSWERS.includes(header.field) && !isTechnical(field) && !repeats(field.value, { texts, contacts });
}

const LONGEST_CONTACT = 254;
const MOST_CONTACTS = 10;

const inOrder = (fields: readonly KnownField[]): KnownField[] =>
  fields.toSorted((one, other) => compare(one.field.order, other.field.order));

const byPart = (one: KnownField, other: KnownField): number =>
  NAME_PARTS.indexOf(one.header.part) - NAME_PARTS.indexOf(other.header.part) ||
  compare(one.field.order, other.field.order);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Finds each signal by its name, the outermost first, else in the address of a page. */
function* signalsOf(fields: readonly KnownField[]): Steps<SignalField[]> {
  const found = new Map<Signal, SignalField>();
  const outermost = inOrder(fields).toSorted((one, other) => one.field.holder.depth - other.field.holder.depth);
  for (const { field, header } of outermost) {
    const signal = signalNamed(field, header);
    if (signal && !found.has(signal)) found.set(signal, { field, signal, value: field.value });
    yield;
  }
  for (const { field, header } of outermost) {
    for (const [signal, value] of hasOthersPage(field.holder) ? [] : signalsInAddress(field, header)) {
      if (!found.has(signal)) found.set(signal, { field, signal, value });
    }
    yield;
  }
  return [...found.values()];
}
