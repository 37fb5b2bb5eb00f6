import type { HeldSubmissionView } from '../../src/contract/held-submission';
import type { LeadView } from '../../src/contract/lead';
import type { Submitted } from '../support/lead-calls';
import { appForAllTests } from '../support/app';
import { heldCalls } from '../support/held-calls';
import { everythingOf } from '../support/lead-calls';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';

/** What follows a lead to its corrected number, and that the old one is kept nowhere. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const calls = heldCalls(test, partner, writer);
const { submit, post, duplicate, merge, detail, list, apply, applyAsNew, ambiguous, full, nextPhone, count } = calls;

const correct = async (id: string, phone = nextPhone.mobile()): Promise<string> => {
  expect((await partner.owner.patch(`/leads/${id}`, { phone })).status).toBe(200);
  return phone;
};
const replay = async (phone: string, external_id: string) => {
  const { status, data } = await post({ phone, external_id });
  return [status, data?.duplicate, data?.lead?.id];
};
const waiting = async () => (await list()).data;

describe('an external_id', () => {
  it('is a replay under the number that was sent, the corrected one, and that of each later correction', async () => {
    const { id, phone } = await submit({ external_id: 'e1' });
    const second = await correct(id);
    await post({ phone: second, external_id: 'e2' });
    const third = await correct(id);
    const ledger = await count('submissions');
    for (const number of [phone, third]) expect(await replay(number, 'e1')).toEqual([200, true, id]);
    for (const number of [second, third]) expect(await replay(number, 'e2')).toEqual([200, true, id]);
    expect([await count('submissions'), await count('conversations')]).toEqual([ledger, 1]);
    // Neither came under these.
    for (const [number, external_id] of [
      [phone, 'e2'],
      [nextPhone.mobile(), 'e1'],
    ] as const) {
      expect((await post({ phone: number, external_id })).error.code).toBe('external_id_conflict');
    }
    // Back to the first number, both are known under it.
    await correct(id, phone);
    for (const external_id of ['e1', 'e2']) expect(await replay(phone, external_id)).toEqual([200, true, id]);
  });

  it('is still that of the lead after the old number is another person’s', async () => {
    const { id, phone } = await submit({ external_id: 'e1' });
    await correct(id);
    const other = await submit({ phone, external_id: 'e2' });
    expect(other.id).not.toBe(id);
    expect(await replay(phone, 'e1')).toEqual([200, true, id]);
    expect(await replay(phone, 'e2')).toEqual([200, true, other.id]);
  });

  it('of a key that cannot read is accepted and held nowhere, under both numbers', async () => {
    const { id, phone } = await submit({ external_id: 'e1' });
    const to = await correct(id);
    for (const number of [phone, to]) {
      expect((await writer.post('/leads', { phone: number, external_id: 'e1', name: 'Outra' })).status).toBe(202);
    }
    expect([await waiting(), await count('leads'), await count('conversations')]).toEqual([[], 1, 1]);
  });

  it('goes with the lead that leaves a shared number, and not with the others', async () => {
    const first = await submit({ external_id: 'e1' });
    const second = await duplicate(first.phone);
    const { held } = { held: await writer.post('/leads', { phone: first.phone, external_id: 'e2' }).then(waiting) };
    await apply(held[0]?.id ?? '', second.id);
    const to = await correct(first.id);
    for (const number of [first.phone, to]) expect(await replay(number, 'e1')).toEqual([200, true, first.id]);
    expect(await replay(first.phone, 'e2')).toEqual([200, true, second.id]);
    expect((await post({ phone: to, external_id: 'e2' })).error.code).toBe('external_id_conflict');
  });
});

describe('what is held', () => {
  it('for a lead alone with its number follows, and is applied to it under the new one', async () => {
    const taken = `t-${nextPhone.mobile()}`;
    await submit({ external_id: taken });
    const lead = await submit();
    const body = { phone: lead.phone, external_id: taken, name: 'Ana' };
    await writer.post('/leads', body);
    const to = await correct(lead.id);
    const [held, ...others] = await waiting();
    expect([held?.phone, held?.lead_ids, held?.body, others]).toEqual([to, [lead.id], body, []]);
    // Sent again, it is known under both numbers.
    for (const phone of [lead.phone, to]) await writer.post('/leads', { ...body, phone });
    expect(await waiting()).toHaveLength(1);
    expect((await apply(held?.id ?? '', lead.id)).status).toBe(200);
    expect(await detail(lead.id)).toMatchObject({ name: 'Ana', phone: to });
    expect(await count('conversations', `phone = '${to}'`)).toBe(1);
  });

  it('for a person without a lead is a new lead of the number under which it then is', async () => {
    const { held, leads } = await ambiguous({ external_id: 'e1', name: 'Ana' });
    const tos = [await correct(leads[0].id), await correct(leads[1].id)];
    expect((await waiting())[0]).toMatchObject({ phone: tos[1], lead_ids: [leads[1].id] });
    expect((await submit({ phone: leads[0].phone })).id).not.toBe(leads[0].id);
    const known = await partner.api.post<Submitted>('/leads', { phone: leads[0].phone, external_id: 'e1' });
    expect([known.status, known.data.duplicate, known.data.lead]).toEqual([200, true, null]);
    expect((await applyAsNew(held.id)).status).toBe(409);
    expect((await apply(held.id, leads[1].id)).status).toBe(200);
    expect(await replay(leads[0].phone, 'e1')).toEqual([200, true, leads[1].id]);
  });

  it('for several leads stays with the others; a note goes with its lead', async () => {
    const { held: note, lead } = await full();
    const other = await duplicate(lead.phone);
    await writer.post('/leads', { phone: lead.phone, external_id: 'e1' });
    const to = await correct(lead.id);
    const phones = Object.fromEntries((await waiting()).map(({ id, phone }) => [id, phone]));
    expect(phones[note.id]).toBe(to);
    expect(Object.values(phones).sort()).toEqual([lead.phone, to].sort());
    await partner.owner.patch(`/leads/${lead.id}`, { notes: '' });
    expect((await apply(note.id, lead.id)).status).toBe(200);
    expect((await detail(other.id)).notes).toBe('');
  });

  it('under both numbers with one external_id stays twice, and is known once', async () => {
    const taken = `t-${nextPhone.mobile()}`;
    await submit({ external_id: taken });
    const lead = await submit();
    const to = nextPhone.mobile();
    for (const phone of [lead.phone, to]) await writer.post('/leads', { phone, external_id: taken });
    await correct(lead.id, to);
    const held = await waiting();
    expect(held.map(({ phone, external_id }) => [phone, external_id]).sort()).toEqual(
      [
        [to, null],
        [to, taken],
      ].sort(),
    );
    for (const { id } of held) expect((await apply(id, lead.id)).status).toBe(200);
  });
});

it('what was held for a contact of the new number is known under that number alone', async () => {
  const taken = `t-${nextPhone.mobile()}`;
  await submit({ external_id: taken });
  const to = nextPhone.mobile();
  await partner.staff.post('/conversations', { phone: to, channel: 'chat' });
  await writer.post('/leads', { phone: to, external_id: taken });
  const lead = await submit();
  await correct(lead.id, to);
  expect((await waiting()).map(({ phone }) => phone)).toEqual([to]);
  // That of the old number is another submission, which is not lost.
  await writer.post('/leads', { phone: lead.phone, external_id: taken });
  expect((await waiting()).map(({ phone }) => phone).sort()).toEqual([to, lead.phone].sort());
});

it.each(['5491123456789', '541123456789'])(
  'a wrong number that has two forms is known, and gone, in both: %s',
  async (stored) => {
    const { create, send, latest, dismiss } = sourceCalls(test, partner);
    const source = await create();
    const forms = ['+54 9 11 2345-6789', '+54 11 2345-6789'];
    const { id } = await submit({ phone: forms[0], external_id: 'e1' });
    // Releases before 2.0 stored the second form too.
    await partner.sql('update conversations set phone_key = $2 where account_id = $1', stored);
    for (const form of forms) {
      await send(source, { recado: `ligar para ${form}` });
      await dismiss((await latest(source.id)).id);
    }
    await correct(id);
    for (const form of forms) expect(await replay(form, 'e1')).toEqual([200, true, id]);
    expect(await count('deliveries', 'body is not null or digits is not null')).toBe(0);
  },
);

it('a wrong number is in no row of the account afterwards, but in what waits as it was sent', async () => {
  const phone = nextPhone.mobile();
  const { create, send, latest, dismiss } = sourceCalls(test, partner);
  const source = await create();
  await send(source, { nome: 'Ana', telefone: phone });
  const [lead] = (await partner.owner.get<LeadView[]>(`/leads?phone=${phone}`)).data;
  const id = lead?.id ?? '';
  await send(source, { recado: `ligar para ${phone}` });
  await dismiss((await latest(source.id)).id);
  await submit({ phone, external_id: 'e1', notes: 'oi', name: 'Ana' });
  const merged = await duplicate(phone, { name: 'Bia' });
  await writer.post('/leads', { phone, external_id: 'e2' });
  const decided = (await waiting())[0] as HeldSubmissionView;
  await apply(decided.id, id);
  expect((await merge(merged.id, id)).status).toBe(200);
  await submit({ external_id: 'taken' });
  await writer.post('/leads', { phone, external_id: 'taken' });
  const { starts_at } = { starts_at: '2030-01-01T12:00:00Z' };
  await partner.owner.post('/appointments', { lead_id: id, starts_at });
  await partner.owner.post(`/leads/${id}/activities`, { type: 'call' });

  const rows = `replace(t::text, '\\', '') || coalesce(convert_from((to_jsonb(t) ->> 'body')::text::bytea, 'UTF8'), '')`;
  const hasOld = async (): Promise<string[]> => {
    const all = await everythingOf(
      test,
      partner.accountId,
      `case when tableoid::regclass::text = 'deliveries' then ${rows} else t::text end`,
    );
    const numbers = [phone.slice(2), phone.slice(2, 4) + phone.slice(5)];
    return Object.entries(all).flatMap(([table, text]) => (numbers.some((one) => text.includes(one)) ? [table] : []));
  };
  const before = ['conversations', 'deliveries', 'held_submissions', 'lead_merges', 'lead_words', 'leads'];
  expect(await hasOld()).toEqual(before);
  const to = await correct(id);
  expect(await hasOld()).toEqual(['held_submissions']);
  expect(await partner.sql(`select phone, body from held_submissions where account_id = $1 order by id`)).toMatchObject(
    [
      { phone: to, body: null },
      { phone: to, body: { phone } },
    ],
  );
  const words = await partner.sql<{ word: string }>(
    'select word from lead_words where account_id = $1 and lead_id = $2',
    id,
  );
  const reversed = [...phone].reverse().join('');
  expect(words.filter(({ word }) => word.includes(reversed.slice(0, 8)))).toEqual([]);
  expect((await detail(id)).merged_leads).toMatchObject([{ lead: { phone: to, name: 'Bia' } }]);
  const kept = await partner.sql<{ result: string; phone_key: string | null; fields: unknown }>(
    'select result, phone_key, fields from deliveries where account_id = $1 order by id',
  );
  expect(kept).toMatchObject([
    { result: 'created', fields: null },
    { result: 'dismissed', phone_key: null, fields: null },
  ]);
  expect(kept[0]?.phone_key).toBe(`${to.slice(0, 4)}${to.slice(5)}`);
});
