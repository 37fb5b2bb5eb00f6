import { DAY_MS } from '../../src/contract/durations';
import type { LeadView, TombstoneView } from '../../src/contract/lead';
import { ImportsJob } from '../../src/imports/imports.job';
import { appForAllTests } from '../support/app';
import { textUnder } from '../support/doc-page';
import { KINDS, retentionCalls } from '../support/retention-calls';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const calls = retentionCalls(test, partner, writer);
const { submit, pair, merge, detail, exportOf, search, erase, nextPhone } = calls;
const { ambiguous, conflicting, full, apply, dismiss, list, count, everything } = calls;
const { runAt, afterDays, jobWith, importFile, imported, sendMails, MAKE, kindsLeft, endOf } = calls;

afterEach(() => jest.restoreAllMocks());

const SETTINGS = KINDS.map((kind) => `RETENTION_DAYS_${kind.toUpperCase()}`);

describe('what was kept for its days', () => {
  it.each(KINDS)('goes then and not a millisecond before: %s', async (kind) => {
    await MAKE[kind].of();
    const made = await count(...MAKE[kind].kept);
    expect(made).toBeGreaterThan(0);
    const end = await endOf(kind);
    await runAt(new Date(end - 1));
    // Of several rows, the first may be deleted a moment earlier.
    expect(await count(...MAKE[kind].kept)).toBeGreaterThan(0);
    await runAt(new Date(end));
    expect(await count(...MAKE[kind].kept)).toBe(0);
  });

  it('of a notification goes with the marks of members', async () => {
    await MAKE.notifications.of();
    const [made, marks] = [await count('notifications'), await count('notification_reads')];
    expect([made > 1, marks]).toEqual([true, made]);
    await runAt(new Date((await endOf('notifications')) + 1_000));
    expect([await count('notifications'), await count('notification_reads')]).toEqual([0, 0]);
  });

  it('is deleted in any number of batches', async () => {
    await partner.sql(`insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
       select $1, gen_random_uuid(), 'api_key.created', 'r', '{}', now(), now() from generate_series(1, 50)`);
    await sendMails();
    for (let n = 0; n < 3; n++) await dismiss((await conflicting()).held.id);
    await imported(nextPhone.mobile());
    await imported(nextPhone.mobile());
    const job = jobWith({});
    job.batch = 2;
    await job.runAccount(partner.accountId, new Date(Date.now() + 400 * DAY_MS));
    expect(await kindsLeft()).toEqual([]);
    expect([await count('imports'), await count('held_submissions')]).toEqual([0, 3]);
  });

  it('stays for ever when its setting is 0, for a century if that is its setting, and goes by the setting of its own kind', async () => {
    for (const kind of KINDS) await MAKE[kind].of();
    const before = await everything();
    const run = (days: number, settings: Record<string, string>) =>
      jobWith(settings).runAccount(partner.accountId, new Date(Date.now() + days * DAY_MS));
    await run(0, Object.fromEntries(SETTINGS.map((name) => [name, '36500'])));
    await run(36_000, Object.fromEntries(SETTINGS.map((name) => [name, '0'])));
    expect(await everything()).toEqual(before);
    await run(8, { RETENTION_DAYS_HELD: '7' });
    // The audit entry was already too old when it was made.
    expect(await kindsLeft()).toEqual(['mail', 'imports', 'merges', 'deliveries', 'notifications']);
  });
});

describe('what is still waiting stays', () => {
  it('a submission that waits for its decision can be applied years later', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana', notes: 'importante' });
    const { held: note, lead } = await full();
    await afterDays(3_000);
    expect((await list()).data.map(({ id, body }) => [id, body !== null])).toEqual([
      [note.id, true],
      [held.id, true],
    ]);
    expect((await apply(held.id, leads[0].id)).status).toBe(200);
    expect((await detail(leads[0].id)).notes).toContain('importante');
    await partner.sql(`update leads set notes = '' where account_id = $1 and id = $2`, lead.id);
    expect((await apply(note.id, lead.id)).status).toBe(200);
  });

  it('a mail that waits, and one that was given up: the operator can still send it', async () => {
    await partner.sql(`update outbox set dead_at = now() where account_id = $1
         and id = (select id from outbox where account_id = $1 order by id limit 1)`);
    expect([await count('outbox', 'dead_at is null'), await count('outbox', 'dead_at is not null')]).toEqual([1, 1]);
    await afterDays(3_000);
    expect([await count('outbox', 'dead_at is null'), await count('outbox', 'dead_at is not null')]).toEqual([1, 1]);
  });

  it('an import that runs', async () => {
    const { id } = (await importFile([nextPhone.mobile()])).data;
    await afterDays(3_000);
    await test.app.get(ImportsJob).run();
    expect((await partner.owner.get(`/imports/${id}`)).data).toMatchObject({ state: 'finished', created: 1 });
  });
});

