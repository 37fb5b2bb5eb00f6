import { headerWords } from '../../imports/headers/header-words';
import { isList, isObject, type Json, type JsonObject, textAt, textOf } from './json';
import { labelOfKey, shownLabel } from './labels';

/** Keys of a label that people read, then of names and ids, which are labels only next to a value of any kind. */
const LABELS = [
  'label',
  'title',
  'question',
  'column_name',
  'question_text',
  'field_label',
  'fieldLabel',
  'questionText',
];
const NAMES = ['name', 'field_name', 'fieldName', 'field', 'column_id', 'key', 'ref', 'id'];
/** Keys of a value of any kind, then of values of one kind, which the kind of the question may name. */
const VALUES = ['value', 'answer', 'string_value', 'stringValue', 'values', 'response'];
const TYPED_VALUES = [
  'text',
  'email',
  'phone_number',
  'choice',
  'choices',
  'number',
  'date',
  'url',
  'boolean',
  'file_url',
];
/** Keys by which an answer points to its question. */
const REFERENCES = ['field_id', 'fieldId', 'question_id', 'questionId', 'question', 'id', 'ref', 'key'];
/** Keys of a pair that hold more about the question. */
const COMPANIONS = new Set([
  'field',
  'options',
  'choices',
  'validations',
  'validation',
  'properties',
  'versions',
  'rows',
  'columns',
]);

/** Keys of a person, which no pair has next to its value. */
const PERSONAL = new Set(
  `phone phonenumber phones mobile mobilephone cellphone celular telefone telefones fone whatsapp tel email emailaddress emails nome
   name fullname firstname lastname nomecompleto sobrenome message mensagem`.split(/\s+/),
);

/** The most keys of a pair; more are a record. */
const MOST_KEYS = 30;
const LONGEST_ID = 100;

/** The labels of the questions of a body, by id; null where an id has two. */
export type Questions = ReadonlyMap<string, string | null>;

/** An answer with its label. */
export interface Pair {
  /** The label that people read; undefined for a pair that is named by its key. */
  readonly question: string | undefined;
  /** What names it in its list, and stays when the label is changed. */
  readonly id: string | undefined;
  /** Undefined for a question without an answer. */
  readonly value: string | undefined;
}

/** Reads an object as a pair of label and value, by its shape. Undefined for any other object, such as a person. */
export function pairIn(object: JsonObject, questions: Questions): Pair | undefined {
  const keys = Object.keys(object);
  if (keys.length > MOST_KEYS) return undefined;
  const asked = isObject(object['field']) ? object['field'] : {};
  const { label, labelKey } = labelIn(object, asked, questions);
  const name = textAt(asked, LABELS) ?? textAt(object, NAMES) ?? textAt(asked, NAMES);
  const valueKey = valueKeyIn(object, label !== undefined || isObject(object['field']));
  if (valueKey === undefined || (label === undefined && name === undefined && valueKey !== 'value')) return undefined;
  if (keys.some((key) => key !== valueKey && key !== labelKey && isOfRecord(key, object[key]))) return undefined;
  const value = object[valueKey];
  const text = valueText(value, object['options']);
  if (text === undefined && !isBlank(value)) return undefined;
  const id =
    textAt(object, ['column_id', 'key', 'ref']) ??
    textAt(asked, ['ref', 'id']) ??
    textAt(object, ['id', 'name']) ??
    label;
  return { question: label ?? (name && labelOfKey(name)), id: id?.slice(0, LONGEST_ID), value: text };
}

interface Label {
  readonly label?: string;
  readonly labelKey?: string;
}

/** Finds the label in the answer, in its `field`, or in the question that it points to. */
function labelIn(object: JsonObject, asked: JsonObject, questions: Questions): Label {
  // The text of a question, where an answer stands next to it (Jotform).
  const labelKey = [...LABELS, ...('answer' in object ? ['text'] : [])].find(
    (key) => textOf(object[key]) !== undefined,
  );
  const written = labelKey && textOf(object[labelKey]);
  const own = written && questions.get(written) ? undefined : written;
  const label = own ?? textAt(asked, LABELS) ?? questionOf(object, asked, questions) ?? written;
  return label === undefined ? {} : { label: shownLabel(label), ...(own && { labelKey }) };
}

function questionOf(object: JsonObject, asked: JsonObject, questions: Questions): string | undefined {
  const ids = [...['id', 'ref', 'key'].map((key) => asked[key]), ...REFERENCES.map((key) => object[key])].map(textOf);
  for (const id of ids) {
    const label = id === undefined ? undefined : questions.get(id);
    if (label) return label;
  }
  return undefined;
}

function valueKeyIn(object: JsonObject, isAsked: boolean): string | undefined {
  const any = VALUES.find((key) => key in object);
  if (any !== undefined || !isAsked) return any;
  const typed = TYPED_VALUES.filter((key) => key in object);
  const named = textOf(object['type']);
  return typed.find((key) => key === named) ?? (typed.length === 1 ? typed[0] : undefined);
}

