import fc, { type Arbitrary } from 'fast-check';
import { buildDocument, type Operation } from './document';
import { theContract } from './contract';
import { breaches, hasHalfCharacter } from './schema-breaches';
import { fitting, type SchemaObject, type Surroundings } from './schema-values';
import type { World } from './small-world';

export interface Case {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const document = buildDocument('http://entrada.test');

export const CASES: readonly Case[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([key, operation]) => {
    const method = key.toUpperCase();
    return { name: `${method} ${path}`, method, path, operation };
  }),
);

export const resolve = (schema: SchemaObject): SchemaObject => {
  const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '') ?? [];
  return (document.components.schemas?.[name] as SchemaObject | undefined) ?? schema;
};

export const schemaOfBody = ({ operation: { requestBody } }: Case): SchemaObject | undefined =>
  requestBody?.content['application/json']?.schema;

export const uploadOf = ({ operation: { requestBody } }: Case): string | undefined =>
  requestBody?.content['text/csv']?.example as string | undefined;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: SchemaObject;
  readonly index: number;
}

export const parametersOf = ({ operation: { parameters } }: Case): Parameter[] =>
  parameters
    .map((parameter, index) => ({ ...parameter, index }) as unknown as Parameter)
    .filter((parameter) => parameter.in === 'query');

/** Recognises routes outside the API, which refuse no parameter and no body. */
export const isBare = ({ path }: Case): boolean => /^\/(?:metrics$|health\/|in\/|calendar\/)/.test(path);

export interface Call {
  readonly path: string;
  readonly body: string | undefined;
  readonly caller: number;
  /** The invalid parameter or body; undefined for a valid call. */
  readonly breach: string | undefined;
}

/** More parameters at once nearly always break a rule. */
const MOST_PARAMETERS = 4;

/** Calls that fit the document, or that break it. */
export const drawnCalls = (one: Case, around: Surroundings, { ids }: World, isGood: boolean): Arbitrary<Call> => {
  const query = parametersOf(one).map(({ name, schema }) => [name, fitting(schema, around, name)] as const);
  const required = parametersOf(one).flatMap((parameter) => (parameter.required ? [parameter.name] : []));
  const body = schemaOfBody(one);
  return fc
    .record({
      target: targets(one.path, ids),
      query: fc.record(Object.fromEntries(query) as Record<string, Arbitrary<unknown>>),
      sent: fc
        .subarray(
          query.map(([name]) => name),
          { maxLength: Math.min(query.length, MOST_PARAMETERS) },
        )
        .map((some) => [...some, ...required]),
      body: body ? fitting(body, around) : fc.constant(uploadOf(one)),
      pick: fc.nat(),
      exponents: fc.boolean(),
      caller: fc.nat(9),
      isFirstPage: fc.boolean(),
    })
    .map((draw) => callOf(one, draw, around, isGood));
};

interface Draw {
  readonly target: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly sent: readonly string[];
  readonly body: unknown;
  readonly pick: number;
  readonly exponents: boolean;
  readonly caller: number;
  /** Drawn cursors are never genuine, so a list with one is always refused. */
  readonly isFirstPage: boolean;
}

const ODD_IDS = ['x', '%00', 'a%2Fb', '%F0%9F%98%80', '00000000-0000-4000-8000-000000000000'];

function targets(path: string, ids: World['ids']): Arbitrary<string> {
  const parts = path.split('/').map((part, index, all) => {
    if (!part.startsWith('{')) return fc.constant(part);
    const known = fc.constantFrom(...(ids[all[index - 1] ?? ''] ?? ODD_IDS));
    return fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.constantFrom(...ODD_IDS) });
  });
  return fc.tuple(...parts).map((drawn) => drawn.join('/'));
}

function callOf(one: Case, draw: Draw, around: Surroundings, isGood: boolean): Call {
  const { target, caller, pick } = draw;
  const schema = schemaOfBody(one);
  const at = (query: string[]): string => (query.length > 0 ? `${target}?${query.join('&')}` : target);
  const write = (body: unknown) => (schema ? toJson(body, draw.exponents) : (body as string | undefined));
  const query = Object.entries(draw.query)
    .filter(([name]) => draw.sent.includes(name) && (name !== 'cursor' || !draw.isFirstPage))
    .map(([name, value]) => parameter(name, value));
  const good = { path: at(query), body: write(draw.body), caller, breach: undefined };
  if (isGood) return good;
  const wrongBodies = schema ? bodyBreaches(one, schema, draw.body, around) : [];
  const wrongQueries = [
    { name: 'unknown', query: [...query, 'unknown=1'] },
    ...parametersOf(one).flatMap((sent) => queryBreaches(one, sent, query, around)),
  ];
  const place = pick % (wrongBodies.length + wrongQueries.length);
  const wrong = wrongQueries[place - wrongBodies.length];
  if (wrong) return { ...good, path: at(wrong.query), breach: wrong.name };
  // The next body that breaks the schema; the last one always does by an unknown field.
  const wrongBody = wrongBodies.slice(place).find((bad) => isBreach(one, bad));
  return { ...good, body: write(wrongBody), breach: 'body' };
}

const parameter = (name: string, value: unknown): string => `${name}=${encodeURIComponent(String(value))}`;

const problemsAt = ({ path, method }: Case, place: readonly string[], value: unknown): string | undefined =>
  theContract().problemsAt(['paths', path, method.toLowerCase(), ...place], value);

const BODY = ['requestBody', 'content', 'application/json', 'schema'];

function bodyBreaches(one: Case, schema: SchemaObject, body: unknown, around: Surroundings): unknown[] {
  const problem = problemsAt(one, BODY, body);
  if (problem) throw new Error(`this does not fit its schema: ${JSON.stringify(body)}: ${problem}`);
  return [...breaches(schema, body, around), { ...(body as object), unknown: 1 }];
}

const isBreach = (one: Case, body: unknown): boolean =>
  hasHalfCharacter(body) || problemsAt(one, BODY, body) !== undefined;

function queryBreaches(one: Case, { name, schema, index }: Parameter, sent: readonly string[], around: Surroundings) {
  const others = sent.filter((part) => !part.startsWith(`${name}=`));
  const wrong = breaches(schema, 'a', around).filter((bad): bad is string => typeof bad === 'string' && bad !== '');
  const values = wrong.filter((bad) => problemsAt(one, ['parameters', String(index), 'schema'], numberOr(bad)));
  const texts = [...new Set(['', ...values.filter((bad) => !/\ud800/.test(bad))])];
  return [
    ...texts.map((bad) => ({ name, query: [...others, parameter(name, bad)] })),
    { name, query: [...others, parameter(name, 'a'), parameter(name, 'a')] },
  ];
}

const numberOr = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text);

/** Writes JSON as other clients may: `1e3` is also a number. */
function toJson(value: unknown, exponents: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item, exponents)).join(', ')}]`;
  if (typeof value === 'number' && exponents) return value.toExponential();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${toJson(field, exponents)}`);
  return `{ ${fields.join(', ')} }`;
}
