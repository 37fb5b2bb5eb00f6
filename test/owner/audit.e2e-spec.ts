import type { AuditAction, AuditEntry } from '../../src/contract/audit';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { HttpClient } from '../support/http-client';
import { everythingOf, leadCalls } from '../support/lead-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';
import { CSV } from '../support/import-calls';

/** Each action (deed) adds an entry in its own transaction, with ids only. */

type Entry = Omit<AuditEntry, 'at'> & { readonly at: string };

const test = appForAllTests({ TRUST_PROXY: '1' });
const partner = forEachTest(() => test.partner('leads:read', 'leads:write'));
const { nextPhone, submit, pair, merge, erase, exportOf } = leadCalls(test, partner);

const page = (query = '', owner = partner.owner) => owner.get<Entry[]>(`/audit?limit=100${query}`);
const entries = async (...actions: AuditAction[]) =>
  (await page()).data.filter(({ action }) => actions.length === 0 || actions.includes(action));
const subjects = async (action: AuditAction) => (await entries(action)).map(({ subject }) => subject);

/** Makes a held submission: another phone has its external_id. */
async function hold(phone = nextPhone.mobile()): Promise<{ id: string; phone: string }> {
  const writer = await partner.withKey('leads:write');
  const external_id = nextPhone.mobile();
  await submit({ external_id });
  await writer.post('/leads', { phone, name: 'Ana', external_id });
  const [held] = (await partner.owner.get<{ id: string }[]>('/held-submissions')).data;
  return { id: held?.id ?? '', phone };
}

const chat = async (phone = nextPhone.mobile()) =>
  (await partner.staff.post<{ id: string }>('/conversations', { phone, channel: 'chat' })).data;

interface Deed {
  readonly action: AuditAction;
  /** Makes the subject of the deed. Returns the deed and the subject's id. */
  readonly prepare: () => Promise<{ id: string; deed: () => Promise<{ status: number; text: string }>; type?: string }>;
}

const DEEDS: Record<string, Deed> = {
  'a key that is revoked': {
    action: 'api_key.revoked',
    prepare: async () => {
      const made = await partner.owner.post<{ id: string }>('/api-keys', { name: 'k', permissions: ['leads:read'] });
      const { id } = made.data;
      return { id, type: 'api_key', deed: () => partner.owner.delete(`/api-keys/${id}`) };
    },
  },
  'an erasure by lead': {
    action: 'person.erased',
    prepare: async () => {
      const [{ id }] = await pair();
      return { id, type: 'lead', deed: () => erase(id) };
    },
  },
  'an erasure by phone, of a lead': {
    action: 'person.erased',
    prepare: async () => {
      const [{ id, phone }] = await pair();
      return { id, type: 'lead', deed: () => partner.owner.post('/people/erase', { phone }) };
    },
  },
  'an erasure by phone, of a conversation': {
    action: 'person.erased',
    prepare: async () => {
      const phone = nextPhone.mobile();
      const { id } = await chat(phone);
      return { id, type: 'conversation', deed: () => partner.owner.post('/people/erase', { phone }) };
    },
  },
  'an erasure by phone, of what is held': {
    action: 'person.erased',
    prepare: async () => {
      const { id, phone } = await hold();
      return { id, type: 'held_submission', deed: () => partner.owner.post('/people/erase', { phone }) };
    },
  },
  'an erasure by phone, of a row of an import': {
    action: 'person.erased',
    prepare: async () => {
      const phone = nextPhone.mobile();
      const csv = partner.owner.with(CSV);
      const { id } = (await csv.post<{ id: string }>('/imports', `phone\n${phone}`)).data;
      return { id, type: 'import', deed: () => partner.owner.post('/people/erase', { phone }) };
    },
  },
  'a merge': {
    action: 'lead.merged',
    prepare: async () => {
      const [into, { id }] = await pair();
      return { id, type: 'lead', deed: () => merge(id, into.id) };
    },
  },
  'a held submission that is applied': {
    action: 'held_submission.applied',
    prepare: async () => {
      const lead = await submit();
      const { id } = await hold();
      const deed = () => partner.owner.post(`/held-submissions/${id}/apply`, { lead_id: lead.id });
      return { id, type: 'held_submission', deed };
    },
  },
  'a held submission that becomes a lead': {
    action: 'held_submission.applied',
    prepare: async () => {
      const { id } = await hold();
      const deed = () => partner.owner.post(`/held-submissions/${id}/apply`, { new_lead: true });
      return { id, type: 'held_submission', deed };
    },
  },
  'a held submission that is dismissed': {
    action: 'held_submission.dismissed',
    prepare: async () => {
      const { id } = await hold();
      return { id, type: 'held_submission', deed: () => partner.owner.post(`/held-submissions/${id}/dismiss`) };
    },
  },
  'a change of plan': {
    action: 'account.changed',
    prepare: () => {
      const id = partner.accountId;
      const deed = () => test.operator.patch(`/accounts/${id}`, { plan: { auto_origin: false } });
      return Promise.resolve({ id, type: 'account', deed });
    },
  },
};

