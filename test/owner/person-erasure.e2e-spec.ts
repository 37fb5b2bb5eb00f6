import type { TombstoneView } from '../../src/contract/lead';
import type { PersonExport } from '../../src/contract/person';
import { ImportsJob } from '../../src/imports/imports.job';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { everythingOf, leadCalls, type Submitted } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';

/** Export and erasure of a person by phone, for all kinds of data: one shows everything, the other leaves nothing. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const writer = forEachTest(() => partner.withKey('leads:write'));
const { nextPhone, submit, duplicate, pair, merge, count, search, exportOf, wrongEntries } = leadCalls(test, partner);

const exportPerson = (phone: string) => partner.owner.post<PersonExport>('/people/export', { phone });
const erasePerson = (phone: string) =>
  partner.owner.post<{ id: string | null; erased_at: string }>('/people/erase', { phone });
const lookup = (phone: string) => partner.owner.post('/people/lookup', { phone });

/** Content of this person only. */
const CANARIES = {
  name: 'Canário Nome',
  email: 'canario@example.com',
  notes: 'canario-nota',
  attribution: { utm_source: 'canario-source', referrer: 'https://canario.example/' },
};

const canaryOf = (phone: string) => new RegExp(`can[aá]rio|${phone.slice(-8)}`, 'i');

/** Returns the tables that contain data of the person. */
async function traces(phone: string): Promise<string[]> {
  const tables = await everythingOf(test, partner.accountId);
  return Object.keys(tables).filter((table) => canaryOf(phone).test(tables[table] ?? ''));
}

const wrote = (phone: string) => partner.staff.post('/conversations', { phone, channel: 'chat', name: 'Canário Chat' });

/** Makes a held submission: another phone has its external_id. */
async function hold(phone: string): Promise<string> {
  const external_id = `taken-${nextPhone.mobile()}`;
  await submit({ external_id });
  await writer.post('/leads', { phone, external_id, ...CANARIES });
  return (await partner.owner.get<{ id: string }[]>('/held-submissions')).data[0]?.id ?? '';
}

const importRow = (phone: string) =>
  partner.owner.with({ 'Content-Type': 'text/csv' }).post('/imports', `phone,name\r\n${phone},Canário Linha`);

/** Kinds of data, each alone, and all together. */
const PEOPLE: Record<string, { make: (phone: string) => Promise<unknown>; tables: string[] }> = {
  'who wrote by chat': { make: wrote, tables: ['conversations'] },
  'of whom a submission is held': { make: hold, tables: ['held_submissions'] },
  'whose submission was dismissed': {
    make: async (phone) => partner.owner.post(`/held-submissions/${await hold(phone)}/dismiss`),
    tables: ['held_submissions'],
  },
  'whose submission was applied to another’s lead': {
    make: async (phone) => {
      const { id } = await submit({
        ...CANARIES,
        name: 'Outro',
        email: 'outro@example.com',
        notes: 'o',
        attribution: {},
      });
      await partner.owner.post(`/held-submissions/${await hold(phone)}/apply`, { lead_id: id });
      await test.sql(
        `update leads set name = 'Outro', email = null, notes = '', utm_source = null, referrer = null where id = $1`,
        [id],
      );
    },
    tables: ['held_submissions', 'submissions'],
  },
  'who waits in an import': { make: importRow, tables: ['import_rows'] },
  'who has one lead': {
    make: (phone) => submit({ phone, external_id: 'canario-externo', ...CANARIES }),
    tables: ['conversations', 'lead_words', 'leads', 'submissions'],
  },
  'who sent another name later': {
    make: async (phone) => {
      await submit({ phone, name: 'Canário Nome' });
      await writer.post('/leads', { phone, name: 'Canário Depois' });
    },
    tables: ['conversations', 'lead_words', 'leads', 'returns', 'submissions'],
  },
  'of whom there is everything': {
    make: async (phone) => {
      await wrote(phone);
      const lead = await submit({ phone, external_id: 'canario-externo', ...CANARIES });
      await hold(phone);
      const gone = await duplicate(phone, { name: 'Canário Fundido', email: 'canario2@example.com' });
      await duplicate(phone, { name: 'Canário Irmão' });
      await writer.post('/leads', { phone, name: 'Canário Ambíguo', external_id: 'canario-ambiguo' });
      await merge(gone.id, lead.id);
      await importRow(phone);
    },
    tables: ['conversations', 'held_submissions', 'import_rows', 'lead_merges', 'lead_words', 'leads', 'submissions'],
  },
};

/** Returns two spellings of a number, one without country code and ninth digit. */
const spellingsOf = (phone: string): string[] => {
  const national = phone.replace(/^55/, '');
  return [`+55 ${national}`, `${national.slice(0, 2)}${national.slice(3)}`];
};

describe.each(Object.keys(PEOPLE))('a person %s', (kind) => {
  const { make, tables } = PEOPLE[kind] as (typeof PEOPLE)[string];

  it('is found, exported and erased by phone, and leaves nothing in any table', async () => {
    const phone = nextPhone.mobile();
    await make(phone);
    expect(await traces(phone)).toEqual(tables);
    for (const spelling of spellingsOf(phone)) expect((await lookup(spelling)).status).toBe(200);

    const exported = await Promise.all(spellingsOf(phone).map(exportPerson));
    expect(exported.map(({ status }) => status)).toEqual(exported.map(() => 200));
    expect(new Set(exported.map(({ text }) => text)).size).toBe(1);
    const [{ data: person, text } = { data: undefined, text: '' }] = exported;
    expect(text).toMatch(canaryOf(phone));
    const lead = person?.leads[0]?.id ?? null;
    if (lead) expect((await exportOf(lead)).data).toEqual(person);

    const [rows, others] = [await count('conversations'), await count('leads')];
    const answer = await erasePerson(spellingsOf(phone).at(-1) ?? '');
    expect([answer.status, answer.data]).toEqual([200, { id: lead, erased_at: expect.any(String) as string }]);
    expect(await traces(phone)).toEqual([]);
    expect([await count('conversations'), await count('leads')]).toEqual([rows, others]);
    expect(await wrongEntries()).toEqual([]);
    for (const call of [lookup, exportPerson, erasePerson]) {
      expect((await call(phone)).error.code).toBe('not_found');
    }
    // A pending import applies nothing later.
    await test.app.get(ImportsJob).run();
    expect(await traces(phone)).toEqual([]);

    const again = await partner.api.post<Submitted>('/leads', { phone, external_id: 'canario-externo' });
    expect([again.status, again.data.created, again.data.lead.name]).toEqual([201, true, null]);
    expect(again.data.id).not.toBe(lead);
  });
});

