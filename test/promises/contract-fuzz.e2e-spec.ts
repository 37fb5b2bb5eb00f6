import fc from 'fast-check';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { checked } from '../support/contract';
import {
  type Call,
  type Case,
  CASES,
  drawnCalls,
  isBare,
  parametersOf,
  resolve,
  schemaOfBody,
  uploadOf,
} from '../support/drawn-calls';
import { type Answer, HttpClient } from '../support/http-client';
import { shortOrLong } from '../support/long';
import type { SchemaObject } from '../support/schema-values';
import { smallWorld, type World } from '../support/small-world';
import { forAllTests } from '../support/setup';

/** Fixed, so that a green suite stays green. `FUZZ_SEED=$RANDOM npx jest test/promises/contract-fuzz` makes other calls. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Calls of an operation that fit the document, and as many that break it. */
const MANY = shortOrLong(3, 12);
/** Calls of an operation without body and parameters. */
const FEW = shortOrLong(2, 4);

/** Some operations have many rules that a schema cannot say: few drawn calls keep them all. */
const TRIES = 20;

const hasInput = (one: Case): boolean => Boolean(schemaOfBody(one)) || parametersOf(one).length > 0;

checked.most = Infinity;

// Each call has its own address, because no setting changes the limits of sign-in.
const test = appForAllTests({ TRUST_PROXY: '1' });
const read = forAllTests(() => smallWorld(test));
const changed = forAllTests(() => smallWorld(test));
let sent = 0;

/** What takes from other calls what they need comes last: first a used link, and then all else. */
const TAKING = [
  /^POST \/admin\/v1\/sessions$/,
  /^DELETE|^PATCH .*\/accounts?(?:\/\{id\})?$|\/(?:erase|merge|anonymise|switch|owner|owner-sessions)$/,
];
const takes = ({ name }: Case): number => TAKING.findIndex((pattern) => pattern.test(name));
const IN_ORDER = CASES.toSorted((one, other) => takes(one) - takes(other));

/** Calls of partners change nothing that other calls need. */
const worldOf = ({ method, path }: Case): World => (method === 'GET' || path.startsWith('/api/') ? read : changed);

function clientFor({ operation, path, method }: Case, { partner, writer, session }: World, caller: number) {
  const [scheme = {}] = operation.security;
  if ('ownerSession' in scheme) return caller < 5 ? session : partner.owner;
  if (!('apiKey' in scheme)) return new HttpClient(`${test.url}/admin/v1`, OPERATOR_TOKEN);
  const writes = method === 'PATCH' || (method === 'POST' && path === '/api/v1/leads');
  return writes && caller < 3 ? writer : partner.api;
}

async function send(one: Case, world: World, call: Call): Promise<Answer<unknown>> {
  sent++;
  const client = clientFor(one, world, call.caller).with({
    'X-Forwarded-For': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
    ...(uploadOf(one) !== undefined && { 'Content-Type': 'text/csv' }),
  });
  return client.send(one.method, isBare(one) ? `/../..${call.path}` : call.path.replace(/^\/\w+\/v1/, ''), call.body);
}

/** True if the document says that a valid call may be refused for this field. */
function isExcused(one: Case, field: string): boolean {
  const rules = one.operation['x-rules']?.flatMap(({ fields }) => fields) ?? [];
  const isNamed = rules.some((rule) =>
    new RegExp(`^${rule.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`).test(field),
  );
  const parameter = one.operation.parameters.find(({ name }) => name === field)?.schema as SchemaObject | undefined;
  return isNamed || Boolean(parameter?.['x-rule']) || hasRule(schemaOfBody(one), field.split('.'));
}

function hasRule(unresolved: SchemaObject | undefined, [name, ...rest]: string[]): boolean {
  if (!unresolved) return false;
  const schema = resolve(unresolved);
  if (name === undefined) return Boolean(schema['x-rule']);
  if (schema.oneOf) return schema.oneOf.some((form) => hasRule(form, [name, ...rest]));
  return hasRule(schema.items ?? schema.properties?.[name], rest);
}

/** Returns what is wrong with the answer. The client has already checked its form against the document. */
function problemOf(one: Case, { breach }: Call, { status, text, fields, code }: Seen): string | undefined {
  // Not 503, which only says that the service is not ready, whatever the call.
  if (status === 500) return `${status}: ${text}`;
  // Some operations end the session.
  if (status === 401) return undefined;
  if (breach !== undefined) {
    if (status !== 422 || code !== 'validation_error') return `breaks the document, and was answered ${status}`;
    return breach === 'body' || fields.includes(breach) ? undefined : `named ${fields.join()}, not ${breach}`;
  }
  if (status === 400 || status === 413) return `fits the document, and was answered ${status}: ${text}`;
  const unexcused = code === 'validation_error' ? fields.filter((field) => !isExcused(one, field)) : [];
  return unexcused.length > 0 ? `fits the document, and was refused for ${unexcused.join()}: ${text}` : undefined;
}

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly fields: readonly string[];
}

const seen = (answer: Answer<unknown>): Seen => {
  const { status, text } = answer;
  const isError = status >= 400 && status !== 503;
  return { status, text, code: isError ? answer.error.code : undefined, fields: isError ? answer.fields : [] };
};

/** True unless the call was refused before its rules were looked at. */
const isPast = ({ status, code }: Seen): boolean => status !== 401 && status !== 403 && code !== 'validation_error';

/** Sends calls that fit the document, or that break it, and returns how many got past the checks. */
async function sendDrawn(one: Case, isGood: boolean, seed = SEED): Promise<number> {
  const world = worldOf(one);
  const around = { resolve, known: (field: string) => world.values[field] ?? [] };
  let past = 0;
  await fc.assert(
    fc.asyncProperty(drawnCalls(one, around, world, isGood), async (call) => {
      const answer = seen(await send(one, world, call));
      const problem = problemOf(one, call, answer);
      if (problem) throw new Error(`${one.name}: ${call.path} ${call.body}\n${problem}`);
      if (isPast(answer)) past++;
    }),
    { seed, numRuns: hasInput(one) ? MANY : FEW },
  );
  return past;
}

describe(`the document that is served tells the truth (FUZZ_SEED=${SEED})`, () => {
  it.each(IN_ORDER.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    let past = 0;
    for (let more = 0; past === 0 && more < TRIES; more++) past = await sendDrawn(one, true, SEED + more);
    expect(past).toBeGreaterThan(0);
    if (!isBare(one)) expect(await sendDrawn(one, false)).toBe(0);
  });
});
