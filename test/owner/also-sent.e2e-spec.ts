import type { AlsoSent } from '../../src/contract/submission';
import type { TimelineEntry } from '../../src/contract/timeline';
import { appForAllTests } from '../support/app';
import { heldCalls } from '../support/held-calls';
import { importCalls, lines } from '../support/import-calls';
import { everythingOf } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { race } from '../support/race';
import { forEachTest } from '../support/setup';

/** The first contact wins; what a later one sent stays where staff see it, and nowhere else. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const { post, submit, duplicate, merge, erase, exportOf, detail, nextPhone, ...held } = heldCalls(
  test,
  partner,
  writer,
);
const { imported } = importCalls(test, partner);

const FIRST = {
  name: 'Ana',
  email: 'ana@example.com',
  attribution: { utm_source: 'google', utm_campaign: 'Natal' },
  deal: { value: 100 },
};
const LATER = {
  name: 'Canário Pedro',
  email: 'canario@example.com',
  attribution: { utm_source: 'canario-fonte', utm_medium: 'cpc', utm_campaign: 'Black Canário' },
  deal: { value: 300 },
};
const KEPT: AlsoSent = {
  name: 'Canário Pedro',
  email: 'canario@example.com',
  utm_campaign: 'Black Canário',
  utm_source: 'canario-fonte',
  utm_medium: 'cpc',
  value: 300,
};
const CANARY = /can[aá]rio/i;

/** What the lead's submissions sent in vain, the newest first, as the timeline shows it. */
async function shown(id: string, owner = partner.owner): Promise<(AlsoSent | null | undefined)[]> {
  const { data } = await owner.get<TimelineEntry[]>(`/leads/${id}/timeline`);
  return data.flatMap(({ submission }) => (submission ? [submission.also_sent] : []));
}

const tablesWith = async (canary: RegExp, accountId = partner.accountId): Promise<string[]> => {
  const tables = await everythingOf(test, accountId);
  return Object.keys(tables).filter((table) => canary.test(tables[table] ?? ''));
};

const WAYS: Record<string, (phone: string) => Promise<unknown>> = {
  'a key that reads': async (phone) => {
    const { status, text } = await post({ phone, ...LATER });
    expect([status, CANARY.test(text)]).toEqual([200, false]);
  },
  'a key that only writes': async (phone) => {
    const answer = await post({ phone, ...LATER }, writer);
    expect([answer.status, answer.body]).toEqual([202, { data: { received: true } }]);
  },
  'a row of an import': (phone) =>
    imported(
      lines(
        'phone,name,email,utm_source,utm_medium,utm_campaign,deal.value',
        `${phone},${KEPT.name},${KEPT.email},${KEPT.utm_source},${KEPT.utm_medium},${KEPT.utm_campaign},${KEPT.value}`,
      ),
    ),
};

describe.each(Object.keys(WAYS))('what %s sends later', (way) => {
  it('is kept with the submission, and no partner sees it', async () => {
    const phone = nextPhone.mobile();
    await partner.staff.post('/conversations', { phone, channel: 'chat', name: FIRST.name });
    const { id, updated_at } = await submit({ ...FIRST, phone });
    await WAYS[way]?.(phone);
    expect(await shown(id)).toEqual([KEPT, null]);
    expect((await exportOf(id)).data.submissions.map((entry) => entry.also_sent)).toEqual([null, KEPT]);
    // Nobody comes back by an import.
    const kept = way === 'a row of an import' ? ['submissions'] : ['returns', 'submissions'];
    expect(await tablesWith(CANARY)).toEqual(kept);
    const found = await partner.api.get<{ updated_at: string }>(`/leads/${id}`);
    expect([found.data.updated_at, CANARY.test(found.text)]).toEqual([updated_at, false]);
  });
});

it('is not kept when the lead takes it, has it, or the submission is a repetition', async () => {
  const { id, phone } = await submit();
  await post({ phone, name: FIRST.name, email: FIRST.email, attribution: FIRST.attribution });
  await post({ phone, ...FIRST, email: 'ANA@example.com', external_id: 'a', deal: undefined });
  await post({ phone, ...LATER, external_id: 'a' });
  expect(await shown(id)).toEqual([null, null, null]);
  expect(await tablesWith(CANARY)).toEqual([]);
});

