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
const CALLS = shortOrLong(1_000, 2_000);
/** Calls of an operation without body and parameters. The other operations share the rest. */
const FEW = 8;

const hasInput = (one: Case): boolean => Boolean(schemaOfBody(one)) || parametersOf(one).length > 0;
const simple = CASES.filter((one) => !hasInput(one)).length;
const MANY = Math.ceil((CALLS - FEW * simple) / (CASES.length - simple));

checked.most = Infinity;

// Each call has its own address, because no setting changes the limits of sign-in.
const test = appForAllTests({ TRUST_PROXY: '1' });
const shared = forAllTests(() => smallWorld(test));
let sent = 0;
let refused = 0;
const served = new Set<string>();

/** Gives a call that changes an account its own one. Calls of partners change nothing that other calls need. */
const worldOf = ({ method, path }: Case): World | Promise<World> =>
  method === 'GET' || path.startsWith('/api/') ? shared : smallWorld(test);

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

describe(`the document that is served tells the truth (FUZZ_SEED=${SEED})`, () => {
  it.each(CASES.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const world = await worldOf(one);
    const around = { resolve, known: (field: string) => world.values[field] ?? [] };
    await fc.assert(
      fc.asyncProperty(drawnCalls(one, around, world), async (call) => {
        const answer = seen(await send(one, world, call));
        const problem = problemOf(one, call, answer);
        if (problem) throw new Error(`${one.name}: ${call.path} ${call.body}\n${problem}`);
        if (answer.status < 300) served.add(one.name);
        if (call.breach !== undefined) refused++;
      }),
      { seed: SEED, numRuns: hasInput(one) ? MANY : FEW },
    );
  });

  it(`asked ${CALLS} times, with mistakes and without, and got past the checks of nearly every operation`, () => {
    expect(sent).toBeGreaterThanOrEqual(CALLS);
    expect(refused).toBeGreaterThan(CALLS / 3);
    expect(served.size).toBeGreaterThan(CASES.length * shortOrLong(0.8, 0.9));
  });
});
