import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { secretHash } from '../../src/auth/api-key';
import { findCaller } from '../../src/auth/auth.queries';
import { listLeads } from '../../src/leads/reading/lead-list.queries';
import { leadText } from '../../src/leads/record/lead.view';
import { send } from '../../src/database/flight';
import type { Queryable, Statement } from '../../src/database/sql';
import { openNaive } from './naive';
import { type Body, type Flights, submitNew } from './new-lead';
import { queryable } from './queryable';

/**
 * The yardstick: node:http and pg running the service's own statements in its own flights, with nothing else: no checks, no
 * rules, no limits, no log. It cannot drift from the service, for it imports the statements. Beside it stands what TypeORM's entities do (`naive.ts`).
 */

const URL_OF_DATABASE = process.env.DATABASE_URL ?? '';
const newPool = (): Pool => new Pool({ connectionString: URL_OF_DATABASE, max: 10, pipeline: true });
const reads = newPool();
const writes = newPool();

/** The service's statements by one of pg's ways. */
const by = (query: (config: QueryConfig) => Promise<QueryResult>): Queryable =>
  queryable(
    async <Row>({ name, text }: Statement, values: unknown[]) => (await query({ name, text, values })).rows as Row[],
  );

/** Statements that are sent in one turn share a flight, as in the service. */
const flightsOn = (client: PoolClient): Flights => ({
  ...by((config) => send(client, config)),
  begin: () => send(client, { name: 'begin', text: 'begin' }),
  next: () => undefined,
  commit: () => send(client, { name: 'commit', text: 'commit' }),
});

const db = by((config) => reads.query(config));
const naive = openNaive(URL_OF_DATABASE);

const callerOf = async (request: IncomingMessage) => {
  const caller = await findCaller(db, secretHash((request.headers.authorization ?? '').slice(7)));
  if (!caller) throw new Error('no such key');
  return { id: caller.account.id, keyId: caller.key.id };
};

async function post(request: IncomingMessage): Promise<string> {
  const [caller, text] = await Promise.all([callerOf(request), read(request)]);
  const body = JSON.parse(text) as Body;
  const client = await writes.connect();
  try {
    const lead = await submitNew(flightsOn(client), caller, body);
    return `{"data":{"created":true,"lead":${lead}}}`;
  } finally {
    client.release();
  }
}

async function get(request: IncomingMessage, id: string): Promise<string> {
  const { id: account } = await callerOf(request);
  return `{"data":${await leadText(db, account, id, true)}}`;
}

async function list(request: IncomingMessage, query: URLSearchParams): Promise<string> {
  const { id: account } = await callerOf(request);
  const position = { updatedAt: new Date(query.get('updated_since') ?? 0), id: NO_ID };
  const count = Number(query.get('limit'));
  const part = { position, count: count + 1, filters: {}, withGone: query.has('updated_since') };
  const rows = await listLeads(db, account, part, true);
  const leads = rows.slice(0, count).map(({ lead }) => lead);
  return `{"data":[${leads.join()}],"next_cursor":"${rows.at(-1)?.updatedAt.toISOString()}"}`;
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
// As the service: the load keeps its connections between two slots.
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