it('compares the value with the deal of its pipeline, and none is left when it makes a deal', async () => {
  const { id, phone } = await submit(FIRST);
  const { data } = await partner.owner.post<{ id: string }>('/pipelines', {
    name: 'B',
    stages: [{ name: 'b', is_entry: true }],
  });
  await post({ phone, deal: { value: 100 } });
  await post({ phone, deal: { pipeline_id: data.id, value: 100.5 } });
  await post({ phone, deal: { pipeline_id: data.id, value: 100 } });
  expect(await shown(id)).toEqual([{ value: 100 }, null, null, null]);
});

describe('a held submission', () => {
  it('keeps it once it is applied to a lead', async () => {
    const { id, phone } = await submit(FIRST);
    await duplicate(phone);
    await post({ phone, ...LATER }, writer);
    const waiting = await held.newest();
    expect((await held.apply(waiting.id, id)).text).not.toContain('also_sent');
    expect(await shown(id)).toEqual([KEPT, null]);
  });

  it('keeps what it sent on arrival when its note is applied', async () => {
    const { id, phone } = await submit(FIRST);
    await test.sql(`update leads set notes = repeat('x', 2000) where id = $1`, [id]);
    await post({ phone, ...LATER, notes: 'importante' }, writer);
    await test.sql(`update leads set notes = '' where id = $1`, [id]);
    expect((await held.apply((await held.newest()).id, id)).status).toBe(200);
    expect(await shown(id)).toEqual([KEPT, null]);
  });

  it('of another phone is shown at the lead that it went to, and erased with either person', async () => {
    for (const whom of ['the lead', 'the sender'] as const) {
      const external_id = `taken-${nextPhone.mobile()}`;
      const { id } = await submit({ ...FIRST, external_id });
      const sender = nextPhone.mobile();
      await post({ phone: sender, external_id, ...LATER }, writer);
      await held.apply((await held.newest()).id, id);
      expect(await shown(id)).toEqual([KEPT, null]);
      const { status } = await (whom === 'the lead'
        ? erase(id)
        : partner.owner.post('/people/erase', { phone: sender }));
      expect([whom, status, await tablesWith(CANARY)]).toEqual([whom, 200, []]);
    }
  });
});

it('goes along with a merge, and is erased with the person', async () => {
  const { id, phone } = await submit(FIRST);
  await post({ phone, ...LATER });
  const survivor = await duplicate(phone, { name: 'Ana' });
  await merge(id, survivor.id);
  expect(await shown(survivor.id)).toEqual([KEPT, null]);
  expect((await exportOf(survivor.id)).text).toMatch(CANARY);
  await erase(survivor.id);
  expect(await shown(survivor.id)).toEqual([null, null]);
  expect(await tablesWith(CANARY)).toEqual([]);
});

it('is nobody else’s', async () => {
  const other = await test.partner('leads:read', 'leads:write');
  const { id, phone } = await submit(FIRST);
  const theirs = await submit({ ...FIRST, phone }, other.api);
  await post({ phone, ...LATER });
  expect(await shown(theirs.id, other.owner)).toEqual([null]);
  expect((await other.owner.get(`/leads/${id}/timeline`)).status).toBe(404);
  await other.owner.post('/people/erase', { phone });
  expect(await shown(id)).toEqual([KEPT, null]);
});

it('of two first contacts at once, the name of one is the lead’s and the other’s is kept', async () => {
  for (let round = 0; round < shortOrLong(6, 30); round++) {
    const phone = nextPhone.mobile();
    const send = (name: string) => () => post({ phone, name, email: `${name}@example.com`.toLowerCase() });
    const [{ data }] = await race(round, send('Ana'), send('Pedro'));
    const { name } = await detail(data.id);
    const loser = name === 'Ana' ? 'Pedro' : 'Ana';
    expect([...(await shown(data.id))].sort()).toEqual([
      { name: loser, email: `${loser.toLowerCase()}@example.com` },
      null,
    ]);
  }
});
