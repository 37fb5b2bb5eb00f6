import { phoneOf } from './support/loader';
import { OPERATOR_TOKEN, report, Stack } from './support/stack';
import type { Submitted } from '../support/lead-calls';
import { tally, times } from '../support/race';
import { forAllTests, forEachTest } from '../support/setup';

const stack = forAllTests(() => Stack.start());
const partner = forEachTest(() => stack.partner());

/** Sends a lead to the instance whose turn it is. */
const post = (turn: number, body: object) => partner.api(turn).post<Submitted>('/leads', body);

const expectKept = async (): Promise<void> => expect(await stack.check(partner, [])).toEqual([]);

/** Returns the violations in the account's rows. Checks that need a history are left out: notes, counts and foreign rows. */
const structure = async (): Promise<string[]> =>
  (await stack.check(partner, []))
    .map(({ invariant }) => invariant)
    .filter((name) => !['I9', 'I14', 'I17'].includes(name));

it('F12a: one new phone in four spellings from 64 callers at two instances: one 201, the rest 200', async () => {
  for (let round = 0; round < 5; round++) {
    const phone = phoneOf(round);
    const answers = await Promise.all(times(64, (n) => post(n, { phone: phone.spelled(n >> 1) })));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 63, 201: 1 });
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  }
  expect(await structure()).toEqual([]);
  report({ fault: 'F12a', requests: 5 * 64, created: 5 });
});

