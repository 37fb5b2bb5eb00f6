import type { HeldSubmissionView } from '../../src/contract/held-submission';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { heldCalls } from '../support/held-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

/** A held conflict is sent again after an erasure of the other person, which frees the external_id. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const {
  submit,
  duplicate,
  detail,
  list,
  newest,
  apply,
  applyAsNew,
  dismiss,
  erase,
  everything,
  count,
  ledgerOf,
  nextPhone,
} = heldCalls(test, partner, writer);

interface Waiting {
  readonly body: { readonly phone: string; readonly external_id: string; readonly notes: string };
  readonly held: HeldSubmissionView;
  /** The lead that has the external_id. */
  readonly other: string;
}

/** Makes a held conflict of a known or a new phone. */
async function conflict(isKnown: boolean): Promise<Waiting> {
  const external_id = `x-${nextPhone.mobile()}`;
  const other = await submit({ external_id });
  const phone = nextPhone.mobile();
  if (isKnown) await submit({ phone });
  const body = { phone, external_id, notes: 'uma vez' };
  expect((await writer.post('/leads', body)).status).toBe(202);
  return { body, held: await newest(), other: other.id };
}

/** Makes a held conflict, and erases the other person. */
async function freed(isKnown: boolean): Promise<Waiting> {
  const waiting = await conflict(isKnown);
  expect((await erase(waiting.other)).status).toBe(200);
  return waiting;
}

/** Returns all rows except the daily counts, which every submission of a write-only key increases. */
const rest = async () => ({ ...(await everything()), daily_submissions: undefined });

const send = async (body: object, api = writer) => {
  const { status, data } = await api.post<{ duplicate?: boolean; id?: string | null }>('/leads', body);
  return [status, data];
};
const RECEIVED = [202, { received: true }];

describe.each([
  ['of a known phone', true],
  ['of a new phone', false],
])('%s', (_, isKnown) => {
  it('stays held once, and nothing else is written', async () => {
    const { body } = await freed(isKnown);
    const before = await rest();
    for (let n = 0; n < 3; n++) expect(await send(body)).toEqual(RECEIVED);
    expect(await rest()).toEqual(before);
    expect((await list()).data).toHaveLength(1);
  });

  it('is settled when it was applied: sent again it is not applied a second time', async () => {
    const { body, held } = await freed(isKnown);
    const [leadId] = held.lead_ids;
    const applied = await (leadId ? apply(held.id, leadId) : applyAsNew(held.id));
    expect(applied.status).toBe(200);
    const before = await rest();
    expect(await send(body)).toEqual(RECEIVED);
    expect(await rest()).toEqual(before);
    const again = await partner.api.post<{ id: string; duplicate: boolean }>('/leads', body);
    expect([again.status, again.data.duplicate, again.data.id]).toEqual([200, true, applied.data.lead_id]);
    expect((await detail(again.data.id)).notes.match(/uma vez/g)).toHaveLength(1);
    expect(await rest()).toEqual(before);
  });

  it('is a new submission when it was dismissed', async () => {
    const { body, held } = await freed(isKnown);
    await dismiss(held.id);
    expect(await send(body)).toEqual(RECEIVED);
    expect((await list()).data).toEqual([]);
    expect((await ledgerOf(body.external_id)).map(({ result, claims }) => [result, claims])).toEqual([
      ['held', false],
      [isKnown ? 'updated' : 'created', true],
    ]);
    expect((await partner.api.post<{ duplicate: boolean }>('/leads', body)).data.duplicate).toBe(true);
  });

  it('is a conflict again when a third phone took the external_id', async () => {
    const { body } = await freed(isKnown);
    await submit({ external_id: body.external_id });
    const before = await rest();
    expect(await send(body)).toEqual(RECEIVED);
    expect((await partner.api.post('/leads', body)).error.code).toBe('external_id_conflict');
    expect(await rest()).toEqual(before);
  });
});

