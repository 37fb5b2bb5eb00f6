import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool, type PoolClient } from 'pg';
import { secretHash } from '../src/auth/keys/api-key';
import { findCaller } from '../src/auth/keys/api-keys.queries';
import { listLeads } from '../src/leads/reading/partner-leads.queries';
import { leadText } from '../src/leads/record/lead.view';
import { type BatchPart, sendBatch } from '../src/database/batch';
import { type Answers, answersOf, queriesOf, type Query, type Sendable } from '../src/database/query';
import { openNaive } from './naive';
import { type Body, submitNew, type Trips } from './new-lead';
import { JsonText } from '../src/common/json-in-parts';

/**
 * The yardstick: node:http and pg with the service's own statements in its own batches. It has no checks, rules, limits or log.
 * It imports the statements, so they never differ from the service. `naive.ts` is the yardstick with TypeORM.
 */

const URL_OF_DATABASE = process.env.DATABASE_URL ?? '';
const newPool = (): Pool => new Pool({ connectionString: URL_OF_DATABASE, max: 10, pipeline: true });
const reads = newPool();
const writes = newPool();

const partOf = ({ statement: { name, text }, values }: Query<unknown>): BatchPart => ({ name, text, values });

const tripsOn = (client: PoolClient): Trips => {
  const trip =
    (first: BatchPart[], last: BatchPart[]) =>
    async <S extends Sendable>(queries: S): Promise<Answers<S>> => {
      const parts = [...first, ...queriesOf(queries).map(partOf), ...last];
      return answersOf(queries, await sendBatch(client, parts)) as Answers<S>;
    };
  const begin = { name: 'begin', text: 'begin', values: [], withoutResult: true };
  return { first: trip([begin], []), last: trip([], [{ name: 'commit', text: 'commit', values: [] }]) };
};

async function readAlone<T>(query: Query<T>): Promise<T> {
  const { name, text } = query.statement;
  return query.read((await reads.query<object>({ name, text, values: [...query.values] })).rows);
}

const naive = openNaive(URL_OF_DATABASE);

const callerOf = async (request: IncomingMessage) => {
  const caller = await readAlone(findCaller(secretHash((request.headers.authorization ?? '').slice(7))));
  if (!caller) throw new Error('no such key');
  return { id: caller.account.id, keyId: caller.key.id };
};

async function post(request: IncomingMessage): Promise<string> {
  const [caller, text] = await Promise.all([callerOf(request), read(request)]);
  const body = JSON.parse(text) as Body;
  const client = await writes.connect();
  try {
    const lead = await submitNew(tripsOn(client), caller, body);
    return `{"data":{"created":true,"lead":${lead}}}`;
  } finally {
    client.release();
  }
}

async function get(request: IncomingMessage, id: string): Promise<string> {
  const { id: account } = await callerOf(request);
  return `{"data":${await readAlone(leadText(account, id, true))}}`;
}

async function list(request: IncomingMessage, query: URLSearchParams): Promise<string> {
  const { id: account } = await callerOf(request);
  const position = { updatedAt: new Date(query.get('updated_since') ?? 0), id: NO_ID };
  const count = Number(query.get('limit'));
  const page = { position, count, filters: {}, withGone: query.has('updated_since') };
  const { parts, end } = await readAlone(listLeads(account, page, true));
  return JsonText.page(parts, end?.[0] ?? null).parts.join('');
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

function read(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => resolve(text));
    request.on('error', reject);
  });
}

async function handle(request: IncomingMessage): Promise<[status: number, body: string]> {
  const url = new URL(request.url ?? '', 'http://bench');
  if (url.pathname === '/health/live') return [200, '{"data":{"live":true}}'];
  if (request.method === 'POST' && url.pathname.startsWith('/naive')) {
    const token = (request.headers.authorization ?? '').slice(7);
    return [201, await naive(token, JSON.parse(await read(request)) as Body)];
  }
  if (request.method === 'POST') return [201, await post(request)];
  if (url.pathname === '/api/v1/leads') return [200, await list(request, url.searchParams)];
  return [200, await get(request, url.pathname.slice('/api/v1/leads/'.length))];
}

const answer = (response: ServerResponse, status: number, body: string): void => {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
};

const server = createServer((request, response) => {
  handle(request).then(
    ([status, body]) => answer(response, status, body),
    (error: unknown) => {
      console.error(error);
      answer(response, 500, '{}');
    },
  );
});
// This time-out is the service's: the load generator keeps its connections between two slots.
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
