import type { HeldSubmissionView } from '../../src/contract/held-submission';
import type { ImportView } from '../../src/contract/import';
import type { LeadView } from '../../src/contract/lead';
import { ImportsJob } from '../../src/imports/imports.job';
import type { Partner, TestApp } from './app';
import type { HttpClient } from './http-client';
import type { Submitted } from './lead-calls';

/** An account and a submission that is sent again after an event. */
export interface Scenario {
  readonly test: TestApp;
  readonly partner: Partner;
  /** A key without leads:read; `partner` has it. The case says which key sends first. */
  readonly writer: HttpClient;
  readonly stage: Record<string, string>;
  readonly phone: string;
  readonly otherPhone: string;
  readonly body: Record<string, unknown> & { phone: string };
}

const EXTERNAL_ID = 'e-1';

const secondLead = async ({ partner, phone }: Scenario): Promise<string> =>
  (await partner.staff.post<LeadView>('/leads', { phone, allow_duplicate: true })).data.id;

const leadOfPhone = async (s: Scenario): Promise<string> =>
  (await s.partner.api.post<Submitted>('/leads', { phone: s.phone })).data.id;

async function held(s: Scenario): Promise<string> {
  await s.writer.post('/leads', s.body);
  const { data } = await s.partner.owner.get<HeldSubmissionView[]>('/held-submissions');
  if (data.length !== 1) throw new Error(`${data.length} held submissions`);
  return data[0]?.id ?? '';
}