it('stays held once when its external_id became free because another held submission was dismissed', async () => {
  const lead = await submit();
  await duplicate(lead.phone);
  const external_id = `x-${lead.phone}`;
  expect(await send({ phone: lead.phone, external_id })).toEqual(RECEIVED);
  const ambiguous = await newest();
  const body = { phone: nextPhone.mobile(), external_id };
  expect(await send(body)).toEqual(RECEIVED);
  await dismiss(ambiguous.id);
  const before = await rest();
  expect(await send(body)).toEqual(RECEIVED);
  expect(await rest()).toEqual(before);
  expect((await list()).data).toHaveLength(1);
});

describe('a key with leads:read', () => {
  it('is told that it is a duplicate, with the lead that its phone has', async () => {
    const { body, held } = await freed(true);
    const before = await everything();
    const answer = await partner.api.post<{ id: string; lead: { id: string }; created: boolean; duplicate: boolean }>(
      '/leads',
      body,
    );
    const { id, lead, created, duplicate } = answer.data;
    expect([answer.status, id, lead.id, created, duplicate]).toEqual([200, held.lead_ids[0], id, false, true]);
    expect(answer.headers.get('idempotent-replayed')).toBe('true');
    expect(await everything()).toEqual(before);
  });

  it('is told so too where the phone has no lead, also when the day is used up', async () => {
    const { body } = await freed(false);
    await partner.sql('update daily_submissions set used = allowed where account_id = $1');
    const before = await everything();
    const answer = await partner.api.post('/leads', body);
    expect([answer.status, answer.data]).toEqual([
      200,
      { id: null, created: false, duplicate: true, deal: null, lead: null },
    ]);
    expect(answer.headers.get('idempotent-replayed')).toBe('true');
    expect(await everything()).toEqual(before);
  });

  it('is told which leads the phone has, where it has several', async () => {
    const { body } = await freed(true);
    await duplicate(body.phone);
    const before = await rest();
    expect((await partner.api.post('/leads', body)).error.code).toBe('ambiguous_lead');
    expect(await send(body)).toEqual(RECEIVED);
    expect(await rest()).toEqual(before);
  });
});

it.each([
  ['while the owner applies it', ({ held }: Waiting) => [apply(held.id, held.lead_ids[0])], 1],
  ['while the owner dismisses it', ({ held }: Waiting) => [dismiss(held.id)], 0],
  ['while both happen', ({ held }: Waiting) => [apply(held.id, held.lead_ids[0]), dismiss(held.id)], 0],
  ['while the other person is erased', ({ other }: Waiting) => [erase(other)], 0],
  [
    'while all of it happens',
    ({ held, other }: Waiting) => [erase(other), apply(held.id, held.lead_ids[0]), dismiss(held.id)],
    0,
  ],
] as const)('sixty times at once, %s: applied once at most, and never an error', async (what, happens, applied) => {
  for (let round = 0; round < 3; round++) {
    const waiting = await (what.includes('erased') || what.includes('all') ? conflict(true) : freed(true));
    const [leadId = ''] = waiting.held.lead_ids;
    const resend = (n: number) => (n % 3 ? writer : partner.api).post('/leads', waiting.body);
    const answers = await Promise.all([...times(20, resend), ...happens(waiting), ...times(40, resend)]);
    expect(answers.filter(({ status }) => ![200, 202, 409].includes(status))).toEqual([]);
    const notes = (await detail(leadId)).notes.match(/uma vez/g)?.length ?? 0;
    expect(notes).toBeLessThanOrEqual(1);
    expect(notes).toBeGreaterThanOrEqual(applied);
    expect(await count('held_submissions', `external_id = '${waiting.body.external_id}'`)).toBeLessThanOrEqual(2);
  }
  expect(await deadlocks()).toBe(0);
});

it('while its own person is erased: nothing of the phone stays, or one new lead', async () => {
  for (let round = 0; round < 3; round++) {
    const { body } = await freed(round % 2 === 0);
    const answers = await Promise.all([
      ...times(10, () => writer.post('/leads', body)),
      partner.owner.post('/people/erase', { phone: body.phone }),
      ...times(10, () => writer.post('/leads', body)),
    ]);
    expect(answers.filter(({ status }) => status !== 202 && status !== 200)).toEqual([]);
    expect(await count('submissions', `external_id = '${body.external_id}'`)).toBeLessThanOrEqual(1);
  }
});
