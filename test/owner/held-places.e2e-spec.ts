import type { HeldSubmissionView } from '../../src/contract/held-submission';
import type { PipelineView } from '../../src/contract/pipeline';
import type { Warning } from '../../src/contract/submission';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { heldCalls } from '../support/held-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

/** A change of the pipelines before the decision loses no data of a held submission. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const stage = forEachTest(() => partner.stages());
const { submit, detail, newest, conflicting, apply, applyAsNew, nextPhone, ledgerOf, move } = heldCalls(
  test,
  partner,
  writer,
);

const pipeline = async (name: string, more: object = {}) =>
  (
    await partner.owner.post<PipelineView>('/pipelines', {
      name,
      stages: [{ name: `${name}: entrada`, is_entry: true }, { name: `${name}: depois` }],
      ...more,
    })
  ).data;

interface Held {
  readonly held: HeldSubmissionView;
  readonly leadId: string | undefined;
}

/** Makes a submission held for its external_id. The phone has a lead if `isKnown`. */
async function held(deal: object, isKnown: boolean): Promise<Held> {
  if (isKnown) {
    const { held, lead } = await conflicting({ name: 'Ana', deal });
    return { held, leadId: lead.id };
  }
  const external_id = `taken-${nextPhone.mobile()}`;
  await submit({ external_id });
  expect((await writer.post('/leads', { phone: nextPhone.mobile(), external_id, name: 'Ana', deal })).status).toBe(202);
  return { held: await newest(), leadId: undefined };
}

/** Applies a held submission. Returns the warned fields, and the lead's name, stages and values. */
async function applied({ held, leadId }: Held) {
  const answer = await (leadId ? apply(held.id, leadId) : applyAsNew(held.id));
  expect(answer.status).toBe(200);
  const { warnings = [] } = answer.body as { warnings?: Warning[] };
  for (const { code, message } of warnings) expect([code, message.length > 0]).toEqual(['unavailable', true]);
  const lead = await detail(answer.data.lead_id ?? '');
  const stages = Object.entries(await partner.stages());
  const names = lead.deals.map(({ stage_id }) => stages.find(([, id]) => id === stage_id)?.[0]);
  return { fields: warnings.map(({ field }) => field), names, name: lead.name, values: lead.deals.map((d) => d.value) };
}

describe.each([
  ['applied to a lead', true, ['Novo']],
  ['applied as a new lead', false, []],
] as const)('%s', (_, isKnown, already) => {
  const isIn = (name: string) => [...already, name].sort();

  it('goes to the entry stage when its stage was deleted, and says so', async () => {
    const other = await pipeline('Outro');
    const one = await held({ pipeline_id: other.id, stage_id: other.stages[1]?.id, value: 12.5 }, isKnown);
    await partner.owner.delete(`/stages/${other.stages[1]?.id}`);
    const { fields, names, name, values } = await applied(one);
    expect([fields, names.sort(), name]).toEqual([['deal.stage_id'], isIn('Outro: entrada'), 'Ana']);
    expect(values).toContain(12.5);
    expect((await ledgerOf(one.held.external_id)).map(({ lead_id }) => lead_id)).not.toContain(null);
  });

  // The decision is the same for both: the rest with a lead only.
  if (!isKnown) return;

  it('goes to the entry stage when its stage became a won one', async () => {
    const other = await pipeline('Outro');
    const one = await held({ pipeline_id: other.id, stage_id: other.stages[1]?.id }, isKnown);
    await partner.owner.patch(`/stages/${other.stages[1]?.id}`, { is_won: true });
    expect(await applied(one)).toMatchObject({ fields: ['deal.stage_id'] });
  });

  it('goes to the default pipeline of today when its own was deleted, stage and all', async () => {
    const other = await pipeline('Outro');
    const one = await held({ pipeline_id: other.id, stage_id: other.stages[1]?.id }, isKnown);
    await partner.owner.delete(`/pipelines/${other.id}`);
    const { fields, names } = await applied(one);
    expect([fields, names]).toEqual([['deal.pipeline_id', 'deal.stage_id'], ['Novo']]);
  });

  it('goes to the default pipeline of today when its own has no entry stage any more', async () => {
    const other = await pipeline('Outro');
    const one = await held({ pipeline_id: other.id }, isKnown);
    await partner.owner.patch(`/stages/${other.stages[0]?.id}`, { is_entry: false });
    const { fields, names } = await applied(one);
    expect([fields, names]).toEqual([['deal.pipeline_id'], ['Novo']]);
  });

  it('that named no pipeline goes to the one that was the default when it came', async () => {
    const one = await held({ stage_id: stage['Em contato'] }, isKnown);
    await pipeline('Outro', { is_default: true });
    const { fields, names } = await applied(one);
    expect([fields, names]).toEqual([[], isKnown ? ['Novo'] : ['Em contato']]);
  });

  it('that named nothing goes to the default pipeline of today, without a remark, when that one was deleted', async () => {
    const other = await pipeline('Outro', { is_default: true });
    const one = await held({}, isKnown);
    const third = await pipeline('Terceiro', { is_default: true });
    await partner.sql('delete from deals where account_id = $1');
    await partner.sql('delete from list_entries where account_id = $1 and list_id <> account_id');
    await partner.owner.delete(`/pipelines/${other.id}`);
    const { fields, names } = await applied(one);
    expect([fields, names]).toEqual([[], ['Terceiro: entrada']]);
    expect(third.is_default).toBe(true);
  });

  it('has no remark when all of it is there', async () => {
    const other = await pipeline('Outro');
    const one = await held({ pipeline_id: other.id, stage_id: other.stages[1]?.id }, isKnown);
    const { fields, names } = await applied(one);
    expect([fields, names.sort()]).toEqual([[], isIn('Outro: depois')]);
  });
});

it('while its stage is deleted, several times at once: applied, and never an error', async () => {
  const other = await pipeline('Outro', {
    stages: [{ name: 'Entrada', is_entry: true }, ...times(4, (i) => ({ name: `E${i}` }))],
  });
  const [, ...stages] = other.stages;
  const waiting = [];
  for (const { id } of stages)
    waiting.push({ ...(await held({ stage_id: id, pipeline_id: other.id }, true)), stage: id });
  const answers = await Promise.all(
    waiting.flatMap(({ held, leadId, stage }) => [
      partner.owner.delete(`/stages/${stage}`),
      apply(held.id, leadId),
      apply(held.id, leadId),
      move(leadId ?? '', { stage_id: other.stages[0]?.id }),
    ]),
  );
  expect(answers.filter(({ status }) => status >= 500 || status === 422)).toEqual([]);
  for (const { held: one } of waiting) {
    const [entry] = (await ledgerOf(one.external_id)).filter(({ result }) => result === 'held');
    expect(entry?.lead_id).not.toBeNull();
  }
  expect(await deadlocks()).toBe(0);
});