describe('what was promised holds years later', () => {
  const LATER = 3_000;

  it('the external_id of a held submission that was applied is a replay, and of a conflict that was settled is not held again', async () => {
    const sent = { external_id: `a-${nextPhone.mobile()}`, name: 'Ana' };
    const { held, leads } = await ambiguous(sent);
    await apply(held.id, leads[0].id);
    const { held: conflict, lead } = await conflicting();
    await apply(conflict.id, lead.id);
    await afterDays(LATER);

    const again = await partner.api.post<{ duplicate: boolean; lead: LeadView }>('/leads', {
      phone: leads[0].phone,
      ...sent,
    });
    expect([again.status, again.data.duplicate, again.data.lead.id]).toEqual([200, true, leads[0].id]);
    const settled = await writer.post('/leads', { phone: lead.phone, external_id: conflict.external_id });
    expect([settled.status, (await list()).data]).toEqual([202, []]);
    const elsewhere = await partner.api.post('/leads', { phone: nextPhone.mobile(), ...sent });
    expect([elsewhere.status, elsewhere.error.code]).toEqual([409, 'external_id_conflict']);
  });

  it('a decided submission is listed, without what was sent, and its person can be found, exported and erased', async () => {
    const { held, leads } = await ambiguous({ name: 'Ana' });
    await apply(held.id, leads[0].id);
    await afterDays(LATER);
    const [shown] = (await list('?state=applied')).data;
    expect(shown).toEqual({
      ...held,
      state: 'applied',
      body: null,
      lead_id: leads[0].id,
      resolved_at: shown?.resolved_at,
    });
    const exported = (await exportOf(leads[0].id)).data;
    expect(exported.held_submissions).toEqual([shown]);
    expect((await erase(leads[0].id)).status).toBe(200);
    expect((await list('?state=applied')).data[0]).toMatchObject({ phone: null, external_id: null });
  });

  it('a merged lead still leads to the lead that stayed: in replays, in syncs, and by its consent', async () => {
    const external_id = `m-${nextPhone.mobile()}`;
    const [merged, survivor] = await pair({ external_id, consent: true, name: 'Bia' });
    const { consent } = await detail(merged.id);
    await merge(merged.id, survivor.id);
    await afterDays(LATER);

    const replayed = await partner.api.post<{ lead: LeadView }>('/leads', { phone: merged.phone, external_id });
    expect([replayed.status, replayed.data.lead.id]).toEqual([200, survivor.id]);
    const rows = (await partner.api.get<(LeadView | TombstoneView)[]>('/leads?updated_since=2000-01-01T00:00:00Z'))
      .data;
    expect(rows.find(({ id }) => id === merged.id)).toMatchObject({ gone: { reason: 'merged', into: survivor.id } });
    const { leads } = (await exportOf(survivor.id)).data;
    expect(consent).not.toBeNull();
    expect(leads).toMatchObject([{ consent, merged_leads: [{ id: merged.id, lead: null }] }]);
  });

  it('an imported file creates nothing twice, and the consent that it brought is kept', async () => {
    const rows = [`${nextPhone.mobile()},true`, `${nextPhone.mobile()},`];
    const { id } = await imported(...rows);
    await afterDays(LATER);
    expect((await partner.owner.get(`/imports/${id}`)).status).toBe(404);
    expect((await partner.owner.get('/imports')).data).toEqual([]);
    expect(await imported(...rows)).toMatchObject({ state: 'finished', duplicate: 2, created: 0 });
    const phone = rows[0]?.split(',')[0] ?? '';
    expect((await search(`?phone=${phone}`)).data).toMatchObject([{ consent: { key_id: id, request_id: `${id}:2` } }]);
  });

  it('nothing else of the account changes', async () => {
    await submit({ name: 'Ana', notes: 'n', tags: ['x'], consent: true, external_id: 'x' });
    const [one, other] = await pair({ tags: ['y'] });
    await merge(one.id, other.id);
    await dismiss((await conflicting()).held.id);
    await sendMails();
    const aging = ['audit_entries', 'held_submissions', 'lead_merges', 'notifications', 'outbox'];
    const others = async () => Object.entries(await everything()).filter(([table]) => !aging.includes(table));
    const before = await others();
    await afterDays(LATER);
    expect(await others()).toEqual(before);
    expect([await count('held_submissions'), await count('lead_merges'), await count('outbox')]).toEqual([1, 1, 0]);
  });
});

describe('docs/operations.md, "Retention"', () => {
  const section = textUnder('docs/operations.md', 'Retention');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, table]) => table));

  it('says for every table of the database how long its rows are kept', async () => {
    const tables = await test.sql<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    expect([...named].sort()).toEqual(tables.map(({ name }) => name).sort());
  });
});