/** Whether a further key makes the object a record of a person or thing: a phone, a name, an e-mail address, an object of others. */
function isOfRecord(key: string, value: Json | undefined): boolean {
  if (COMPANIONS.has(key)) return false;
  if (key !== 'name' && PERSONAL.has(key.toLowerCase().replace(/[^a-z]/g, ''))) return true;
  return isList(value)
    ? value.some((item) => typeof item === 'object')
    : isObject(value) && Object.keys(value).length > 0;
}

const isBlank = (value: Json | undefined): boolean =>
  value === undefined ||
  (typeof value === 'object' ? value === null || Object.keys(value).length === 0 : textOf(value) === undefined);

/** Returns the text of a value: itself, its parts, the texts of the chosen options. Undefined where it is none of these. */
function valueText(value: Json | undefined, options: Json | undefined): string | undefined {
  const texts = (isList(value) ? value : [value ?? null]).filter((item) => !isBlank(item)).map(choiceText);
  if (texts.length === 0 || texts.includes(undefined)) return undefined;
  const labels = optionTexts(options);
  const chosen = new Set(texts.map((text) => labels.get(text ?? '') ?? text));
  return [...chosen].join(', ');
}

function choiceText(value: Json): string | undefined {
  if (!isObject(value)) return textOf(value);
  const { labels, other } = value;
  if (isList(labels)) return [...labels, other ?? null].flatMap((label) => textOf(label) ?? []).join(', ') || undefined;
  return partsText(value) ?? textAt(value, ['label', 'text', 'value', 'other', 'name']);
}

const optionTexts = (options: Json | undefined): ReadonlyMap<string, string> =>
  new Map(
    (isList(options) ? options : []).flatMap((option): [string, string][] => {
      const id = isObject(option) ? textAt(option, ['id', 'value', 'key']) : undefined;
      const text = isObject(option) ? textAt(option, ['text', 'label', 'title', 'name']) : undefined;
      return id !== undefined && text !== undefined ? [[id, text]] : [];
    }),
  );

/** The words of the keys of a name in parts, and of a phone, in the order in which they are written; a full one is alone. */
const NAME_PARTS = ['first', 'first name', 'middle', 'middle name', 'last', 'last name'];
const PHONE_PARTS = ['country', 'area', 'phone'];
const FULL = ['full', 'full name', 'first and last'];
/** Parts that nobody reads. */
const SILENT = ['prefix', 'suffix', 'middle initial'];

/** Joins the parts of a name, or of a phone, below one label: `first` and `last`, `area` and `phone`. */
export function partsText(object: JsonObject): string | undefined {
  const entries = Object.entries(object);
  if (entries.length === 0 || entries.length > MOST_PARTS) return undefined;
  if (entries.some(([, value]) => typeof value === 'object' && value !== null)) return undefined;
  const parts = new Map(entries.map(([key, value]) => [headerWords(key).join(' '), textOf(value)]));
  const isOnly = (names: readonly string[]): boolean => [...parts.keys()].every((part) => names.includes(part));
  const join = (names: readonly string[]): string => names.flatMap((part) => parts.get(part) ?? []).join(' ');
  const hasArea = /^\d{2,3}$/.test(parts.get('area') ?? '') && /^\+?\d{0,3}$/.test(parts.get('country') ?? '');
  const isPhone = isOnly([...PHONE_PARTS, 'full']) && (hasArea || parts.has('full'));
  if (!isPhone && !isOnly([...NAME_PARTS, ...FULL, ...SILENT])) return undefined;
  return join(FULL) || join(isPhone ? PHONE_PARTS : NAME_PARTS) || undefined;
}

const MOST_PARTS = 8;

/** Keys of a question in the definition of a form. */
const OF_QUESTION = new Set([
  ...LABELS,
  ...NAMES,
  ...COMPANIONS,
  'type',
  'required',
  'order',
  'position',
  'description',
  'placeholder',
  'qid',
  'text',
]);

/** Whether an object only asks: a question of a form's definition, whose texts nobody sent. */
export const isQuestion = (object: JsonObject): boolean =>
  textAt(object, LABELS) !== undefined &&
  REFERENCES.some((key) => textOf(object[key]) !== undefined) &&
  Object.keys(object).every((key) => OF_QUESTION.has(key));

/** Keys of the text of a question. */
const ASKING = new Set([...LABELS, 'text']);

/** Finds the questions of a body: objects with a label and an id, and without an answer. */
export function questionsIn(body: Json): Questions {
  const questions = new Map<string, string | null>();
  const look = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value) && Object.keys(value).some((key) => ASKING.has(key))) note(value);
    Object.values(value).forEach(look);
  };
  const note = (object: JsonObject): void => {
    const label = textAt(object, [...ASKING]);
    if (label === undefined || VALUES.some((key) => key in object)) return;
    for (const id of new Set(['id', 'ref', 'key', 'qid', 'name'].flatMap((key) => textOf(object[key]) ?? []))) {
      const other = questions.get(id);
      questions.set(id, other === undefined || other === label ? label : null);
    }
  };
  look(body);
  return questions;
}
