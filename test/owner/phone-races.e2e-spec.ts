import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { patientCallers } from '../support/patient-callers';
import { crowd, race, tally, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { waitingSessions } from '../support/waiting';

/** Corrections of a phone beside all that decides about the two numbers at the same time. */

patientCallers();
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { submit, post, duplicate, merge, erase, nextPhone, count, wrongEntries } = leadCalls(test, partner);
const ROUNDS = shortOrLong(4, 20);

const correct = (id: string, phone: string, more: object = {}) =>
  partner.owner.patch<{ phone: string }>(`/leads/${id}`, { phone, ...more });
const leadsOf = (phone: string) =>
  partner.sql<{ id: string; copy: number }>(
    `select l.id, l.copy from leads l join conversations c on c.account_id = l.account_id and c.id = l.conversation_id
     where l.account_id = $1 and l.erased_at is null and l.phone = $2 and c.phone = $2`,
    phone,
  );

/** Rows that contradict each other: a lead and its conversation, its deals and it, a number without its first lead. */
const contradictions = async (): Promise<number[]> => [
  await count(
    'leads',
    `erased_at is null and phone <> (select c.phone from conversations c where c.id = conversation_id)`,
  ),
  await count('deals', `conversation_id <> (select l.conversation_id from leads l where l.id = lead_id)`),
  await count('deals', `conversation_day <> (select c.day from conversations c where c.id = conversation_id)`),
  await count(
    'leads',
    `not exists (select from leads f where f.conversation_id = leads.conversation_id and f.copy = 0)`,
  ),
  (await wrongEntries()).length,
];

afterEach(async () => {
  expect(await contradictions()).toEqual([0, 0, 0, 0, 0]);
  expect(await deadlocks()).toBe(0);
});

it('one under thirty submissions of both numbers: one lead each, no submission lost, each known again', async () => {
  let corrected = 0;
  for (const round of times(ROUNDS, (index) => index)) {
    const [from, to] = [nextPhone.mobile(), nextPhone.mobile()];
    const lead = await submit({ phone: from });
    if (round % 2 === 0) await partner.staff.post('/conversations', { phone: to, channel: 'chat' });
    const sent = times(30, (n) => ({ phone: n % 2 === 0 ? from : to, external_id: `r${round}-${n}`, name: `n${n}` }));
    const before = await count('submissions');
    const [correction, answers] = await race(
      round,
      () => correct(lead.id, to),
      () => Promise.all(sent.map((body) => post(body))),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect([200, 409]).toContain(correction.status);
    if (correction.status === 200) corrected++;
    expect(await leadsOf(to)).toHaveLength(1);
    expect((await leadsOf(from)).length).toBeLessThanOrEqual(1);
    const known = [...(await leadsOf(from)), ...(await leadsOf(to))].map(({ id }) => id);
    expect(known.includes(lead.id)).toBe(true);
    const entered = await partner.sql<{ lead_id: string }>(
      `select lead_id from submissions where account_id = $1 and external_id like $2`,
      `r${round}-%`,
    );
    expect([entered.length, entered.filter(({ lead_id }) => !known.includes(lead_id))]).toEqual([30, []]);
    for (const [index, body] of sent.entries()) {
      const again = await post(body);
      expect([again.status, again.data.duplicate, again.data.id]).toEqual([200, true, answers[index]?.data.id]);
    }
    expect(await count('submissions')).toBe(before + 30);
  }
  expect(corrected).toBeGreaterThanOrEqual(1);
});

it('sixty at once of three leads to each other’s numbers and a free one: none waits for another in a circle', async () => {
  const leads = [await submit(), await submit(), await submit()];
  const numbers = [...leads.map(({ phone }) => phone), nextPhone.mobile()];
  const answers = await crowd(60, (n) =>
    correct(leads[n % 3]?.id ?? '', numbers[(n * 7 + Math.floor(n / 3)) % 4] ?? ''),
  );
  const statuses = tally(answers.map(({ status }) => status));
  expect(Object.keys(statuses).sort()).toEqual(['200', '409']);
  expect(await count('leads')).toBe(3);
  expect(await count('conversations', 'phone is not null')).toBe(3);
});

it('both of two leads to one free number: one has it', async () => {
  for (const round of times(ROUNDS, (index) => index)) {
    const [one, other] = [await submit(), await submit()];
    const to = nextPhone.mobile();
    const answers = await race(
      round,
      () => correct(one.id, to),
      () => correct(other.id, to),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: 1 });
    expect(await leadsOf(to)).toHaveLength(1);
  }
});

/** Makes the calls wait in this order for the conversation of a phone, and then go on. */
async function inLine<T>(phone: string, ...calls: (() => Promise<T>)[]): Promise<T[]> {
  const answers: Promise<T>[] = [];
  await test.sql('begin');
  await test.sql('select from conversations where account_id = $1 and phone = $2 for update', [
    partner.accountId,
    phone,
  ]);
  for (const call of calls) {
    answers.push(call());
    while ((await waitingSessions(test)) < answers.length);
  }
  await test.sql('commit');
  return Promise.all(answers);
}

it('two that swap numbers wait in one order', async () => {
  const [one, other] = [await submit(), await submit()];
  const answers = await inLine(
    one.phone,
    () => correct(one.id, other.phone),
    () => correct(other.id, one.phone),
  );
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
});

it.each<[string, (id: string, other: string) => Promise<{ status: number }>, number]>([
  ['a merge into the other one is refused', (id, other) => merge(id, other), 409],
  ['an erasure erases it', (id) => erase(id), 200],
  ['a new deal is of its new number', (id) => newDeal(id), 201],
  ['an edit changes it with its new number', (id) => edit(id), 200],
  ['a second correction corrects it again', (id) => correct(id, nextPhone.mobile()), 200],
])('what waited for a lead that leaves its number goes on with the new one: %s', async (_, act, status) => {
  const lead = await submit();
  const other = await duplicate(lead.phone);
  const answers = await inLine<{ status: number }>(
    lead.phone,
    () => correct(lead.id, nextPhone.mobile()),
    () => act(lead.id, other.id),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, status]);
});

it.each<[string, (id: string, other: string) => Promise<{ status: number }>, number[]]>([
  ['a merge into the other one', (id, other) => merge(id, other), [200, 404, 409]],
  ['an erasure', (id) => erase(id), [200, 404]],
  ['a new deal', (id) => newDeal(id), [201, 404, 409]],
  ['an edit of all that is written twice', (id) => edit(id), [200, 404]],
  ['a correction of the other one', (_, other) => correct(other, nextPhone.mobile()), [200, 404]],
])('one of a lead that shares its number beside %s', async (_, act, expected) => {
  for (const round of times(ROUNDS, (index) => index)) {
    const lead = await submit();
    const other = await duplicate(lead.phone);
    const [corrected, answer] = await race(
      round,
      () => correct(lead.id, nextPhone.mobile()),
      () => act(lead.id, other.id),
    );
    expect([200, 404]).toContain(corrected.status);
    expect(expected).toContain(answer.status);
  }
});

const newDeal = async (id: string) => {
  const { data: pipeline } = await partner.owner.post<{ stages: { id: string }[] }>('/pipelines', {
    name: `F${nextPhone.mobile()}`,
    stages: [{ name: 'Novo', is_entry: true }],
  });
  return partner.owner.post(`/leads/${id}/deals`, { stage_id: pipeline.stages[0]?.id });
};
const edit = (id: string) =>
  partner.owner.patch(`/leads/${id}`, { origin: 'referral', note: 'oi', responsible_id: null, name: 'Bia' });