it('syncs see an erasure by phone as they see one by lead', async () => {
  const [first, second] = await pair({ name: 'Ana' });
  const since = new Date(Date.now() - 60_000).toISOString();
  expect((await erasePerson(first.phone)).status).toBe(200);
  const { data } = await partner.api.get<TombstoneView[]>(`/leads?updated_since=${since}&limit=50`);
  for (const { id } of [first, second]) {
    expect(data.find((lead) => lead.id === id)?.gone).toEqual({ reason: 'erased', into: null });
  }
});

it('another account’s person of the same phone is not touched, shown or known', async () => {
  const other = await test.partner('leads:write');
  const phone = nextPhone.mobile();
  await other.api.post('/leads', { phone, ...CANARIES });
  const theirs = await everythingOf(test, other.accountId);
  for (const call of [lookup, exportPerson, erasePerson]) expect((await call(phone)).status).toBe(404);
  await wrote(phone);
  expect((await exportPerson(phone)).text).not.toContain(CANARIES.name);
  expect((await erasePerson(phone)).status).toBe(200);
  expect(await everythingOf(test, other.accountId)).toEqual(theirs);
});

it.each([
  ['no phone', {}, ['phone']],
  ['an invalid phone', { phone: '123' }, ['phone']],
  ['an unknown field', { phone: '11987654321', email: 'a@example.com' }, ['email']],
])('refuses %s', async (_, body, fields) => {
  for (const path of ['/people/export', '/people/erase']) {
    expect((await partner.owner.post(path, body)).fields).toEqual(fields);
  }
});

describe('an erasure by phone at the same time as', () => {
  const ROUNDS = shortOrLong(3, 8);

  /** Checks that an erasure at the same time leaves nothing, in either order. */
  async function expectNothing(make: (phone: string) => Promise<() => Promise<unknown>>): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      const phone = nextPhone.mobile();
      const other = await make(phone);
      const [, erased] = await race(round, other, () => erasePerson(phone));
      expect(erased.status).toBe(200);
      expect([round, await traces(phone)]).toEqual([round, []]);
    }
    expect(await wrongEntries()).toEqual([]);
  }

  it('a held submission becomes a lead', () =>
    expectNothing(async (phone) => {
      const id = await hold(phone);
      return async () => {
        const { status } = await partner.owner.post(`/held-submissions/${id}/apply`, { new_lead: true });
        expect([200, 404, 409]).toContain(status);
      };
    }));

  it('a held submission is dismissed', () =>
    expectNothing(async (phone) => {
      const id = await hold(phone);
      return () => partner.owner.post(`/held-submissions/${id}/dismiss`);
    }));

  it('a row of an import is applied', () =>
    expectNothing(async (phone) => {
      await importRow(phone);
      return () => test.app.get(ImportsJob).run();
    }));

  it('two leads are merged', () =>
    expectNothing(async (phone) => {
      const one = await submit({ phone, ...CANARIES });
      const other = await duplicate(phone, { name: 'Canário Irmão' });
      return async () => expect([200, 404]).toContain((await merge(other.id, one.id)).status);
    }));

  it('POST /leads: never an error, one new lead at most, and nothing on the erased one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const phone = nextPhone.mobile();
      await wrote(phone);
      const post = (i: number) =>
        partner.api.post<Submitted>('/leads', { phone, name: `n${i}`, external_id: `${round}-${i}` });
      const [posted, erased] = await race(
        round,
        () => Promise.all(times(6, post)),
        () => erasePerson(phone),
      );
      expect(erased.status).toBe(200);
      for (const { status } of posted) expect([200, 201]).toContain(status);
      const fresh = posted.filter(({ data }) => data.id !== erased.data.id);
      expect(new Set(fresh.map(({ data }) => data.id)).size).toBeLessThanOrEqual(1);
      expect(await count('submissions', `external_id like '${round}-%'`)).toBe(fresh.length);
      expect(await count('leads', `erased_at is not null and (name is not null or phone <> '')`)).toBe(0);
      expect((await search(`?phone=${phone}`)).data.map(({ id }) => id)).toEqual([
        ...new Set(fresh.map(({ data }) => data.id)),
      ]);
    }
  });

  it('itself and an erasure by lead: one of them does it, and the trail has one entry', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [{ id, phone }] = await pair(CANARIES);
      const [byLead, byPhone] = await race(
        round,
        () => partner.owner.post<{ erased_at: string }>(`/leads/${id}/erase`),
        () => erasePerson(phone),
      );
      expect(byLead.status).toBe(200);
      expect([200, 404]).toContain(byPhone.status);
      expect(await traces(phone)).toEqual([]);
      expect(await count('audit_entries', `action = 'person.erased' and subject_id = '${id}'`)).toBe(1);
    }
  });
});

it('no call met a deadlock', async () => expect(await deadlocks()).toBe(0));
