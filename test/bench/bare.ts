import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool, type PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { secretHash } from '../../src/auth/api-key';
import { findCaller } from '../../src/auth/auth.queries';
import { insertConversation, lockConversation } from '../../src/leads/conversations.queries';
import { findTarget, insertDeal } from '../../src/leads/deals.queries';
import { listLeads } from '../../src/leads/lead-list.queries';
import { leadText } from '../../src/leads/lead.view';
import { addTags, insertLead, listHoldingsOfPhone, lockLeadsOfPhone } from '../../src/leads/leads.queries';
import { findLedgerEntry, findUsedToday, insertLedgerEntry, takeQuota } from '../../src/leads/ledger.queries';
import { type Queryable, shareWrite, type Statement } from '../../src/database/sql';
import { openNaive } from './naive';

/**
 * The yardstick: node:http and pg running the service's own statements in its own flights, with nothing else: no checks, no
 * rules, no limits, no log. It cannot drift from the service, for it imports the statements. Beside it stands what TypeORM's entities do (`naive.ts`).
 */

const URL_OF_DATABASE = process.env.DATABASE_URL ?? '';
const newPool = (): Pool => new Pool({ connectionString: URL_OF_DATABASE, max: 10, pipeline: true });
const reads = newPool();
const writes = newPool();

/** The service's statements on a pool or a connection. */
function queryable(client: Pool | PoolClient): Queryable {
  const rows = async <Row>({ name, text }: Statement, values: unknown[]): Promise<Row[]> =>
    (await client.query({ name, text, values })).rows as Row[];
  return { rows, row: async <Row>(statement: Statement, values: unknown[]) => (await rows<Row>(statement, values))[0] };
}

const db = queryable(reads);
const naive = openNaive(URL_OF_DATABASE);

const callerOf = async (request: IncomingMessage) => {
  const caller = await findCaller(db, secretHash((request.headers.authorization ?? '').slice(7)));
  if (!caller) throw new Error('no such key');
  return { id: caller.account.id, keyId: caller.key.id };
};

/** The body that the load sends. */
export interface Body {
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  readonly notes: string;
  readonly tags: string[];
  readonly external_id: string;
  readonly attribution: { readonly utm_source: string; readonly utm_medium: string; readonly utm_campaign: string };
}

async function post(request: IncomingMessage): Promise<string> {
  const [caller, text] = await Promise.all([callerOf(request), read(request)]);
  const body = JSON.parse(text) as Body;
  const client = await writes.connect();
  try {
    const lead = await submit(client, caller, body);
    return `{"data":{"created":true,"lead":${lead}}}`;
  } finally {
    client.release();
  }
}

/** The statements of IntakeService for a new lead, in its two flights. */
async function submit(client: PoolClient, caller: { id: string; keyId: string }, body: Body): Promise<string> {
  const tx = queryable(client);
  const account = caller.id;
  const phone = { digits: body.phone, key: body.phone.slice(0, 4) + body.phone.slice(5) };
  const [conversationId, leadId, requestId] = [uuidv7(), uuidv7(), uuidv7()];
  shareWrite(client);
  const [, , funnel, , conversation] = await Promise.all([
    client.query('begin'),
    findUsedToday(tx, account),
    findTarget(tx, account, { pipelineId: null, stageId: null, value: null }),
    insertConversation(tx, account, { id: conversationId, phone, channel: 'api', name: null, origin: 'social' }),
    lockConversation(tx, account, phone.key),
    findLedgerEntry(tx, account, body.external_id),
    lockLeadsOfPhone(tx, account, phone.key),
    listHoldingsOfPhone(tx, account, phone.key),
  ]);
  const [pipeline] = funnel;
  if (!conversation || !pipeline?.entryStageId) throw new Error('not seeded');
  const { now } = conversation;
  const entry = {
    id: uuidv7(),
    externalId: body.external_id,
    claimsExternalId: true,
    conversationId,
    leadId,
    keyId: caller.keyId,
    requestId,
    result: 'created',
  } as const;
  const place = { id: leadId, conversationId, phone: phone.digits, copy: 0, createdAt: now, updatedAt: now };
  const values = {
    name: body.name,
    email: body.email,
    emailKey: body.email,
    notes: body.notes,
    consent: null,
    origin: { origin: 'social', rule: 'utm_other' },
    attribution: body.attribution,
  } as const;
  const tags = body.tags.map((name) => ({ id: uuidv7(), key: name, name }));
  const deal = {
    id: uuidv7(),
    leadId,
    target: { pipelineId: pipeline.id, stageId: pipeline.entryStageId },
    copy: 0,
    value: null,
    createdAt: now,
    leadUpdatedAt: now,
    conversation: { id: conversationId, day: conversation.day },
  };
  shareWrite(client);
  const [, , , , lead] = await Promise.all([
    insertLedgerEntry(tx, account, entry),
    insertLead(tx, account, place, values),
    addTags(tx, account, leadId, tags, now),
    insertDeal(tx, account, deal),
    leadText(tx, account, leadId, true),
    takeQuota(tx, account, conversation, 1_000_000_000),
    client.query('commit'),
  ]);
  return lead ?? '';
}

async function get(request: IncomingMessage, id: string): Promise<string> {
  const { id: account } = await callerOf(request);
  return `{"data":${await leadText(db, account, id, true)}}`;
}

async function list(request: IncomingMessage, query: URLSearchParams): Promise<string> {
  const { id: account } = await callerOf(request);
  const position = { updatedAt: new Date(query.get('updated_since') ?? 0), id: NO_ID };
  const count = Number(query.get('limit'));
  const rows = await listLeads(db, account, position, count + 1, {}, true);
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