/** Deeds that add an entry every time. */
const REPEATED: Record<string, Deed['prepare']> = {
  'a key that is made': () =>
    Promise.resolve({
      id: '',
      deed: () => partner.owner.post('/api-keys', { name: 'k', permissions: ['leads:read'] }),
    }),
  'an export by lead': async () => {
    const { id } = await submit({ name: 'Canário' });
    return { id, deed: () => exportOf(id) };
  },
  'an export by phone': async () => {
    const { id, phone } = await submit({ name: 'Canário' });
    return { id, deed: () => partner.owner.post('/people/export', { phone }) };
  },
  'an import': () =>
    Promise.resolve({ id: '', deed: () => partner.owner.with(CSV).post('/imports', `phone\n${nextPhone.mobile()}`) }),
  'a change of owner': () => {
    const owner = { name: 'Bia', email: `${nextPhone.mobile()}@example.com` };
    return Promise.resolve({ id: '', deed: () => partner.staff.put('/owner', owner) });
  },
};

/** Returns all rows of the account, including the row in `accounts`. */
const everything = async () => ({
  ...(await everythingOf(test, partner.accountId)),
  accounts: JSON.stringify(await partner.sql('select * from accounts where id = $1')),
});

/** Without its entry a deed is not done, and nothing is told. */
async function expectRefusal(deed: () => Promise<{ status: number; text: string }>): Promise<void> {
  const before = await everything();
  const refuse = `check (account_id <> '${partner.accountId}') not valid`;
  await test.sql(`alter table audit_entries add constraint refused ${refuse}`);
  try {
    const answer = await deed();
    expect([answer.status, answer.text]).toEqual([500, expect.not.stringMatching(/Canário/) as string]);
    expect(await everything()).toEqual(before);
  } finally {
    await test.sql('alter table audit_entries drop constraint refused');
  }
}

it.each(Object.keys(DEEDS))(
  '%s is not done without its entry, and has one, however often it is done and however many do it at once',
  async (name) => {
    const { action, prepare } = DEEDS[name] as Deed;
    const { id, type, deed } = await prepare();
    await expectRefusal(deed);
    const answers = await Promise.all(times(4, deed));
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await deed();
    expect(await subjects(action)).toEqual([{ type, id }]);
  },
);

it.each(Object.keys(REPEATED))('%s is not done without its entry', async (name) => {
  const { deed } = await (REPEATED[name] as Deed['prepare'])();
  await expectRefusal(deed);
  expect((await deed()).status).toBeLessThan(300);
});

