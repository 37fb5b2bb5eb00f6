import type { DealView } from '../../src/contract/deal';
import type { LeadView } from '../../src/contract/lead';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { leadCalls } from '../support/lead-calls';
const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const stage = forEachTest(() => partner.stages());
const { submit, staffLead, read, move } = leadCalls(test, partner);

describe('POST /leads/{id}/stage', () => {
  it('moves the open deal: changed, entered_stage_at and updated_at advance', async () => {
    const lead = await submit();
    const answer = await move(lead.id, { stage_id: stage['Em contato'] });
    expect(answer.status).toBe(200);
    const [deal] = lead.deals;
    expect(answer.data).toEqual({
      changed: true,
      deal: { ...deal, stage_id: stage['Em contato'], entered_stage_at: expect.any(String) as string },
    });
    expect(answer.data.deal.entered_stage_at > (deal?.entered_stage_at ?? '')).toBe(true);
    const after = await read(lead.id);
    expect(after.deals).toEqual([answer.data.deal]);
    expect(after.updated_at > lead.updated_at).toBe(true);
  });

  it('takes the lead from the list of one stage to the list of the other', async () => {
    const lead = await submit();
    await move(lead.id, { stage_id: stage['Em contato'] });
    const listed = async (name: string) =>
      (await partner.api.get<LeadView[]>(`/leads?stage_id=${stage[name]}`)).data.map(({ id }) => id);
    expect([await listed('Novo'), await listed('Em contato')]).toEqual([[], [lead.id]]);
  });

  it('to the current stage changes nothing', async () => {
    const lead = await submit();
    expect((await move(lead.id, { stage_id: stage['Novo'] })).data).toEqual({ changed: false, deal: lead.deals[0] });
    expect(await read(lead.id)).toEqual(lead);
  });

  it('goes into a lost stage and out of it again', async () => {
    const lead = await submit();
    for (const name of ['Perdido', 'Em contato']) {
      expect((await move(lead.id, { stage_id: stage[name] })).data).toMatchObject({
        changed: true,
        deal: { stage_id: stage[name], status: 'open' },
      });
    }
  });

  it('to a won stage is won_requires_closing, out of one deal_already_won, and nothing changes', async () => {
    const lead = await submit();
    const won = await move(lead.id, { stage_id: stage['Ganho'] });
    expect([won.status, won.error.code]).toEqual([409, 'won_requires_closing']);
    expect(await read(lead.id)).toEqual(lead);
    const deal = lead.deals[0]?.id ?? '';
    const byStaff = await partner.staff.put<DealView>(`/deals/${deal}/stage`, { stage_id: stage['Ganho'] });
    expect([byStaff.status, byStaff.data.stage_id]).toEqual([200, stage['Ganho']]);
    const out = await move(lead.id, { stage_id: stage['Novo'] });
    expect([out.status, out.error.code]).toEqual([409, 'deal_already_won']);
    expect((await move(lead.id, { stage_id: stage['Ganho'] })).error.code).toBe('won_requires_closing');
    expect((await read(lead.id)).deals[0]?.stage_id).toBe(stage['Ganho']);
  });

  it('with several deals in the pipeline is ambiguous_deal, until deal_id says which', async () => {
    const deals = [{ stage_id: stage['Novo'] }, { stage_id: stage['Em contato'] }];
    const lead = await staffLead({ deals });
    const answer = await move(lead.id, { stage_id: stage['Agendado'] });
    expect([answer.status, answer.error.code]).toEqual([409, 'ambiguous_deal']);
    const [, second] = lead.deals;
    const moved = (await move(lead.id, { stage_id: stage['Agendado'], deal_id: second?.id })).data;
    expect(moved).toMatchObject({ changed: true, deal: { id: second?.id, stage_id: stage['Agendado'] } });
  });

  it('to another pipeline is stage_in_other_pipeline with deal_id, and not_found without', async () => {
    const other = '01899999-0000-7000-8000-00000000000a';
    const there = '01899999-0000-7000-8000-00000000000b';
    await partner.sql(`insert into pipelines values ($1, $2, 'Outro', false, now())`, other);
    await partner.sql(
      `insert into stages values ($1, $2, $3, 'Lá', 1, true, false, false, false, false)`,
      there,
      other,
    );
    const lead = await submit();
    const named = await move(lead.id, { stage_id: there, deal_id: lead.deals[0]?.id });
    expect([named.status, named.error.code]).toEqual([409, 'stage_in_other_pipeline']);
    expect((await move(lead.id, { stage_id: there })).error.code).toBe('not_found');
    const staff = await partner.staff.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: there });
    expect(staff.error.code).toBe('stage_in_other_pipeline');
  });

  it('is 404 for an unknown lead, stage or deal, and for the deal of another lead', async () => {
    const [lead, other] = [await submit(), await submit()];
    const cases: [string, object][] = [
      [RANDOM_ID, { stage_id: stage['Novo'] }],
      ['x', { stage_id: stage['Novo'] }],
      [lead.id, { stage_id: RANDOM_ID }],
      [lead.id, { stage_id: 'x' }],
      [lead.id, { stage_id: stage['Novo'], deal_id: RANDOM_ID }],
      [lead.id, { stage_id: stage['Novo'], deal_id: other.deals[0]?.id }],
    ];
    for (const [id, body] of cases) expect([body, (await move(id, body)).error.code]).toEqual([body, 'not_found']);
    const bare = await staffLead();
    expect((await move(bare.id, { stage_id: stage['Novo'] })).error.code).toBe('not_found');
  });

  it('refuses bad bodies', async () => {
    const { id } = await submit();
    expect((await move(id, {})).fields).toEqual(['stage_id']);
    expect((await move(RANDOM_ID, { stage_id: 1, deal_id: null, x: 1 })).fields).toEqual(['stage_id', 'deal_id', 'x']);
  });

  it('leaves a consistent state after parallel moves: each change starts where another one ended', async () => {
    const lead = await submit();
    const targets = ['Novo', 'Em contato', 'Agendado', 'Perdido'];
    const answers = await Promise.all(
      times(16, (i) =>
        i % 4 === 3
          ? partner.api.post('/leads', { phone: lead.phone, notes: `n${i}` })
          : move(lead.id, { stage_id: stage[targets[i % 3] ?? ''] }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const moves = await test.sql<{ from: string; to: string; at: Date }>(
      'select from_stage_id as from, to_stage_id as to, moved_at as at from stage_moves where lead_id = $1',
      [lead.id],
    );
    const changed = answers.filter(({ text }) => text.includes('"changed":true')).length;
    expect(moves).toHaveLength(changed);
    const leaving = new Map<string, number>();
    for (const { from, to } of moves) {
      leaving.set(from, (leaving.get(from) ?? 0) + 1);
      leaving.set(to, (leaving.get(to) ?? 0) - 1);
    }
    const end = (await read(lead.id)).deals[0]?.stage_id ?? '';
    leaving.set(end, (leaving.get(end) ?? 0) + 1);
    leaving.set(stage['Novo'] ?? '', (leaving.get(stage['Novo'] ?? '') ?? 0) - 1);
    expect([...leaving.values()].every((balance) => balance === 0)).toBe(true);
  });
});
