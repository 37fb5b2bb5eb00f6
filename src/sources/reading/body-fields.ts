import type { Steps } from '../../common/in-slices';
import { firstCodePoints } from '../../common/text';
import { headerWords } from '../../imports/headers/header-words';
import { namesOthers } from '../../imports/headers/persons-question';
import { isList, isObject, type Json, type JsonObject, textOf } from './json';
import { isSecretName, labelOfKey, labelOfPair, namesContacts } from './labels';
import { isQuestion, pairIn, partsText, type Questions, questionsIn } from './pairs';

/** An object or list that holds values or pairs. */
export interface Holder {
  readonly path: string;
  /** Its key; that of the list for an element of one. Empty for the body itself. */
  readonly key: string;
  readonly parent: Holder | null;
  readonly depth: number;
  /** Orders holders and fields in the same way, whatever the order of keys. */
  readonly order: string;
}

/** A text of the body, with what it is called. */
export interface BodyField {
  /** Names the field in each delivery of its kind: without the numbers of elements, and by the key of a pair. */
  readonly path: string;
  readonly label: string;
  readonly value: string;
  /** What holds the value or its pair. */
  readonly holder: Holder;
  readonly order: string;
}

interface Found {
  readonly fields: BodyField[];
  readonly questions: Questions;
  /** How often each path was used. */
  readonly uses: Map<string, number>;
}

/** The part of a key that a path shows, and the end of a longer path. */
const LONGEST_KEY = 60;
const LONGEST_PATH = 200;

/** Lists the texts of a body in their order, without keys, tokens and signatures. */
export function* bodyFields(body: Json): Steps<readonly BodyField[]> {
  const found: Found = { fields: [], questions: questionsIn(body), uses: new Map() };
  const root: Holder = { path: '', key: '', parent: null, depth: 0, order: '' };
  if (isList(body)) yield* readList(body, { ...root, path: '[]' }, found);
  else if (!isObject(body)) addText('', body, root, found);
  else if (!addPair(body, { key: '', path: '', order: '' }, root, found)) yield* readObject(body, root, found);
  return found.fields;
}

function* readObject(object: JsonObject, holder: Holder, found: Found): Steps<void> {
  for (const [key, value] of Object.entries(object)) {
    yield;
    if (!isSecretName(key)) yield* readEntry(key, value, holder, found);
  }
}

function* readEntry(key: string, value: Json, holder: Holder, found: Found): Steps<void> {
  const path = under(holder.path, key);
  const order = `${holder.order}.${key.slice(0, LONGEST_KEY)}`;
  const inside: Holder = { path, key, parent: holder, depth: holder.depth + 1, order };
  if (isList(value)) {
    if (value.some((item) => typeof item === 'object' && item !== null)) {
      yield* readList(value, { ...inside, path: `${path}[]` }, found);
    } else for (const item of value) addText(key, item, holder, found, `${path}[]`);
  } else if (!isObject(value)) addText(key, value, holder, found);
  else {
    const parts = partsText(value);
    if (parts !== undefined) addText(key, parts, holder, found);
    else if (!addPair(value, { key, path, order }, holder, found)) yield* readObject(value, inside, found);
  }
}

/** Reads pairs, and elements that hold values of their own. Phones in a list of phones belong to the object around it. */
function* readList(list: readonly Json[], holder: Holder, found: Found): Steps<void> {
  const ofContacts = namesContacts(holder.key) ? holder.parent : null;
  const of = ofContacts ?? holder;
  for (const [index, item] of list.entries()) {
    yield;
    const order = `${holder.order}[${String(index).padStart(5, '0')}]`;
    const inside: Holder = { ...holder, parent: holder, depth: holder.depth + 1, order };
    if (isList(item)) yield* readList(item, { ...inside, path: `${holder.path}[]` }, found);
    else if (!isObject(item)) addText(holder.key, item, holder, found, holder.path);
    else if (isQuestion(item) || addPair(item, { key: holder.key, path: holder.path, order }, of, found)) continue;
    else if (ofContacts && isContact(item)) addTexts(item, holder.path, ofContacts, found);
    else yield* readObject(item, inside, found);
  }
}

/** Whether an element of such a list is a phone or an address with its kind, and says of nobody else that it is theirs. */
const isContact = (item: JsonObject): boolean =>
  Object.entries(item).every(
    ([key, value]) =>
      (namesContacts(key) || OF_CONTACT.has(key)) &&
      (typeof value !== 'object' || value === null) &&
      !namesOthers(headerWords(String(value))),
  );

const OF_CONTACT = new Set(
  '_id id type kind label primary main is_primary verified value number created_at updated_at'.split(' '),
);

function under(path: string, key: string): string {
  const all = (path === '' ? '' : `${path}.`) + firstCodePoints(key, LONGEST_KEY);
  return all.length > LONGEST_PATH ? `…${all.slice(-LONGEST_PATH).replace(/^[\udc00-\udfff]/, '')}` : all;
}

interface Place {
  readonly key: string;
  readonly path: string;
  readonly order: string;
}

/** Adds a pair; false for an object that is none. */
function addPair(object: JsonObject, { key, path, order }: Place, holder: Holder, found: Found): boolean {
  const pair = pairIn(object, found.questions);
  if (!pair) return false;
  const question = path.endsWith('[]') ? labelOfPair(pair.question, key) : pair.question;
  const label = question ?? labelIn(key, holder, found);
  const isSecret = isSecretName(label) || isSecretName(pair.id ?? '');
  if (pair.value === undefined || isSecret) return true;
  const own = path.endsWith('[]') ? `${path.slice(0, -1)}${pair.id ?? ''}]` : path;
  add({ path: own, label, value: pair.value, holder, order }, found);
  return true;
}

function addText(key: string, value: Json, holder: Holder, found: Found, path = under(holder.path, key)): void {
  const text = textOf(value);
  const order = `${holder.order}.${key.slice(0, LONGEST_KEY)}`;
  if (text !== undefined) add({ path, label: labelIn(key, holder, found), value: text, holder, order }, found);
}

function addTexts(object: JsonObject, path: string, holder: Holder, found: Found): void {
  for (const [key, value] of Object.entries(object)) addText(key, value, holder, found, under(path, key));
}

/** Returns the label of a key: that of the question with this id, `utm_source` for `source` in `utm`. */
function labelIn(key: string, holder: Holder, { questions }: Found): string {
  const isUtm = UTM.test(holder.key) && /^(?:source|medium|campaign|content|term)$/i.test(key);
  return questions.get(key) ?? labelOfKey(isUtm ? `utm_${key}` : key);
}

const UTM = /^utms?(?:_?(?:params|parameters|data|tags))?$/i;

function add(field: BodyField, { fields, uses }: Found): void {
  const use = (uses.get(field.path) ?? 0) + 1;
  uses.set(field.path, use);
  const order = `${field.order}#${String(use).padStart(5, '0')}`;
  fields.push({ ...field, order, path: use === 1 ? field.path : `${field.path}#${use}` });
}
