import type { ActivityView } from '../../src/contract/day/activity';
import type { AuditEntry } from '../../src/contract/audit';
import type { Today } from '../../src/contract/day/today';
import type { TimelineEntry } from '../../src/contract/timeline';
import { DAY_MS, MINUTE_MS } from '../../src/contract/durations';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { memberCalls } from '../support/member-calls';
import { race, tally } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit, pair, merge, erase, exportOf, detail } = leadCalls(test, partner);
const { join } = memberCalls(test);

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
const add = (lead: string, body: object, api = partner.owner) =>
  api.post<ActivityView>(`/leads/${lead}/activities`, body);
const timeline = async (id: string) => (await partner.owner.get<TimelineEntry[]>(`/leads/${id}/timeline`)).data;
const activitiesOf = async (id: string) =>
  (await timeline(id)).flatMap(({ at, activity }) => (activity ? [{ at, ...activity }] : []));

it('keeps what was done, with author and moment, outside the record of notes', async () => {
  const { id } = await submit({ notes: 'Quer saber o preço' });
  const seller = await join(partner, 'seller', 'Bia');
  const at = fromNow(-3 * DAY_MS);
  const due = fromNow(DAY_MS);
  const made = [
    await add(id, { type: 'note', text: 'x'.repeat(2_000) }),
    await add(id, { type: 'call', reached: false, at }, seller.api),
    await add(id, { type: 'task', text: 'Ligar\nde tarde', due_at: due }, seller.api),
    await add(id, { type: 'visit' }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const [, call, task] = made.map(({ data }) => data);
  const author = { id: seller.id, name: 'Bia' };
  const rest = { lead_id: id, done_at: null, author };
  expect(call).toEqual({ id: call?.id, type: 'call', text: null, reached: false, at, due_at: null, ...rest });
  expect(task).toMatchObject({ type: 'task', text: 'Ligar\nde tarde', reached: null, due_at: due, ...rest });
  expect((await activitiesOf(id)).map(({ type }) => type)).toEqual(['visit', 'task', 'note', 'call']);
  expect((await detail(id)).notes).toMatch(/^\[API · [^\]]+\] Quer saber o preço$/);
});

it('makes an activity of the note in PATCH /leads/{id}; sixteen of them, and many more, have room', async () => {
  const { id, updated_at } = await submit({ notes: 'x'.repeat(400) });
  for (let n = 0; n < 20; n++) {
    expect((await partner.owner.patch(`/leads/${id}`, { note: `${n} ${'y'.repeat(490)}` })).status).toBe(200);
  }
  const notes = await activitiesOf(id);
  expect(notes.map(({ type, author }) => [type, author])).toEqual(Array(20).fill(['note', null]));
  // Partners see no change: theirs is the record.
  expect(await detail(id)).toMatchObject({ updated_at });
});

it('places a note of the record at the moment of its submission', async () => {
  const lead = await submit({ notes: 'primeira' });
  await submit({ phone: lead.phone });
  // An hour ago, but on the same day.
  const moved = await partner.sql<{ id: string; at: Date }>(
    `select id, greatest(created_at - interval '1 hour', date_trunc('day', now(), 'America/Sao_Paulo')) as at
     from submissions where account_id = $1`,
  );
  for (const { id, at } of moved)
    await partner.sql('update submissions set created_at = $3 where account_id = $1 and id = $2', id, at);
  await submit({ phone: lead.phone, notes: 'segunda' });
  const entries = await timeline(lead.id);
  const submissions = entries.filter(({ type }) => type === 'submission').map(({ at }) => at);
  const notes = entries.filter(({ type }) => type === 'note');
  expect(notes.map(({ note }) => note?.text)).toEqual(['segunda', 'primeira']);
  expect(notes.map(({ at }) => at)).toEqual([submissions[0], submissions.at(-1)]);
});

it('names every bad field, and writes nothing', async () => {
  const { id } = await submit();
  const cases: [object, string[]][] = [
    [{}, ['type']],
    [{ type: 'mail' }, ['type']],
    [{ type: 'note' }, ['text']],
    [{ type: 'task' }, ['text', 'due_at']],
    [{ type: 'note', text: ' ' }, ['text']],
    [{ type: 'call', text: 'x'.repeat(2_001) }, ['text']],
    [{ type: 'note', text: 'x', reached: true, due_at: fromNow(0) }, ['reached', 'due_at']],
    [{ type: 'call', reached: 'sim' }, ['reached']],
    [{ type: 'call', at: fromNow(-31 * DAY_MS) }, ['at']],
    [{ type: 'call', at: fromNow(10 * MINUTE_MS) }, ['at']],
    [{ type: 'task', text: 'x', due_at: fromNow(6 * 366 * DAY_MS) }, ['due_at']],
    [{ type: 'task', text: 'x', due_at: fromNow(-2 * 366 * DAY_MS) }, ['due_at']],
    [{ type: 'visit', other: 1 }, ['other']],
  ];
  for (const [body, fields] of cases) {
    const refused = await add(id, body);
    expect([body, refused.status, [...refused.fields].sort()]).toEqual([body, 422, fields.toSorted()]);
  }
  expect((await add(RANDOM_ID, { type: 'visit' })).status).toBe(404);
  expect(await activitiesOf(id)).toEqual([]);
});

it('is corrected and deleted by its author, a manager or the owner; the audit trail says who did, not the text', async () => {
  const { id } = await submit();
  const [author, other, manager] = [
    await join(partner, 'seller'),
    await join(partner, 'seller'),
    await join(partner, 'manager'),
  ];
  const { data: made } = await add(id, { type: 'call', text: 'segredo', reached: true }, author.api);
  const path = `/activities/${made.id}`;
  for (const refused of [await other.api.patch(path, { text: 'x' }), await other.api.delete(path)])
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
  expect((await author.api.patch(path, { text: null, reached: false })).data).toEqual({
    ...made,
    text: null,
    reached: false,
  });
  expect((await manager.api.patch(path, { text: 'outro' })).status).toBe(200);
  expect((await author.api.delete(path)).status).toBe(204);
  expect([(await author.api.delete(path)).status, (await author.api.patch(path, { text: 'x' })).status]).toEqual([
    404, 404,
  ]);
  const { data, text } = await partner.owner.get<AuditEntry[]>('/audit');
  const ofActivity = data.filter(({ subject }) => subject?.type === 'activity');
  expect(ofActivity.map(({ action, actor, subject }) => [action, actor.id, subject?.id])).toEqual([
    ['activity.deleted', author.id, made.id],
    ['activity.changed', manager.id, made.id],
    ['activity.changed', author.id, made.id],
  ]);
  expect(text).not.toContain('segredo');
});

it('has only the fields of its type', async () => {
  const { id } = await submit();
  const { data: note } = await add(id, { type: 'note', text: 'x' });
  const { data: task } = await add(id, { type: 'task', text: 'x', due_at: fromNow(0) });
  const patch = (one: ActivityView, body: object) => partner.owner.patch<ActivityView>(`/activities/${one.id}`, body);
  const bad = { text: null, reached: true, due_at: fromNow(0), done: true };
  expect([...(await patch(note, bad)).fields].sort()).toEqual(['done', 'due_at', 'reached', 'text']);
  expect((await patch(task, { reached: true })).fields).toEqual(['reached']);
  expect((await patch(task, {})).status).toBe(422);
  const { data: done } = await patch(task, { done: true });
  expect(done.done_at).not.toBeNull();
  expect((await patch(task, { done: true })).data.done_at).toBe(done.done_at);
  expect((await patch(task, { done: false, due_at: '2027-01-01T12:00:00Z' })).data).toMatchObject({
    done_at: null,
    due_at: '2027-01-01T12:00:00.000Z',
  });
});

it('follows a merge, stands in the export, and keeps only its moment after an erasure', async () => {
  const [lead, twin] = await pair();
  const { data: call } = await add(twin.id, { type: 'call', text: 'combinou', reached: true });
  const { data: task } = await add(lead.id, { type: 'task', text: 'retornar', due_at: fromNow(0) });
  await partner.owner.post('/appointments', { lead_id: lead.id, starts_at: fromNow(DAY_MS), text: 'avaliação' });
  await merge(twin.id, lead.id);
  expect((await activitiesOf(lead.id)).map(({ text }) => text)).toEqual(['retornar', 'combinou']);
  const { data: held } = await exportOf(lead.id);
  expect(held.activities).toEqual([{ ...call, lead_id: lead.id }, task]);
  expect(held.appointments.map(({ text }) => text)).toEqual(['avaliação']);
  await erase(lead.id);
  const after = (await exportOf(lead.id)).data;
  expect(after.activities.map(({ id, text, at }) => [id, text, at])).toEqual([
    [call.id, null, call.at],
    [task.id, null, task.at],
  ]);
  expect(after.activities[1]?.done_at).not.toBeNull();
  expect(JSON.stringify(after)).not.toMatch(/combinou|retornar|avaliação/);
  expect((await partner.owner.get<Today>('/today')).data.due.count).toBe(0);
  expect((await partner.owner.patch(`/activities/${call.id}`, { text: 'x' })).status).toBe(404);
});

it('has room for 2,000 on a lead, and for 100 open tasks; one more is refused, also of two at once', async () => {
  const [{ id }, full] = [await submit(), await submit()];
  const insert = (lead: string, type: string, n: number) =>
    partner.sql(
      `insert into activities (account_id, id, lead_id, type, text, at, due_at)
       select $1, gen_random_uuid(), $2, $3, 'x', now(), case when $3 = 'task' then now() end from generate_series(1, $4::int)`,
      ...[lead, type, n],
    );
  const task = { type: 'task', text: 'Ligar', due_at: fromNow(DAY_MS) };
  await insert(id, 'task', 98);
  const done = (await add(id, task)).data.id;
  await partner.owner.patch(`/activities/${done}`, { done: true });
  const answers = await Promise.all([1, 2, 3, 4].map(() => add(id, task)));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 2, 409: 2 });
  const reopened = await partner.owner.patch(`/activities/${done}`, { done: false });
  expect([reopened.status, reopened.error.code]).toEqual([409, 'conflict']);
  expect((await add(id, { type: 'note', text: 'x' })).status).toBe(201);

  await insert(full.id, 'note', 1_999);
  expect((await partner.owner.patch(`/leads/${full.id}`, { note: 'a última' })).status).toBe(200);
  const refused = await partner.owner.patch(`/leads/${full.id}`, { note: 'mais uma', name: 'Outra' });
  expect([refused.error.code, (await detail(full.id)).name]).toEqual(['conflict', (await detail(full.id)).name]);
  expect((await add(full.id, { type: 'visit' })).error.message).toContain('2000 atividades');
});

it('is lost to neither of two who write, merge or delete at once', async () => {
  for (let round = 0; round < shortOrLong(3, 6); round++) {
    const [lead, twin] = await pair();
    const { data: made } = await add(twin.id, { type: 'visit' });
    const [merged, changed] = await race(
      round,
      () => merge(twin.id, lead.id),
      () => partner.owner.patch(`/activities/${made.id}`, { text: 'x' }),
    );
    expect([merged?.status, changed?.status]).toEqual([200, 200]);
    expect((await activitiesOf(lead.id)).map(({ text }) => text)).toEqual(['x']);
    const again = await race(
      round,
      () => partner.owner.delete(`/activities/${made.id}`),
      () => partner.owner.delete(`/activities/${made.id}`),
    );
    expect(tally(again.map(({ status }) => status))).toEqual({ 204: 1, 404: 1 });
  }
});
