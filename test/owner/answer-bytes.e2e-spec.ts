import type { Board } from '../../src/contract/board';
import { MAX_ANSWER_BYTES } from '../../src/contract/limits';
import type { DuplicateGroup, LeadDetail } from '../../src/contract/lead';
import type { DeliveryView, ListedDelivery } from '../../src/contract/source';
import { appForAllTests } from '../support/app';
import type { Answer } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { ENTER_LISTS } from '../support/list-entries';
import { times } from '../support/race';
import { forAllTests } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

/** Leads of so many bytes that a page has no room for them: each has a hundred tags of forty signs of four bytes. */

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const stage = forAllTests(() => partner.stages());
const { submit, duplicate } = leadCalls(test, partner);

/** Leads, and phones: the first has the further leads. */
const [LEADS, PHONES] = [80, 60];
let ids: string[];

beforeAll(async () => {
  const { id, phone } = await submit();
  for (let n = 1; n < PHONES; n++) await submit();
  for (let n = PHONES; n < LEADS; n++) await duplicate(phone);
  await partner.sql(`
    with made as (insert into tags select $1, gen_random_uuid(), n, n
                  from (select repeat('😀', 37) || lpad(n::text, 3, '0') as n from generate_series(1, 100) n) t returning id)
    insert into lead_tags select $1, l.id, t.id from leads l, made t where l.account_id = $1`);
  await partner.sql(
    `insert into activities (account_id, id, lead_id, type, text, at, due_at)
     select $1, gen_random_uuid(), l.id, 'task', repeat('😀', 2000), now(), now() - interval '1 minute'
     from leads l, generate_series(1, 4) where l.account_id = $1 and l.id <> $2`,
    id,
  );
  await partner.sql(
    `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, entered_stage_at, created_at, conversation_id,
       conversation_day, shares_conversation)
     select $1, gen_random_uuid(), l.id, s.pipeline_id, s.id, n, now(), now(), l.conversation_id, current_date, true
     from leads l, stages s, generate_series(5, 65) n where l.account_id = $1 and l.id = $2 and s.account_id = $1 and s.id = $3`,
    id,
    stage.Ganho,
  );
  await partner.sql('update deals set shares_conversation = true where account_id = $1 and lead_id = $2', id);
  await partner.sql(ENTER_LISTS.replaceAll('any($1::uuid[])', '$1'));
  ids = (await partner.sql<{ id: string }>('select id from leads where account_id = $1')).map((lead) => lead.id);
});

/** The pages of a list by its cursors, each within the bound. */
async function pagesOf<Item>(path: string): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
    const more: string = cursor && `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const page: Answer<Item[]> = await partner.owner.get<Item[]>(path + more);
    expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    pages.push(page.data);
    cursor = page.body.next_cursor;
  }
  return pages;
}

it.each([
  ['/leads?limit=100', LEADS],
  ['/leads?limit=100&order=changed', LEADS],
  [`/leads?limit=100&tag=${encodeURIComponent(`${'😀'.repeat(37)}001`)}`, LEADS],
  ['/leads?limit=100&today=due', LEADS - 1],
])('%s ends a page that is full, and has each lead once', async (path, count) => {
  const pages = await pagesOf<{ id: string; tags: string[] }>(path);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.every((page) => page.length > 10 || page === pages.at(-1))).toBe(true);
  expect(
    pages
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted().slice(-count));
  expect(pages.flat().every(({ tags }) => tags.length === 100)).toBe(true);
});

it('shows of the day what it has room for, and counts all', async () => {
  const { text, data } = await partner.owner.get<{ due: { count: number; leads: { tasks: object[] }[] } }>('/today');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  expect(data.due.count).toBe(LEADS - 1);
  expect(data.due.leads.length).toBeGreaterThan(5);
  expect(data.due.leads.length).toBeLessThan(20);
});

it('shows of a board the first leads of all stages, and the others by the cursor of each', async () => {
  const [first] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  const path = `/pipelines/${first?.id}/board?limit=50`;
  const { text, data } = await partner.owner.get<Board>(path);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  const [entry, won] = ['Novo', 'Ganho'].map((name) => data.stages.find((one) => one.name === name));
  const seen = entry?.cards.map(({ lead }) => lead.id) ?? [];
  expect(seen.length).toBeLessThan(PHONES);
  for (let cursor = entry?.next_cursor ?? null; cursor !== null;) {
    const page = await partner.owner.get<Board>(`${path}&stage_id=${entry?.id}&cursor=${encodeURIComponent(cursor)}`);
    expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    seen.push(...(page.data.stages[0]?.cards.map(({ lead }) => lead.id) ?? []));
    cursor = page.data.stages[0]?.next_cursor ?? null;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBe(PHONES);
  const { data: ofWon, text: bytes } = await partner.owner.get<Board>(`${path}&stage_id=${won?.id}`);
  expect([ofWon.stages[0]?.cards.length, Buffer.byteLength(bytes) <= MAX_ANSWER_BYTES]).toEqual([50, true]);
});

it('shows of one phone the leads that it has room for', async () => {
  const groups = await pagesOf<DuplicateGroup>('/leads/duplicates');
  const [group] = groups.flat();
  expect([groups.flat().length, group?.leads.length, group?.is_complete]).toEqual([1, LEADS - PHONES + 1, true]);
  const { data, text } = await partner.owner.get<LeadDetail[]>(`/leads?phone=${group?.phone}`);
  expect([data.length, Buffer.byteLength(text) <= MAX_ANSWER_BYTES]).toEqual([LEADS - PHONES + 1, true]);
});

it('ends a page of deliveries that is full, and shows of a delivery what it has room for', async () => {
  const { create, send } = sourceCalls(test, partner);
  const source = await create();
  const level = (n: number): string => `"${'😀'.repeat(60)}${n}":`;
  const leaves = times(1_990, (n) => `"celular ${n}":"x"`).join();
  const body = (n: number): string => `{"n":${n},${times(10, level).join('{')}{${leaves}${'}'.repeat(11)}`;
  const sent = await Promise.all(times(6, (n) => send(source, body(n))));
  expect(sent.map(({ status }) => status)).toEqual(times(6, () => 200));
  const pages = await pagesOf<ListedDelivery>(`/sources/${source.id}/deliveries?limit=100`);
  expect(pages.length).toBeGreaterThan(1);
  const shown = pages.flat();
  expect([shown.length, new Set(shown.map(({ id }) => id)).size]).toEqual([6, 6]);
  expect(shown.every(({ result, fields }) => result === 'held' && fields.length > 200)).toBe(true);
  const whole = await partner.owner.get<DeliveryView>(`/deliveries/${shown[0]?.id}`);
  expect(whole.data.fields.length).toBeGreaterThan(200);
  expect(Buffer.byteLength(whole.text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
});
