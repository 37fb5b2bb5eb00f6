import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Answers, answersOf, queriesOf, type Query, type Sendable } from '../src/database/query';
import { programOf } from './cluster';
import { type Body, submitNew, type Trips } from './new-lead';
import { POOL_OF_TAGS } from './seed.sql';

const SAMPLE: Body = {
  phone: '5521987654321',
  name: 'Ana Souza',
  email: 'ana@example.com',
  notes: 'Quer saber o preço.',
  tags: [POOL_OF_TAGS[0], POOL_OF_TAGS[5]],
  external_id: '00000000-0000-4000-8000-000000000001',
  attribution: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'inverno' },
};
const CALLER = { id: '00000000-0000-4000-8000-000000000002', keyId: '00000000-0000-4000-8000-000000000003' };
const PIPELINE = { id: '00000000-0000-4000-8000-000000000004', entryStageId: '00000000-0000-4000-8000-000000000005' };
const TAGS = ['00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000007'] as const;
const MOMENT = new Date();

/** Rows that the service reads for a new phone. */
const FOUND: Readonly<Record<string, readonly object[]>> = {
  lock_phone: [{ id: null, now: MOMENT, today: MOMENT.toISOString().slice(0, 10) }],
  meet_submission_013456: [
    { 1: [PIPELINE], 5: TAGS.map((id, nth) => ({ id, key: SAMPLE.tags[nth], name: SAMPLE.tags[nth] })) },
  ],
  view_made_lead: [{ lead: '{}' }],
};

/** Variables of the script for the sample's values. Ids made by the sample become `id1`, `id2` ... */
const VARIABLES: Readonly<Record<string, string>> = {
  [CALLER.id]: 'account',
  [CALLER.keyId]: 'key',
  [PIPELINE.id]: 'pipeline',
  [PIPELINE.entryStageId]: 'stage',
  [TAGS[0]]: 'tag1',
  [TAGS[1]]: 'tag2',
  [SAMPLE.phone]: 'phone',
  [SAMPLE.phone.slice(0, 4) + SAMPLE.phone.slice(5)]: 'phone_key',
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Formats a parameter for PostgreSQL. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join()}}` : `${value as string | number | boolean}`;
}

/**
 * Writes the work of PostgreSQL for a new lead as a script for pgbench: the statements of the service with their parameters, in
 * two round trips. The first statement replaces the look-up of the key. It chooses the account and all random values.
 */
export async function newLeadScript(): Promise<string> {
  const lines: string[] = [];
  const ids: string[] = [];
  const variable = (value: unknown): string => {
    if (value === null) return 'null';
    const text = textOf(value);
    const known = VARIABLES[text];
    if (known) return `:${known}`;
    if (!UUID.test(text)) return `'${text}'`;
    if (!ids.includes(text)) ids.push(text);
    return `:id${ids.indexOf(text) + 1}`;
  };
  const resultOf = ({ statement: { name = '', text }, values }: Query<unknown>): { rows: object[] } => {
    // pgbench reads every colon before a letter as a variable.
    const readable = text.replace(/'[^']*'/g, (quoted) => quoted.replaceAll(':', `' || chr(58) || '`));
    lines.push(`${readable.replace(/\$(\d+)/g, (_, place) => variable(values[Number(place) - 1]))};`);
    return { rows: [...(FOUND[name] ?? [])] };
  };
  const trip =
    (first: string[], last: string[]) =>
    async <S extends Sendable>(queries: S): Promise<Answers<S>> => {
      lines.push('\\startpipeline', ...first);
      const results = queriesOf(queries).map(resultOf);
      lines.push(...last, '\\endpipeline');
      return answersOf(queries, results) as Answers<S>;
    };
  const trips: Trips = { first: trip(['begin;'], []), last: trip([], ['commit;']) };
  await submitNew(trips, CALLER, SAMPLE);
  return [draw(ids.length), ...lines, ''].join('\n');
}

const draw = (ids: number): string => `\\set number random(10000000, 99999999)
\\set nth random(0, 99)
select account, key, pipeline, stage, tag1, tag2, '55219' || :number as phone, '5521' || :number as phone_key,
  ${Array.from({ length: ids }, (_, n) => `bench.id(clock_timestamp(), random()::text) as id${n + 1}`).join(', ')}
from bench.writers where nth = :nth \\gset`;

/** Accounts that the script draws from, with their keys and the first stage of a new deal. */
export const WRITERS = `
  create unlogged table if not exists bench.writers as
    select row_number() over (order by b.n) - 1 as nth, k.account_id as account, k.id as key, p.id as pipeline, s.id as stage,
      ${SAMPLE.tags.map((tag, nth) => `(select t.id from tags t where t.account_id = k.account_id and t.key = '${tag}') as tag${nth + 1}`).join(', ')}
    from bench.accounts b
    join api_keys k on k.account_id = (b.account ->> 'id')::uuid
    join pipelines p on p.account_id = k.account_id and p.is_default
    join stages s on s.account_id = k.account_id and s.pipeline_id = p.id and s.is_entry
    where b.account ->> 'role' = 'many';
  create unique index if not exists writers_nth on bench.writers (nth)`;

/** Returns the transactions per second that pgbench reaches with a script. It runs for whole seconds. */
export async function pgbench(url: string, script: string, connections: number, seconds: number): Promise<number> {
  const whole = Math.max(1, Math.round(seconds));
  const options = `-n -M prepared -c ${connections} -j 1 -T ${whole} -f`.split(' ').concat(script, url);
  const { stdout } = await promisify(execFile)(programOf('pgbench'), options);
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1];
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (failed !== '0' || !(rate > 0)) throw new Error(`pgbench: ${stdout}`);
  return rate;
}

/** Returns the microseconds to flush a write of 8 kB to the disk, by PostgreSQL's own method. */
export async function flushTime(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)(programOf('pg_test_fsync'), ['-s', '1', '-f', join(folder, 'fsync')]);
  return Number(/fdatasync\s+[\d.]+ ops\/sec\s+(\d+) usecs/.exec(stdout)?.[1]);
}
