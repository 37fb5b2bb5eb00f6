import { isIP } from 'node:net';
import type { LeftOut } from '../../contract/source';
import { MAX_NOTE } from '../../contract/limits';
import { codePoints, firstCodePoints } from '../../common/text';
import { cleanText, plainText } from '../../imports/cells/texts';
import type { BodyField } from './body-fields';
import { isIdentifier, isTechnicalLabel } from './labels';

/** A moment as programs write it, with a time; a date alone is an answer. */
const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\d{10}(?:\d{3})?(?:\.\d+)?$/;
const FLAG = /^(?:true|false|null|on|off)$/i;
/** A flag of a program; a person may answer 1 to a question. */
const BIT = /^[01]$/;
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|\/[\w/-]*$)/i;
/** An id: a long number, a UUID, letters and digits without a space. */
const ID = /^(?:#?\d{5,}|[\da-f]{8}-[\da-f-]{20,}|(?=\S*\d)(?=\S*[a-z])[\w-]{12,})$/i;
/** What is neither an answer nor text for people: JSON, XML. */
const CODE = /^[{[<]/;

/** Whether a field is what tools add to the answers of a person: by its label, or its value alone. */
export const isTechnical = ({ label, value }: Pick<BodyField, 'label' | 'value'>): boolean =>
  isTechnicalLabel(label) || FLAG.test(value) || (isIdentifier(label) && BIT.test(value)) || isTechnicalValue(value);

export const isMoment = (value: string): boolean => MOMENT.test(value.slice(0, LONGEST_PATTERN));

function isTechnicalValue(value: string): boolean {
  const begin = value.slice(0, LONGEST_PATTERN);
  return isMoment(value) || ADDRESS.test(begin) || CODE.test(begin) || isIP(begin) !== 0 || ID.test(begin);
}

const LONGEST_PATTERN = 200;

/** The note of a delivery, and the fields that do not fit. */
export interface DeliveryNote {
  readonly text: string;
  readonly used: ReadonlySet<BodyField>;
  readonly leftOut: readonly LeftOut[];
}

const FULL = `não coube nas anotações, que têm até ${MAX_NOTE} caracteres`;

/** Composes the note: the message, or several with their labels, then a line `Label: value` for each question. */
export function noteOf(messages: readonly BodyField[], answers: readonly BodyField[]): DeliveryNote {
  const used = new Set<BodyField>();
  const leftOut: LeftOut[] = [];
  let text = '';
  for (const { fields, line } of [...messageLines(messages), ...answerLines(answers)]) {
    const room = MAX_NOTE - codePoints(text) - (text === '' ? 0 : 1);
    // A label alone would tell nothing.
    const kept = room < SHORTEST ? '' : firstCodePoints(line, room).trimEnd();
    if (kept !== '') text += (text === '' ? '' : '\n') + kept;
    for (const field of fields) {
      if (kept !== '') used.add(field);
      if (kept !== line) leftOut.push({ path: field.path, reason: FULL });
    }
  }
  return { text, used, leftOut };
}

const SHORTEST = 20;

interface Line {
  readonly fields: readonly BodyField[];
  readonly line: string;
}

function messageLines(messages: readonly BodyField[]): Line[] {
  const lines = sameTogether(messages, ({ value }) => plainText(value));
  return lines.map((fields) => ({
    fields,
    line: lines.length > 1 ? labelled(fields) : cleanText(fields[0]?.value ?? '', true),
  }));
}

/** Several answers to one question share a line. */
const answerLines = (answers: readonly BodyField[]): Line[] =>
  sameTogether(answers, ({ label }) => label).map((fields) => ({ fields, line: labelled(fields) }));

function sameTogether(fields: readonly BodyField[], keyOf: (field: BodyField) => string): BodyField[][] {
  const groups = new Map<string, BodyField[]>();
  for (const field of fields) {
    const group = groups.get(keyOf(field));
    if (group) group.push(field);
    else groups.set(keyOf(field), [field]);
  }
  return [...groups.values()];
}

function labelled(fields: readonly BodyField[]): string {
  const values = [...new Set(fields.map(({ value }) => cleanText(value, true)))];
  return `${cleanText(fields[0]?.label ?? '')
    .replace(/:$/, '')
    .trimEnd()}: ${values.join(', ')}`;
}

/** Whether a text repeats what was read: the same text, or one with the phone or the e-mail address in it. */
export function repeats(value: string, { texts, contacts }: Recognised): boolean {
  const plain = value.toLowerCase();
  return texts.has(plain) || contacts.some((contact) => plain.includes(contact));
}

interface Recognised {
  readonly texts: ReadonlySet<string>;
  readonly contacts: readonly string[];
}
