import { MAX_DELIVERED_PEOPLE } from '../../contract/limits';
import { recognise } from '../../imports/headers/recognised-header';
import { isList, isObject, type Json, type JsonObject, textOf } from './json';
import { labelOfKey, labelOfPair } from './labels';
import { pairIn, questionsIn } from './pairs';

/** One person of a delivery. */
export interface PersonElement {
  /** What is read for this person: the element with what stands around it. */
  readonly body: Json;
  /** What is kept of the delivery: for the first person all that stands around. */
  readonly kept: Json;
  /** The person's own element, for its identity. */
  readonly element: Json;
  /** The path of the element; empty where the whole body is one person's. */
  readonly path: string;
  /** Whether these are the people beyond the first 100. */
  readonly isRest: boolean;
}

const LISTS = ['leads', 'contacts', 'data', 'items', 'results', 'entries'];

/** The list of people in a body, by the keys that lead to it. */
interface People {
  readonly keys: readonly string[];
  readonly list: readonly Json[];
}

/**
 * Returns the people of a body: the elements of the body, or of its one list under `leads`, `contacts` and the like where no phone
 * stands outside it. A list of pairs is one person's.
 */
export function peopleIn(body: Json): readonly PersonElement[] {
  const people = listOfPeople(body);
  if (!people) return [{ body, kept: body, element: body, path: '', isRest: false }];
  const path = `${people.keys.join('.')}[]`;
  const around = surroundings(body, people.keys);
  const one = (list: readonly Json[], element: Json, isRest: boolean): PersonElement => {
    const read = withList(around, people.keys, list);
    const isFirst = element === people.list[0];
    return { body: read, kept: isFirst ? withList(body, people.keys, list) : read, element, path, isRest };
  };
  const rest = people.list.slice(MAX_DELIVERED_PEOPLE);
  return [
    ...people.list.slice(0, MAX_DELIVERED_PEOPLE).map((element) => one([element], element, false)),
    ...(rest.length > 0 ? [one(rest, rest, true)] : []),
  ];
}

/** Returns a body with the wanted ones of its people, and their number. Undefined where the body is one person's. */
export function withPeople(
  body: Json,
  isWanted: (element: Json) => boolean,
): { readonly body: Json; readonly count: number } | undefined {
  const people = listOfPeople(body);
  if (!people || people.list.length < 2) return undefined;
  const wanted = people.list.filter(isWanted);
  return { body: withList(body, people.keys, wanted), count: wanted.length };
}

function listOfPeople(body: Json): People | undefined {
  if (isList(body)) return isOfPeople(body) ? { keys: [], list: body } : undefined;
  const [people, ...others] = isObject(body) ? listsIn(body, []) : [];
  if (!people || others.length > 0 || !hasPhone(people.list, undefined)) return undefined;
  return hasPhone(body, people.list) ? undefined : people;
}

function listsIn(object: JsonObject, keys: readonly string[]): People[] {
  return Object.entries(object).flatMap(([key, value]): People[] => {
    if (isObject(value)) return listsIn(value, [...keys, key]);
    return isList(value) && LISTS.includes(key) && isOfPeople(value) ? [{ keys: [...keys, key], list: value }] : [];
  });
}

/** Whether a list has people: objects that are not pairs of label and value. */
function isOfPeople(list: readonly Json[]): boolean {
  const questions = questionsIn(list.slice(0, MOST_LABELS));
  return (
    list.length > 0 && list.every((item, index) => isObject(item) && (index >= MOST_LABELS || !pairIn(item, questions)))
  );
}

/** The most labels that are looked at in one piece of work. */
const MOST_LABELS = 20;

/** Whether a phone stands in a body, apart from a list in it. Where too many labels may name one, one of them is taken to do so. */
function hasPhone(body: Json, apart: readonly Json[] | undefined): boolean {
  let looked = 0;
  const isPhone = (label: string, value: Json | undefined): boolean => {
    if (!PHONE_WORD.test(label) || !/(?:\d\D*){8}/.test(textOf(value) ?? '')) return false;
    return ++looked > MOST_LABELS || recognise(label).field === 'phone';
  };
  const look = (value: Json, key: string): boolean => {
    if (value === apart) return false;
    if (isList(value)) return value.some((item) => look(item, key));
    if (!isObject(value)) return isPhone(labelOfKey(key), value);
    const pair = pairIn(value, NO_QUESTIONS);
    if (pair) return isPhone(labelOfPair(pair.question, key) ?? labelOfKey(key), pair.value);
    return Object.entries(value).some(([name, item]) => look(item, name));
  };
  return look(body, '');
}

const NO_QUESTIONS = new Map<string, string>();
/** Part of a label that may name a phone, which is looked for before the whole label is. */
const PHONE_WORD = /fone|phone|cel|whats|zap|w[ap]pp|tel|mob|mov/i;

/** What each person gets of the rest of the body at most, so that a hundred people make no hundred bodies. */
const MOST_AROUND = { values: 50, characters: 4_000 };

/** Copies what stands around the list, as far as there is room for it; the list itself becomes empty. */
function surroundings(body: Json, keys: readonly string[]): Json {
  let { values, characters } = MOST_AROUND;
  const copy = (value: Json, key: string): Json | undefined => {
    if (typeof value === 'object' && value !== null) {
      if (isList(value)) return value.flatMap((item) => copy(item, '') ?? []);
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, item]): [string, Json][] => {
          const kept = copy(item, name);
          return kept === undefined ? [] : [[name, kept]];
        }),
      );
    }
    characters -= key.length + String(value).length;
    return --values < 0 || characters < 0 ? undefined : value;
  };
  return copy(withList(body, keys, []), '') ?? null;
}

function withList(body: Json, [key, ...keys]: readonly string[], list: readonly Json[]): Json {
  if (key === undefined) return list;
  const object = isObject(body) ? body : {};
  return { ...object, [key]: withList(object[key] ?? null, keys, list) };
}
