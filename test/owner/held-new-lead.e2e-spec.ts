import type { HeldSubmissionView } from '../../src/contract/held-submission';
import type { LeadDetail } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { heldCalls } from '../support/held-calls';
import type { Submitted } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const stage = forEachTest(() => partner.stages());
const calls = heldCalls(test, partner, writer);
const { submit, detail, list, newest, applyAsNew, dismiss, conflicting, everything, quotaUsed, nextPhone } = calls;

describe('applied as a new lead', () => {
  /** Makes a submission held for its external_id. Its phone has no lead. */
  async function stranger(body: object = {}): Promise<HeldSubmissionView> {
    const external_id = `taken-${nextPhone.mobile()}`;
    await submit({ external_id });
    await writer.post('/leads', { phone: nextPhone.mobile(), external_id, ...body });
    return newest();
  }

  it('makes the lead that POST /leads would have made, in the name of its key', async () => {
    const held = await stranger({
      name: 'Ana',
      email: 'ana@example.com',
      notes: 'nota',
      tags: ['x'],
      consent: true,
      attribution: { utm_source: 'ig' },
      deal: { stage_id: stage['Em contato'], value: 10 },
    });
    const used = await quotaUsed();
    const answer = await applyAsNew(held.id);
    expect([answer.status, answer.data]).toEqual([
      200,
      {
        ...held,
        state: 'applied',
        resolved_at: expect.any(String) as string,
        lead_id: expect.any(String) as string,
        lead_ids: [answer.data.lead_id],
      },
    ]);
    const lead = await detail(answer.data.lead_id ?? '');
    expect(lead).toMatchObject({
      name: 'Ana',
      email: 'ana@example.com',
      phone: held.phone,
      tags: ['x'],
      origin: 'social',
      consent: { at: answer.data.resolved_at, key_id: held.key.id, request_id: held.request_id },
      deals: [{ stage_id: stage['Em contato'], value: 10 }],
      created_at: answer.data.resolved_at,
    });
    expect(lead.notes).toMatch(/^\[API · site · \d{4}-\d\d-\d\d\] nota$/);
    expect(await quotaUsed()).toBe(used);
    const [conversation] = await partner.sql(
      `select c.channel, c.origin, s.lead_id, s.conversation_id = c.id as same
       from conversations c join submissions s on s.account_id = c.account_id and s.request_id = $3
       where c.account_id = $1 and c.phone = $2`,
      held.phone,
      held.request_id,
    );
    expect(conversation).toEqual({ channel: 'api', origin: 'social', lead_id: lead.id, same: true });
    // Now the phone and the submission are known.
    expect((await partner.api.post<Submitted>('/leads', { phone: `+${held.phone}` })).data.id).toBe(lead.id);
    expect((await writer.post('/leads', held.body)).status).toBe(202);
    expect((await list()).data).toEqual([]);
  });

  it('gets the name of a conversation that came by chat, and the conversation gets its origin', async () => {
    const phone = nextPhone.mobile();
    await partner.staff.post('/conversations', { phone, channel: 'chat', name: 'Rui' });
    const held = await stranger({ phone, attribution: { utm_source: 'ig' } });
    const { data } = await applyAsNew(held.id);
    expect((await detail(data.lead_id ?? '')).name).toBe('Rui');
    const conversations = await partner.sql(
      'select origin, channel from conversations where account_id = $1 and phone = $2',
      held.phone,
    );
    expect(conversations).toEqual([{ origin: 'social', channel: 'chat' }]);
  });

  it('is 409 when its phone has a lead or it was decided, and 404 when it is unknown; nothing changes', async () => {
    const { held } = await conflicting();
    const dismissed = await stranger();
    await dismiss(dismissed.id);
    const before = await everything();
    for (const id of [held.id, dismissed.id]) {
      expect((await applyAsNew(id)).error.code).toBe('conflict');
    }
    expect((await applyAsNew(RANDOM_ID)).error.code).toBe('not_found');
    expect(await everything()).toEqual(before);
  });

  it('answers why the pipelines do not allow it now, and applies nothing', async () => {
    const held = await stranger();
    await partner.sql('update stages set is_entry = false where account_id = $1');
    const before = await everything();
    expect((await applyAsNew(held.id)).error.code).toBe('pipeline_not_configured');
    expect(await everything()).toEqual(before);
  });

  it('at once, and with the same phone sent by a site: one lead, once', async () => {
    for (let round = 0; round < shortOrLong(3, 10); round++) {
      const held = await stranger({ notes: 'uma vez' });
      const phone = `+${held.phone}`;
      const [, ...applied] = await Promise.all([
        partner.api.post('/leads', { phone }),
        ...times(3, () => applyAsNew(held.id)),
      ]);
      const statuses = applied.map(({ status }) => status).sort();
      expect([times(3, () => 409), [200, 409, 409]]).toContainEqual(statuses);
      const { data } = await partner.owner.get<LeadDetail[]>(`/leads?phone=${encodeURIComponent(phone)}`);
      expect(data).toHaveLength(1);
      expect(data[0]?.notes.split('uma vez')).toHaveLength(statuses[0] === 200 ? 2 : 1);
    }
  });
});
