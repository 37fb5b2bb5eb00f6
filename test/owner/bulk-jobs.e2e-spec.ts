import type { AuditEntry } from '../../src/contract/audit';
import type { BulkJobView } from '../../src/contract/lead';
import type { MemberView } from '../../src/contract/members/member';
import { BulkJobsJob } from '../../src/leads/people/bulk-jobs.job';
import { BulkService } from '../../src/leads/people/bulk.service';
import { appForAllTests, RANDOM_ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { race, tally, times } from '../support/race';
import { forEachTest } from '../support/setup';

/** Changes of all leads of a list by a job. */

// The job runs only when a test says so.
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const { submit, detail, erase, count } = leadCalls(test, partner);
const { join } = memberCalls(test);

const start = (query: string, change: object, by: HttpClient = partner.owner) =>
  by.post<BulkJobView>(`/bulk-jobs${query}`, change);
const run = () => test.app.get(BulkJobsJob).run();
const get = async (id: string, by: HttpClient = partner.owner) => (await by.get<BulkJobView>(`/bulk-jobs/${id}`)).data;
const undo = (id: string, by: HttpClient = partner.owner) => by.post<BulkJobView>(`/bulk-jobs/${id}/undo`);
const manager = () => join(partner, 'manager');

/** Starts a job, and runs it to its end. */
async function done(query: string, change: object, by: HttpClient = partner.owner): Promise<BulkJobView> {
  const { data } = await start(query, change, by);
  await run();
  return get(data.id, by);
}

it('changes the leads that the list had at the click, and no other', async () => {
  const [first, second] = [await submit({ tags: ['Feira'] }), await submit({ tags: ['Feira', 'VIP'] })];
  const other = await submit();
  const begun = await start('?tag=Feira', { add_tags: ['VIP'] });
  expect([begun.status, begun.data]).toMatchObject([
    202,
    { change: 'add_tags', state: 'running', leads: 2, pending: 2 },
  ]);
  // One leaves the list, another comes to it.
  await partner.owner.patch(`/leads/${first.id}`, { remove_tags: ['Feira'] });
  const late = await submit({ tags: ['Feira'] });
  await run();
  expect(await get(begun.data.id)).toMatchObject({
    state: 'finished',
    pending: 0,
    changed: 1,
    unchanged: 1,
    refused: 0,
  });
  const tags = await Promise.all(
    [first, second, other, late].map(async ({ id }) => [...(await detail(id)).tags].sort()),
  );
  expect(tags).toEqual([['VIP'], ['Feira', 'VIP'], [], ['Feira']]);
  const { data } = await partner.owner.get<AuditEntry[]>('/audit?action=leads.bulk_changed');
  expect(data.map(({ details }) => details?.bulk)).toEqual([{ change: 'add_tags', leads: 2 }]);
});

it('puts back what it added, moved and assigned, of leads that nobody has touched since', async () => {
  const stage = await partner.stages();
  const { id: ana } = await join(partner, 'seller', 'Ana');
  const { id: bia } = await join(partner, 'seller', 'Bia');
  const before = await Promise.all(times(3, () => submit({ deal: { stage_id: stage.Novo } })));
  const tagged = await submit({ tags: ['VIP'], deal: { stage_id: stage.Novo } });
  const ids = [...before, tagged].map(({ id }) => id);
  for (const id of ids) await partner.owner.patch(`/leads/${id}`, { responsible_id: ana });
  const stateOf = async (id: string) => {
    const { tags, responsible, deals } = await detail(id);
    return [tags.join(), responsible?.id, deals[0]?.stage_id];
  };
  const original = await Promise.all(ids.map(stateOf));
  const touches = [
    (id: string) => partner.owner.patch(`/leads/${id}`, { name: 'Outra' }),
    (id: string) => partner.owner.patch(`/leads/${id}`, { responsible_id: null }),
    (id: string) => partner.owner.post(`/leads/${id}/activities`, { type: 'note', text: 'Ligou' }),
  ];
  for (const [nth, change] of [
    { add_tags: ['VIP'] },
    { stage_id: stage.Agendado },
    { responsible_id: bia },
  ].entries()) {
    const job = await done('', change);
    expect([job.state, job.changed, job.undo_until !== null]).toEqual(['finished', nth === 0 ? 3 : 4, true]);
    const [touched = ''] = ids;
    await touches[nth]?.(touched);
    const changed = await stateOf(touched);
    expect((await undo(job.id)).data).toMatchObject({ state: 'undoing' });
    await run();
    expect(await get(job.id)).toMatchObject({ state: 'undone', changed: 0, kept: 1, undone: nth === 0 ? 2 : 3 });
    expect(await Promise.all(ids.slice(1).map(stateOf))).toEqual(original.slice(1));
    expect(await stateOf(touched)).toEqual(changed);
    await partner.owner.patch(`/leads/${touched}`, { responsible_id: ana });
  }
});

it('names how many were refused, and why', async () => {
  const stage = await partner.stages();
  await submit({ deal: { stage_id: stage.Novo } });
  await partner.staff.post('/leads', {
    phone: '11987650001',
    deals: [{ stage_id: stage.Novo }, { stage_id: stage.Novo }],
  });
  const gone = await submit({ deal: { stage_id: stage.Novo } });
  const { data } = await start('', { stage_id: stage.Agendado });
  await erase(gone.id);
  await run();
  const { changed, refused, refusals } = await get(data.id);
  expect([changed, refused, refusals]).toEqual([
    1,
    2,
    [
      { code: 'ambiguous_deal', leads: 1 },
      { code: 'not_found', leads: 1 },
    ],
  ]);
});

it('acts as the member who asked: a seller changes own leads, and a member who has left none', async () => {
  const seller = await join(partner, 'seller');
  const { id: other } = await join(partner, 'seller');
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const [own, hidden] = [await submit({}), await submit({})];
  await partner.owner.patch(`/leads/${own.id}`, { responsible_id: seller.id });
  await partner.owner.patch(`/leads/${hidden.id}`, { responsible_id: other });
  expect((await done('', { add_tags: ['meu'] }, seller.api)).changed).toBe(1);
  expect((await detail(hidden.id)).tags).toEqual([]);
  const { data } = await start('', { add_tags: ['saiu'] }, seller.api);
  await partner.owner.patch<MemberView>(`/members/${seller.id}`, { active: false });
  await run();
  const [job] = await partner.sql<{ state: string }>(
    'select state from bulk_jobs where account_id = $1 and id = $2',
    data.id,
  );
  expect([job?.state, await count('bulk_job_leads', `code = 'forbidden'`)]).toEqual(['finished', 1]);
});

it('puts back what a seller handed over by mistake, though the leads are a colleague’s by now', async () => {
  const seller = await join(partner, 'seller');
  const { id: colleague } = await join(partner, 'seller');
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const leads = await Promise.all(times(3, () => submit({})));
  for (const { id } of leads) await partner.owner.patch(`/leads/${id}`, { responsible_id: seller.id });
  const job = await done('', { responsible_id: colleague }, seller.api);
  expect(job.changed).toBe(3);
  await partner.owner.post(`/leads/${leads[0]?.id}/activities`, { type: 'note', text: 'Ligou' });
  expect((await undo(job.id, seller.api)).status).toBe(200);
  await run();
  expect(await get(job.id, seller.api)).toMatchObject({ state: 'undone', undone: 2, kept: 1 });
  const holders = await Promise.all(leads.map(async ({ id }) => (await detail(id)).responsible?.id));
  expect(holders).toEqual([colleague, seller.id, seller.id]);
});

it('is seen and undone by its member alone', async () => {
  await submit();
  const [one, another] = [await manager(), await manager()];
  const { id } = await done('', { add_tags: ['a'] }, one.api);
  const stranger = await test.partner();
  for (const by of [another.api, partner.owner, stranger.owner]) {
    expect((await by.get(`/bulk-jobs/${id}`)).status).toBe(404);
    expect((await undo(id, by)).status).toBe(404);
    expect((await by.get<BulkJobView[]>('/bulk-jobs')).data).toEqual([]);
  }
  expect((await one.api.get<BulkJobView[]>('/bulk-jobs')).data.map((job) => job.id)).toEqual([id]);
});

it('refuses a second one of the member, an empty list, and unknown targets', async () => {
  const answerOf = async (query: string, change: object) => {
    const { status, fields } = await start(query, change);
    return [status, fields];
  };
  expect(await answerOf('', { add_tags: ['a'] })).toEqual([409, []]);
  await submit();
  const CHANGES = ['add_tags', 'responsible_id', 'stage_id'];
  for (const [body, fields] of [
    [{}, CHANGES],
    [{ add_tags: ['a'], stage_id: RANDOM_ID }, CHANGES],
    [{ add_tags: ['a', 'b'] }, ['add_tags']],
    [{ stage_id: RANDOM_ID }, ['stage_id']],
    [{ responsible_id: RANDOM_ID }, ['responsible_id']],
  ] as const) {
    const { status, fields: named } = await start('', body);
    expect([body, status, [...named].sort()]).toEqual([body, 422, fields]);
  }
  expect((await start('?from=2026-02-01&to=2026-01-01', { add_tags: ['a'] })).status).toBe(422);
  const answers = await Promise.all(times(6, () => start('', { add_tags: ['a'] })));
  expect(tally(answers.map(({ status }) => status))).toMatchObject({ 202: 1 });
  expect(answers.every(({ status }) => [202, 409, 429].includes(status))).toBe(true);
  expect(await count('bulk_jobs')).toBe(1);
});

it('is undone once, within fifteen minutes of its end, and while it runs', async () => {
  await submit();
  const job = await done('', { add_tags: ['a'] });
  await partner.sql(
    `update bulk_jobs set finished_at = finished_at - interval '15 minutes 1 second' where account_id = $1`,
  );
  expect([(await undo(job.id)).status, (await get(job.id)).undo_until]).toEqual([409, null]);
  const { data } = await start('', { add_tags: ['b'] });
  const undone = await Promise.all(times(3, () => undo(data.id)));
  expect(tally(undone.map(({ status }) => status))).toEqual({ 200: 1, 409: 2 });
  await run();
  expect(await get(data.id)).toMatchObject({ state: 'undone', pending: 1, changed: 0 });
  expect((await undo(data.id)).status).toBe(409);
});

it('never puts back a lead that somebody changes at the same moment', async () => {
  for (const round of times(6, (nth) => nth)) {
    const lead = await submit({ tags: [`r${round}`] });
    const job = await done(`?tag=r${round}`, { add_tags: ['nova'] });
    await undo(job.id);
    const [, edited] = await race(round, run, () => partner.owner.patch(`/leads/${lead.id}`, { name: 'Ana' }));
    expect(edited.status).toBe(200);
    const { undone, kept } = await get(job.id);
    expect([undone + kept, (await detail(lead.id)).tags.includes('nova')]).toEqual([1, kept === 1]);
  }
});

it('tries again the lead that a fault has met, and changes no other one twice', async () => {
  await Promise.all(times(4, () => submit()));
  const { data } = await start('', { add_tags: ['a'] });
  const job = test.app.get(BulkJobsJob);
  const change = jest.spyOn(BulkService.prototype, 'changeOne');
  let calls = 0;
  change.mockImplementation(async function (this: BulkService, ...given) {
    if (++calls === 3) throw Object.assign(new Error('killed'), { code: 'XX000' });
    change.mockRestore();
    return this.changeOne(...given);
  });
  try {
    await job.run();
  } finally {
    change.mockRestore();
  }
  // After the pause, or the end of a lease.
  await partner.sql('update bulk_jobs set leased_until = now() where account_id = $1');
  await run();
  expect(await get(data.id)).toMatchObject({ state: 'finished', changed: 4, unchanged: 0, refused: 0 });
});

it('counts each lead once where an instance goes on after the end of its lease', async () => {
  await Promise.all(times(3, () => submit()));
  const job = test.app.get(BulkJobsJob);
  const { leaseMs } = job;
  const change = jest.spyOn(BulkService.prototype, 'changeOne');
  /** An instance stops before its first lead, until another one has taken the job over and finished it. */
  const runTwice = async () => {
    change.mockImplementationOnce(async function (this: BulkService, ...given) {
      await run();
      return this.changeOne(...given);
    });
    await run();
  };
  try {
    job.leaseMs = 0;
    const { data } = await start('', { add_tags: ['a'] });
    await runTwice();
    expect(await get(data.id)).toMatchObject({ state: 'finished', changed: 3, unchanged: 0 });
    await undo(data.id);
    await runTwice();
    expect(await get(data.id)).toMatchObject({ state: 'undone', undone: 3, kept: 0 });
  } finally {
    job.leaseMs = leaseMs;
    change.mockRestore();
  }
});

it('keeps the last five of a member, with their leads, and those of others', async () => {
  await submit();
  const [one, another] = [await manager(), await manager()];
  const theirs = await done('', { add_tags: ['x'] }, another.api);
  const made: string[] = [];
  for (const nth of times(7, (index) => index)) made.unshift((await done('', { add_tags: [`t${nth}`] }, one.api)).id);
  const listed = (await one.api.get<BulkJobView[]>('/bulk-jobs')).data.map(({ id }) => id);
  expect(listed).toEqual(made.slice(0, 5));
  expect((await one.api.get(`/bulk-jobs/${made[5]}`)).status).toBe(404);
  expect((await get(theirs.id, another.api)).leads).toBe(1);
  expect([await count('bulk_jobs'), await count('bulk_job_leads')]).toEqual([6, 6]);
});