it('F12b: one external_id with two phones at once: one 201, one 409, and nothing of the loser', async () => {
  for (let round = 0; round < 40; round++) {
    const bodies = times(2, (n) => ({ phone: phoneOf(100 + 2 * round + n).spelled(0), external_id: `round-${round}` }));
    const answers = await Promise.all(bodies.map((body, n) => post(n, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  }
  const [counts] = await stack.sql<{ leads: number; conversations: number }>(
    `select (select count(*)::int from leads where account_id = $1) as leads,
            (select count(*)::int from conversations where account_id = $1) as conversations`,
    [partner.accountId],
  );
  expect(counts).toEqual({ leads: 40, conversations: 40 });
  report({ fault: 'F12b', requests: 80, won: 40, refused: 40 });
});

it('F12g: 200 external_ids, twenty identical posts each, at two instances: 200 submissions, one effect each', async () => {
  const duplicates: boolean[] = [];
  for (let batch = 0; batch < 20; batch++) {
    const answers = await Promise.all(
      times(200, (n) => {
        const id = batch * 10 + (n % 10);
        return post(n + Math.floor(n / 10), {
          phone: phoneOf(id % 50).spelled(n),
          external_id: `same-${id}`,
          notes: `note-${id}-p`,
        });
      }),
    );
    for (const { data } of answers) duplicates.push(data.duplicate);
  }
  expect(tally(duplicates.map(String))).toEqual({ false: 200, true: 3800 });
  const rows = await stack.sql<{ notes: string }>('select notes from leads where account_id = $1', [partner.accountId]);
  const tokens = rows.flatMap(({ notes }) => notes.match(/note-\d+-p/g) ?? []);
  expect([tokens.length, new Set(tokens).size]).toEqual([200, 200]);
  report({ fault: 'F12g', requests: 4000, effects: 200 });
});

it('F12c: thirty key creations at once: five; against revocations and a change of owner: none of the old owner', async () => {
  const create = (n: number) =>
    partner.owner(n).post<{ id: string }>('/api-keys', { name: `k${n}`, permissions: ['leads:read'] });
  const change = (n: number) =>
    stack
      .operator(n % 2)
      .put(`/accounts/${partner.accountId}/owner`, { name: 'Outra', email: `o-${n}-${Math.random()}@example.com` });
  for (let round = 0; round < 5; round++) {
    await change(round);
    const made = await Promise.all(times(30, create));
    expect(tally(made.map(({ status }) => status))).toEqual({ 201: 5, 409: 25 });
    const ids = made.filter(({ status }) => status === 201).map(({ data }) => data.id);
    const mixed = await Promise.all([
      ...ids.flatMap((id, n) => [
        partner.owner(n).delete(`/api-keys/${id}`),
        partner.owner(n + 1).delete(`/api-keys/${id}`),
      ]),
      ...times(10, create),
      change(round + 1),
    ]);
    expect(mixed.filter(({ status }) => status >= 500)).toEqual([]);
    await expectKept();
  }
  report({ fault: 'F12c', requests: 5 * 51 });
});

it('F12d: forty notes at once to a record of 1,000 characters: kept until it is full, then 409 and nothing changed', async () => {
  const { data } = await post(0, { phone: phoneOf(1).spelled(0), notes: `note-0-p ${'x'.repeat(440)}` });
  await partner.api(0).patch(`/leads/${data.id}`, { notes: `note-0-p ${'x'.repeat(440)}` });
  const answers = await Promise.all(
    times(40, async (n) => {
      const body = { notes: `note-${n + 1}-c ${'y'.repeat(40)}`, name: `Nome ${n}`, add_tags: [`t${n}`] };
      return { n, answer: await partner.api(n).patch(`/leads/${data.id}`, body) };
    }),
  );
  const kept = answers.filter(({ answer }) => answer.status === 200).map(({ n }) => n);
  expect(tally(answers.map(({ answer }) => answer.status))).toEqual({ 200: kept.length, 409: 40 - kept.length });
  expect(kept.length).toBeGreaterThan(5);
  const [lead] = await stack.sql<{ notes: string; name: string; tags: string[] }>(
    `select notes, name, array(select t.name from lead_tags lt join tags t on t.account_id = $1 and t.id = lt.tag_id
                               where lt.account_id = $1 and lt.lead_id = l.id) as tags
     from leads l where account_id = $1`,
    [partner.accountId],
  );
  const numbers = (texts: string[]) => texts.map((text) => Number(/\d+/.exec(text)?.[0])).sort((a, b) => a - b);
  expect(numbers(lead?.notes.match(/note-\d+-c/g) ?? [])).toEqual(kept.map((n) => n + 1));
  expect(numbers(lead?.tags ?? [])).toEqual(kept);
  expect([...(lead?.notes ?? '')].length).toBeLessThanOrEqual(2000);
  report({ fault: 'F12d', requests: 40, kept: kept.length });
});

it('F12e: twenty moves at once with posts of the same phone: one order explains every answer', async () => {
  for (let round = 0; round < 5; round++) {
    const phone = phoneOf(10 + round);
    const { data: first } = await post(0, { phone: phone.spelled(0) });
    const moves = times(20, (n) =>
      partner.api(n).post<{ changed: boolean; deal: { stage_id: string } }>(`/leads/${first.id}/stage`, {
        stage_id: partner.stages[n % partner.stages.length],
      }),
    );
    const posts = times(5, (n) => post(n, { phone: phone.spelled(n), tags: [`t${n}`] }));
    const [moved, posted] = await Promise.all([Promise.all(moves), Promise.all(posts)]);
    expect(tally([...moved, ...posted].map((answer) => answer.status))).toEqual({ 200: 25 });
    const rows = await stack.sql<{ from: string; to: string; at: Date }>(
      `select from_stage_id as "from", to_stage_id as "to", moved_at as at from stage_moves
       where account_id = $1 and deal_id = $2`,
      [partner.accountId, first.deal?.id],
    );
    expect(rows).toHaveLength(moved.filter((answer) => answer.data.changed).length);
    const [deal] = await stack.sql<{ stage: string; at: Date; updatedAt: Date }>(
      `select d.stage_id as stage, d.entered_stage_at as at, l.updated_at as "updatedAt" from deals d
       join leads l on l.account_id = d.account_id and l.id = d.lead_id where d.account_id = $1 and d.id = $2`,
      [partner.accountId, first.deal?.id],
    );
    // Moves form a path from the first stage to the last. Each stage but the two ends is entered and left equally often.
    const balance = tally(rows.flatMap(({ from, to }) => (from === to ? ['stayed'] : [`out ${from}`, `in ${to}`])));
    for (const stage of partner.stages) {
      const ends = (stage === deal?.stage ? 1 : 0) - (stage === first.deal?.stage_id ? 1 : 0);
      expect((balance[`in ${stage}`] ?? 0) - (balance[`out ${stage}`] ?? 0)).toBe(ends);
    }
    expect(balance.stayed).toBeUndefined();
    expect(deal?.at.getTime()).toBe(Math.max(...rows.map(({ at }) => at.getTime())));
    expect(deal?.updatedAt.getTime()).toBeGreaterThan(Date.parse(first.lead.updated_at));
  }
  report({ fault: 'F12e', requests: 5 * 26 });
});

it('F12f: new tags in opposite orders from many posts: no deadlock, one row for each', async () => {
  const deadlocks = async () => {
    const pages = await Promise.all(
      stack.instances.map(async ({ url }) => {
        const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
        return answer.text();
      }),
    );
    expect(pages.filter((page) => !page.includes('# HELP db_tx_retries_total'))).toEqual([]);
    return pages.flatMap((page) => page.match(/^db_tx_retries_total\{sqlstate="40P01"\} .*$/gm) ?? []);
  };
  const before = await deadlocks();
  for (let round = 0; round < 5; round++) {
    const names = times(5, (n) => `${String.fromCharCode(97 + n)}-${round}`);
    const answers = await stack.as(async (client) => {
      // A post waits at the tag in the middle and has made the tags before it.
      await client.query('begin');
      await client.query('insert into tags values ($1, gen_random_uuid(), $2, $2)', [partner.accountId, names[2]]);
      const posts = times(80, (n) => {
        const tags = n % 4 < 2 ? names : [...names].reverse();
        return post(n, {
          phone: phoneOf(1000 + round * 80 + n).spelled(n),
          tags: n % 3 ? tags : tags.map((tag) => tag.toUpperCase()),
        });
      });
      while (((await client.query('select from pg_locks where not granted')).rowCount ?? 0) < 4);
      await client.query('rollback');
      return Promise.all(posts);
    });
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 80 });
    const rows = await stack.sql('select key from tags where account_id = $1', [partner.accountId]);
    expect(rows).toHaveLength((round + 1) * names.length);
  }
  expect(await deadlocks()).toEqual(before);
  expect(await structure()).toEqual([]);
  report({ fault: 'F12f', requests: 400, deadlocks: 0 });
});