it('keys that are made, exports and imports have an entry each', async () => {
  const { id: leadId, phone } = await submit();
  const { id: importId } = (await partner.owner.with(CSV).post<{ id: string }>('/imports', `phone\n${phone}`)).data;
  for (let n = 0; n < 2; n++) {
    await exportOf(leadId);
    await partner.owner.post('/people/export', { phone });
    // Sent again during its import, a file is the same import.
    await partner.owner.with(CSV).post('/imports', `phone\n${phone}`);
  }
  const lead = { type: 'lead', id: leadId };
  expect(await subjects('person.exported')).toEqual([lead, lead, lead, lead]);
  expect(await subjects('import.started')).toEqual([{ type: 'import', id: importId }]);
  expect(await subjects('api_key.created')).toEqual([{ type: 'api_key', id: partner.keyId }]);
});

it('what was refused has no entry', async () => {
  const before = (await entries()).length;
  const { id } = await submit();
  const phone = nextPhone.mobile();
  const refused = [
    await exportOf(RANDOM_ID),
    await erase(RANDOM_ID),
    await merge(id, RANDOM_ID),
    await partner.owner.post('/people/export', { phone }),
    await partner.owner.post('/people/erase', { phone }),
    await partner.owner.post(`/held-submissions/${RANDOM_ID}/dismiss`),
    await partner.owner.delete(`/api-keys/${RANDOM_ID}`),
    await partner.owner.with(CSV).post('/imports', 'x\n1'),
  ];
  for (const { status } of refused) expect([404, 422]).toContain(status);
  await test.operator.patch(`/accounts/${partner.accountId}`, { plan: { auto_origin: true } });
  expect(await entries()).toHaveLength(before);
});

it('a change of owner and each key that it revokes, and a change of the name alone', async () => {
  const path = `/accounts/${partner.accountId}/owner`;
  const email = `${nextPhone.mobile()}@example.com`;
  await test.operator.put(path, { name: 'Bia', email });
  await test.operator.put(path, { name: 'Bia Souza', email });
  const account = { type: 'account', id: partner.accountId };
  expect(await subjects('owner.changed')).toEqual([account]);
  expect(await subjects('account.opened')).toEqual([account]);
  expect(await subjects('account.changed')).toEqual([account]);
  expect(await subjects('api_key.revoked')).toEqual([{ type: 'api_key', id: partner.keyId }]);
});

it('says who it was and from where: the whole address', async () => {
  const { token } = (await partner.staff.post<{ token: string }>('/owner-sessions')).data;
  const owner = new HttpClient(`${test.url}/admin/v1`, token);
  const { id } = await submit();
  const from = async (address: string, client: HttpClient) => {
    await client.with({ 'X-Forwarded-For': address }).get(`/leads/${id}/export`);
    return (await entries('person.exported'))[0];
  };
  expect(await from('203.0.113.7', owner)).toMatchObject({ actor: { type: 'owner' }, address: '203.0.113.7' });
  expect(await from('2001:db8:1:2:3::4', partner.owner)).toMatchObject({
    actor: { type: 'operator', id: null },
    address: '2001:db8:1:2:3::4',
  });
  // A proxy may forward any text. Without a valid address, the entry has the connection's address.
  expect(await from('Maria Silva 11987654321', owner)).toMatchObject({ address: '127.0.0.1' });
});

it('contains ids and never content', async () => {
  const [one, other] = await pair({ name: 'Canário', email: 'canario@example.com', notes: 'canario-nota' });
  await merge(other.id, one.id);
  await exportOf(one.id);
  const { phone } = await hold();
  await partner.owner.post('/people/export', { phone });
  await partner.owner.post('/people/erase', { phone });
  await erase(one.id);
  const [row] = await partner.sql<{ text: string }>(
    `select string_agg(a::text, ' ') as text from audit_entries a where account_id = $1`,
  );
  expect(row?.text).not.toMatch(new RegExp(`can[aá]rio|Ana|${one.phone.slice(-8)}|${phone.slice(-8)}`, 'i'));
});
