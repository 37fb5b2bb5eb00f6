import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityMetadata } from 'typeorm';
import { operatorActor } from '../../src/accounts/actor';
import type { Streamed } from '../../src/auth/access/stream-answer';
import { inPieces } from '../../src/common/in-slices';
import { personalColumnsOf } from '../../src/database/columns';
import { PersonService } from '../../src/leads/people/person.service';
import { parsePhone, type Phone } from '../../src/leads/record/phone';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { CSV } from '../support/import-calls';
import { leadCalls } from '../support/lead-calls';
import { forEachTest } from '../support/setup';
import { until, waitingSessions } from '../support/waiting';

/** Personal columns that an export omits, and what it shows instead. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'lead_words.word': 'the words of the name, the phone and the e-mail address, which are shown',
  'conversations.phone_key': 'the phone, of which it is the form that is compared',
  'held_submissions.phone_key': 'the same',
  'submissions.phone_digest': 'a number that was corrected, and is kept nowhere',
  'import_rows.phone_key': 'the body with the phone',
  'stage_moves.left_stay': 'its reason as `left_reason`, which `move-undo` holds',
  'leads.email_key': 'the e-mail, of which it is the form that is compared',
  'leads.utm_digests': 'the campaign, of whose texts it has digests',
  ...Object.fromEntries(
    ['body', 'content_type', 'digits', 'fields', 'identity', 'left_out', 'phone_key'].map((column) => [
      `deliveries.${column}`,
      'what came for the person, which `deliveries-of-person` holds',
    ]),
  ),
};

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { pair, duplicate, merge } = leadCalls(test, partner);

/** Makes a person with a row in every table with personal columns. */
async function somebody(): Promise<{ id: string; phone: string }> {
  const [lead] = await pair();
  const { Agendado: stage_id, Perdido } = await partner.stages();
  await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: Perdido });
  const lost = (await duplicate(lead.phone, { deals: [{ stage_id: Perdido }] })).deals;
  expect(lost).toHaveLength(1);
  const { id: lead_id } = lead;
  await partner.staff.post('/conversations', { phone: lead.phone, channel: 'chat' });
  await partner.owner.post(`/leads/${lead_id}/activities`, { type: 'visit' });
  await partner.owner.post('/appointments', { lead_id, starts_at: '2026-03-01T12:00:00Z' });
  expect((await partner.owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id })).status).toBe(200);
  const writer = await partner.withKey('leads:write');
  expect((await writer.post('/leads', { phone: lead.phone })).status).toBe(202);
  const gone = await duplicate(lead.phone);
  expect((await merge(gone.id, lead.id)).status).toBe(200);
  expect((await partner.owner.with(CSV).post('/imports', `phone\r\n${lead.phone}`)).status).toBe(202);
  return lead;
}

let marks = 0;

/** Returns a unique value of this type, and the text that an export shows for it. */
function markOf(type: unknown): { value: string; shown: string } {
  const number = ++marks;
  if (type === 'text') return { value: `canary-${number}-`, shown: `canary-${number}-` };
  if (type === 'json') return { value: `{"canary":"canary-${number}-"}`, shown: `canary-${number}-` };
  const value = type === 'uuid' ? randomUUID() : new Date(number).toISOString();
  if (type === 'uuid' || type === 'timestamptz') return { value, shown: value };
  throw new Error(`no mark is of the type ${String(type)}`);
}

/** Marks the personal columns of one row. Returns the texts that an export must show, by column. */
async function mark({ tableName, columns, target }: EntityMetadata): Promise<Record<string, string>> {
  const personal = personalColumnsOf(target as new () => object);
  const marked = columns
    .filter(({ databaseName: name }) => personal.includes(name) && !(`${tableName}.${name}` in NOT_SHOWN))
    .map(({ databaseName: name, type }) => ({ name, ...markOf(type) }));
  if (marked.length > 0) {
    const [row] = await partner.sql<{ place: string }>(
      `select ctid::text as place from ${tableName} where account_id = $1 limit 1`,
    );
    await partner.sql(
      `update ${tableName} set ${marked.map(({ name }, index) => `${name} = $${index + 3}`).join(', ')}
       where account_id = $1 and ctid = $2::tid`,
      row?.place,
      ...marked.map(({ value }) => value),
    );
  }
  return Object.fromEntries(marked.map(({ name, shown }) => [`${tableName}.${name}`, shown]));
}

async function textOf(batches: Streamed['batches']): Promise<string> {
  let text = '';
  for await (const piece of inPieces(batches)) text += piece;
  return text;
}

it('shows every personal column, or it is said here what it shows instead', async () => {
  const { id, phone } = await somebody();
  const entities = test.app.get(DataSource).entityMetadatas;
  const shown: Record<string, string> = {};
  for (const entity of entities) Object.assign(shown, await mark(entity));
  expect(Object.keys(shown).length).toBeGreaterThan(25);

  const service = test.app.get(PersonService);
  const actor = operatorActor('');
  const { signal } = new AbortController();
  const exports = [
    await service.exportOfLead(partner.accountId, id, actor, signal),
    await service.exportOfPhone(partner.accountId, parsePhone(phone) as Phone, actor, signal),
  ];
  for (const { batches } of exports) {
    const text = await textOf(batches);
    expect(Object.keys(shown).filter((column) => !text.includes(shown[column] ?? ''))).toEqual([]);
  }
  const columns = entities.flatMap(({ tableName, target }) =>
    personalColumnsOf(target as new () => object).map((name) => `${tableName}.${name}`),
  );
  expect(Object.keys(NOT_SHOWN).filter((column) => !columns.includes(column))).toEqual([]);
});

it('callers who leave while the entry in the audit trail is written leave their turns to others', async () => {
  const { id } = (await pair())[0];
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId };
  await test.sql('begin');
  await test.sql('lock table audit_entries in exclusive mode');
  const leaving = new AbortController();
  const left = [1, 2].map(() =>
    fetch(`${test.url}/admin/v1/leads/${id}/export`, { headers, signal: leaving.signal }).catch(() => 'left'),
  );
  await until(async () => (await waitingSessions(test)) === 2);
  leaving.abort();
  expect(await Promise.all(left)).toEqual(['left', 'left']);
  // The service notices it before the entry is written.
  await sleep(300);
  await test.sql('rollback');
  expect((await partner.owner.get(`/leads/${id}/export`)).status).toBe(200);
});