const decide = async (s: Scenario, what: string, body?: object): Promise<string> => {
  const answer = await s.partner.owner.post<HeldSubmissionView>(`/held-submissions/${await held(s)}/${what}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.data.lead_id ?? '';
};

const ambiguous = async (s: Scenario): Promise<string> => {
  const id = await leadOfPhone(s);
  await secondLead(s);
  return id;
};

const conflict = async (s: Scenario): Promise<void> =>
  void (await s.partner.api.post('/leads', { phone: s.otherPhone, external_id: EXTERNAL_ID }));

const withFullNotes = async (s: Scenario): Promise<string> => {
  const id = await leadOfPhone(s);
  await s.partner.sql(`update leads set notes = repeat('x', 2000) where account_id = $1`);
  s.body.notes = 'nota';
  return id;
};

/** How the ledger records the first request; each function returns the lead's id. */
export const LEDGER: Record<string, (s: Scenario) => Promise<string>> = {
  created: async (s) => (await s.partner.api.post<Submitted>('/leads', s.body)).data.id,
  updated: async (s) => {
    await leadOfPhone(s);
    return (await s.partner.api.post<Submitted>('/leads', s.body)).data.id;
  },
  imported: async (s) => {
    const file = `phone,external_id,deal.stage_id\n${s.phone},${EXTERNAL_ID},${stageOf(s) ?? ''}\n`;
    const { data } = await s.partner.owner.with({ 'Content-Type': 'text/csv' }).post<ImportView>('/imports', file);
    // Another scenario's run may already be applying it.
    for (let state = data.state; state !== 'finished';) {
      await s.test.app.get(ImportsJob).run();
      ({ state } = (await s.partner.owner.get<ImportView>(`/imports/${data.id}`)).data);
    }
    return leadOfPhone(s);
  },
  ambiguous: async (s) => {
    const id = await ambiguous(s);
    await held(s);
    return id;
  },
  'ambiguous, applied': async (s) => decide(s, 'apply', { lead_id: await ambiguous(s) }),
  'ambiguous, dismissed': async (s) => {
    const id = await ambiguous(s);
    await decide(s, 'dismiss');
    return id;
  },
  conflict: async (s) => {
    await conflict(s);
    const id = await leadOfPhone(s);
    await held(s);
    return id;
  },
  'conflict, applied': async (s) => {
    await conflict(s);
    return decide(s, 'apply', { lead_id: await leadOfPhone(s) });
  },
  'conflict, applied as a new lead': async (s) => {
    await conflict(s);
    return decide(s, 'apply', { new_lead: true });
  },
  'conflict, dismissed': async (s) => {
    await conflict(s);
    const id = await leadOfPhone(s);
    await decide(s, 'dismiss');
    return id;
  },
  'note held': async (s) => {
    const id = await withFullNotes(s);
    await held(s);
    return id;
  },
  'note held, applied': async (s) => {
    const id = await withFullNotes(s);
    const submission = await held(s);
    await s.partner.sql(`update leads set notes = '' where account_id = $1`);
    await s.partner.owner.post(`/held-submissions/${submission}/apply`, { lead_id: id });
    return id;
  },
};

const stageOf = ({ body }: Scenario): string | undefined => (body.deal as { stage_id?: string } | undefined)?.stage_id;

const moveDeals = async (s: Scenario, lead: string, to: string): Promise<void> => {
  const { deals } = (await s.partner.owner.get<LeadView>(`/leads/${lead}`)).data;
  for (const { id } of deals) {
    await s.partner.staff.put(`/deals/${id}/stage`, { stage_id: s.stage[to] });
  }
};

/** The event between the two requests. `stage` is the submission's stage. */
export const SINCE: Record<
  string,
  { readonly stage?: string; readonly happens: (s: Scenario, lead: string) => Promise<unknown> }
> = {
  nothing: { happens: () => Promise.resolve() },
  'its deal moved': { happens: (s, lead) => moveDeals(s, lead, 'Agendado') },
  'its deal was won': { happens: (s, lead) => moveDeals(s, lead, 'Ganho') },
  'its stage became won': {
    stage: 'Em contato',
    happens: (s) => s.partner.owner.patch(`/stages/${s.stage['Em contato']}`, { is_won: true }),
  },
  'its stage was deleted': {
    stage: 'Em contato',
    happens: async (s, lead) => {
      await moveDeals(s, lead, 'Agendado');
      await s.partner.owner.delete(`/stages/${s.stage['Em contato']}`);
    },
  },
  'the entry stage went': {
    happens: (s) => s.partner.sql('update stages set is_entry = false where account_id = $1'),
  },
  'another pipeline is the default': {
    happens: (s) =>
      s.partner.owner.post('/pipelines', {
        name: 'Outro',
        is_default: true,
        stages: [{ name: 'Outra entrada', is_entry: true }],
      }),
  },
  'its lead was merged': {
    happens: async (s, lead) => {
      const { data } = await s.partner.owner.get<LeadView[]>(`/leads?phone=${s.phone}`);
      const into = data.find(({ id }) => id !== lead)?.id ?? (await secondLead(s));
      await s.partner.owner.post(`/leads/${lead}/merge`, { into });
    },
  },
  'its person was erased': { happens: (s, lead) => s.partner.owner.post(`/leads/${lead}/erase`) },
  'its keys were revoked': {
    happens: async (s) => {
      const keys = (await s.partner.owner.get<{ id: string }[]>('/api-keys')).data;
      for (const { id } of keys) await s.partner.owner.delete(`/api-keys/${id}`);
    },
  },
};

export async function sendAgain(
  test: TestApp,
  [phone, otherPhone]: readonly [string, string],
  { ledger, since, reads }: { readonly ledger: string; readonly since: string; readonly reads: boolean },
): Promise<string> {
  const partner = await test.partner('leads:read', 'leads:write');
  const stage = await partner.stages();
  const named = SINCE[since]?.stage;
  const body = { phone, external_id: EXTERNAL_ID, ...(named && { deal: { stage_id: stage[named] } }) };
  const writer = await partner.withKey('leads:write');
  const s: Scenario = { test, partner, writer, stage, phone, otherPhone, body };
  const lead = (await LEDGER[ledger]?.(s)) ?? '';
  await SINCE[since]?.happens(s, lead);
  return reads ? shownTo(await partner.withKey('leads:read', 'leads:write'), s) : hiddenFrom(s);
}

async function shownTo(reader: HttpClient, { stage, body, partner }: Scenario): Promise<string> {
  const answer = await reader.post<Submitted>('/leads', body);
  if (answer.status >= 400) return answer.error.code;
  const { status, data } = answer;
  const stages = { ...stage, ...(await partner.stages()) };
  const name = Object.entries(stages).find(([, id]) => id === data.deal?.stage_id)?.[0] ?? 'no deal';
  return `${data.duplicate ? 'replay' : status === 201 ? 'created' : 'updated'}, ${name}`;
}

async function hiddenFrom({ test, partner, body }: Scenario): Promise<string> {
  const rows = async () =>
    test.sql<{ id: string; result: string }>('select id, result from submissions where account_id = $1', [
      partner.accountId,
    ]);
  const before = (await rows()).map(({ id }) => id);
  const writer = await partner.withKey('leads:write');
  const answer = await writer.post('/leads', body);
  if (answer.status >= 400) return answer.error.code;
  const added = (await rows()).filter(({ id }) => !before.includes(id)).map(({ result }) => result);
  return added.join() || 'nothing';
}
