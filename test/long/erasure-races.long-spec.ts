import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls, type Submitted } from '../support/lead-calls';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const { submit, pair, count, search, merge, erase } = leadCalls(test, partner);

describe('an erasure at the same time as', () => {
  const ROUNDS = 15;

  /** Counts erased leads with personal data on them or in their conversation. */
  const remains = async (): Promise<number> =>
    (
      await partner.sql(`select 1 from leads l join conversations c on c.account_id = l.account_id and c.id = l.conversation_id
         where l.account_id = $1 and l.erased_at is not null
           and (l.name is not null or l.notes <> '' or l.phone <> '' or c.phone is not null or c.phone_key is not null
                or exists (select 1 from lead_tags t where t.account_id = l.account_id and t.lead_id = l.id))`)
    ).length;

  it('POST /leads of the same phone: never an error, and nothing on the erased lead', async () => {
    const created = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const lead = await submit({ name: 'Ana' });
      const post = (i: number) =>
        partner.api.post<Submitted>('/leads', {
          phone: lead.phone,
          name: `n${i}`,
          notes: `n${i}`,
          tags: [`t${i}`],
          external_id: `${round}-${i}`,
        });
      const [posted, erased] = await race(
        round,
        () => Promise.all(times(8, post)),
        () => erase(lead.id),
      );
      expect(erased.status).toBe(200);
      for (const { status } of posted) expect([200, 201]).toContain(status);
      const fresh = posted.filter(({ data }) => data.id !== lead.id);
      created.add(fresh.length);
      // All submissions after the erasure are in one new conversation.
      expect(new Set(fresh.map(({ data }) => data.id)).size).toBeLessThanOrEqual(1);
      expect(posted.filter(({ status }) => status === 201)).toHaveLength(fresh.length > 0 ? 1 : 0);
      expect(await count('submissions', `external_id like '${round}-%'`)).toBe(fresh.length);
    }
    expect([...created].some((n) => n > 0)).toBe(true);
    expect(await remains()).toBe(0);
  });

  it('POST /leads of a key that may not read, for an ambiguous phone: held before the erasure or applied after it', async () => {
    const writer = await partner.withKey('leads:write');
    let applied = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const [first] = await pair({ name: 'Ana' });
      const [posted, erased] = await race(
        round,
        () => Promise.all(times(4, (i) => writer.post('/leads', { phone: first.phone, name: `n${i}` }))),
        () => erase(first.id),
      );
      expect(erased.status).toBe(200);
      for (const { status } of posted) expect(status).toBe(202);
      // Nothing stays held, because the phone is no longer ambiguous.
      expect(await count('held_submissions', `state = 'held'`)).toBe(0);
      expect(await count('held_submissions', 'body is not null or phone is not null')).toBe(0);
      applied += (await search(`?phone=${first.phone}`)).data.length;
    }
    expect(applied).toBeGreaterThan(0);
    expect(await remains()).toBe(0);
  });

  it('PATCH, staff contacts and merges of the same lead: nothing on the erased lead', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [first, second] = await pair();
      const [erased, patched, contact, imported, merged] = await Promise.all([
        erase(first.id),
        partner.api.patch(`/leads/${first.id}`, { name: 'Ana', notes: 'n', add_tags: ['t'] }),
        partner.staff.post('/conversations', { phone: first.phone, channel: 'chat' }),
        partner.staff.post('/leads', { phone: first.phone, allow_duplicate: true }),
        merge(second.id, first.id),
      ]);
      expect(erased.status).toBe(200);
      expect([200, 404]).toContain(patched.status);
      expect([200, 201]).toContain(contact.status);
      expect(imported.status).toBe(201);
      expect([200, 404]).toContain(merged.status);
    }
    expect(await remains()).toBe(0);
  });

  it('all of these: no deadlock', async () => expect(await deadlocks()).toBe(0));
});
