import type { LeadView } from '../../src/contract/lead';
import { appForAllTests } from '../support/app';
import { SET_UPDATED_AT, WRONG_LIST_ENTRIES } from '../support/list-entries';
import { leadCalls } from '../support/lead-calls';
import { forAllTests } from '../support/setup';
import type { Pipeline } from '../support/pipelines';

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const { nextPhone, post } = leadCalls(test, partner);

describe('a known phone', () => {
  it('is 200 with created false, in every spelling, and keeps the digits of the first one', async () => {
    const phone = nextPhone.mobile();
    const first = (await post({ phone })).data;
    const national = phone.slice(2);
    const old = national.slice(0, 2) + national.slice(3);
    for (const spelling of [
      phone,
      `+${phone}`,
      national,
      `0${national}`,
      old,
      `55${old}`,
      `+55 (${old.slice(0, 2)}) ${old.slice(2)}`,
    ]) {
      const answer = await post({ phone: spelling });
      expect([spelling, answer.status, answer.data.id]).toEqual([spelling, 200, first.id]);
      expect(answer.data).toMatchObject({ created: false, duplicate: false, lead: { phone } });
    }
  });

  it('is 200 when only a conversation of another channel exists', async () => {
    const phone = nextPhone.mobile();
    const chat = await partner.staff.post('/conversations', { phone, channel: 'chat' });
    expect(chat.status).toBe(201);
    const answer = await post({ phone, name: 'Ana' });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ created: false, lead: { name: 'Ana', deals: [answer.data.deal] } });
  });

  it('whose lead is new and has no name gets the name of its conversation', async () => {
    const chat = { channel: 'chat', name: 'Rui' };
    const [unnamed, named, byStaff] = [nextPhone.mobile(), nextPhone.mobile(), nextPhone.mobile()];
    for (const phone of [unnamed, named, byStaff]) await partner.staff.post('/conversations', { ...chat, phone });
    expect((await post({ phone: unnamed, name: ' ' })).data.lead.name).toBe('Rui');
    expect((await post({ phone: named, name: 'Ana' })).data.lead.name).toBe('Ana');
    expect((await partner.staff.post<{ name: string }>('/leads', { phone: byStaff })).data.name).toBe('Rui');
  });

  it('gets name and e-mail only while they are empty', async () => {
    const phone = nextPhone.mobile();
    await post({ phone });
    expect((await post({ phone, name: 'Ana', email: 'ana@example.com' })).data.lead).toMatchObject({ name: 'Ana' });
    const again = (await post({ phone, name: 'Bia', email: 'bia@example.com' })).data.lead;
    expect(again).toMatchObject({ name: 'Ana', email: 'ana@example.com' });
  });

  it('gets missing tags, compared without case, shown as first written', async () => {
    const phone = nextPhone.mobile();
    await post({ phone, tags: ['Ação'] });
    expect((await post({ phone, tags: ['AÇÃO', 'zeta'] })).data.lead.tags).toEqual(['Ação', 'zeta']);
    const composed = (await post({ phone, tags: ['ac\u0327a\u0303o'] })).data.lead.tags;
    expect(composed).toEqual(['Ação', 'zeta']);
  });

  it('keeps its deal where it is, and gets one in another pipeline', async () => {
    const { api, owner } = await test.partner('leads:read', 'leads:write', 'pipeline:read');
    await owner.post('/pipelines', { name: 'B', stages: [{ name: 'b1', is_entry: true }] });
    const [a, b] = (await api.get<Pipeline[]>('/pipelines')).data;
    const phone = nextPhone.mobile();
    const first = (await post({ phone, deal: { stage_id: a?.stages[1]?.id } }, api)).data;
    const second = (await post({ phone, deal: { value: 5 } }, api)).data;
    expect(second.deal).toEqual(first.deal);
    const third = (await post({ phone, deal: { pipeline_id: b?.id, value: 7 } }, api)).data;
    expect(third.deal).toMatchObject({ pipeline_id: b?.id, stage_id: b?.stages[0]?.id, value: 7 });
    expect(third.lead.deals).toEqual([first.deal, third.deal]);
  });

  it('appends notes after a marker with source, key name and Brasília day, and keeps earlier text', async () => {
    const phone = nextPhone.mobile();
    const { id } = (await post({ phone, notes: ' primeira\nlinha ' })).data;
    await post({ phone, notes: 'segunda' });
    const [row] = await test.sql<{ notes: string; day: string }>(
      `select notes, to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as day from leads where id = $1`,
      [id],
    );
    expect(row?.notes).toBe(`[API · site · ${row?.day}] primeira\n  linha\n[API · site · ${row?.day}] segunda`);
  });

  it('drops a note that does not fit, with a warning, and applies the rest', async () => {
    const phone = nextPhone.mobile();
    for (let i = 0; i < 3; i++) await post({ phone, notes: 'é'.repeat(500) });
    const answer = await post({ phone, notes: 'é'.repeat(500), name: 'Ana' });
    expect(answer.status).toBe(200);
    expect(answer.data.lead.name).toBe('Ana');
    expect(answer.body.warnings).toEqual([
      { code: 'notes_full', field: 'notes', message: expect.any(String) as string },
    ]);
    const [row] = await test.sql<{ length: number }>('select char_length(notes) as length from leads where id = $1', [
      answer.data.id,
    ]);
    expect(row?.length).toBeLessThanOrEqual(2000);
  });

  it('records consent once and never removes it', async () => {
    const phone = nextPhone.mobile();
    const { id } = (await post({ phone, consent: false })).data;
    const consent = async () =>
      (
        await test.sql<{ at: Date | null; key: string; request: string }>(
          'select consent_at as at, consent_key_id as key, consent_request_id as request from leads where id = $1',
          [id],
        )
      )[0];
    expect((await consent())?.at).toBeNull();
    const answer = await post({ phone, consent: true });
    const given = await consent();
    expect(given).toMatchObject({ key: partner.keyId, request: answer.headers.get('x-request-id') });
    await post({ phone, consent: false });
    await post({ phone, consent: true });
    expect(await consent()).toEqual(given);
  });

  it('advances updated_at with every change, and leaves it when nothing changed', async () => {
    const phone = nextPhone.mobile();
    const first = (await post({ phone, name: 'Ana', tags: ['x'] })).data.lead;
    expect((await post({ phone, name: 'Bia', tags: ['X'] })).data.lead.updated_at).toBe(first.updated_at);
    const changed = (await post({ phone, tags: ['y'] })).data.lead;
    expect(changed.updated_at > first.updated_at).toBe(true);
    expect(await test.sql(WRONG_LIST_ENTRIES, [[partner.accountId]])).toEqual([]);
  });

  it('never lets updated_at go back, even when the clock does', async () => {
    const phone = nextPhone.mobile();
    const { id } = (await post({ phone })).data;
    await test.sql(SET_UPDATED_AT, [id, '2099-01-01T00:00:00Z']);
    expect((await post({ phone, tags: ['z'] })).data.lead.updated_at).toBe('2099-01-01T00:00:00.001Z');
  });

  it('is ambiguous_lead when staff made a second lead on it, and names the leads', async () => {
    const phone = nextPhone.mobile();
    const { id } = (await post({ phone })).data;
    const refused = await partner.staff.post('/leads', { phone });
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
    const second = await partner.staff.post<LeadView>('/leads', { phone, allow_duplicate: true });
    expect(second.status).toBe(201);
    const answer = await post({ phone });
    expect([answer.status, answer.error.code]).toEqual([409, 'ambiguous_lead']);
    expect(answer.error.details?.lead_ids).toEqual([id, second.data.id].sort());
  });
});
