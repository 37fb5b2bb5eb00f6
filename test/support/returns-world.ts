import { AutomationsJob } from '../../src/automations/automations.job';
import type { DealView } from '../../src/contract/deal';
import { DAY_MS } from '../../src/contract/durations';
import { ImportsJob } from '../../src/imports/imports.job';
import type { Partner, TestApp } from './app';
import type { HttpClient } from './http-client';
import { CSV } from './import-calls';
import type { leadCalls } from './lead-calls';

/** What the account itself does not keep: which deals people made, and who wrote by chat when. */
interface Facts {
  readonly deals: string[];
  readonly chats: { readonly lead: string; readonly at: string }[];
}

interface Person {
  readonly id: string;
  readonly phone: string;
}

/** What can happen, and how often. */
export const STEPS = {
  ...{ arrive: 6, return: 12, returnToWriter: 5, replay: 3, chat: 5, import: 2 },
  ...{ call: 10, earlierCall: 6, correctActivity: 3, deleteActivity: 5, appoint: 4, unappoint: 3 },
  ...{ move: 6, moveByPartner: 6, moveInBulk: 2, automate: 1, newDeal: 5, enter: 4, duplicate: 5, merge: 4 },
  ...{ applyHeld: 4, assign: 8, edit: 4, erase: 1 },
} as const;

/** Something that happens, and two numbers that choose among what there is. */
export interface Step {
  readonly name: keyof typeof STEPS;
  readonly one: number;
  readonly other: number;
}

const STAGES = ['Novo', 'Em contato', 'Agendado', 'Ganho', 'Perdido'] as const;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const chosen = <T>(from: readonly T[], number: number): T | undefined => from[number % from.length];

/** Calls that make people come back, or end that, in an account with two pipelines, and an oracle of who has come back. */
export function returnsWorld(test: TestApp, partner: Partner, calls: ReturnType<typeof leadCalls>, writer: HttpClient) {
  const facts: Facts = { deals: [], chats: [] };
  const { nextPhone } = calls;
  let sent = 0;

  const people = () =>
    partner.sql<Person>('select id, phone from leads where account_id = $1 and erased_at is null order by id');
  const someone = async (number: number) => chosen(await people(), number);
  const one = async (table: string, number: number) =>
    chosen(
      await partner.sql<{ id: string }>(
        `select x.id from ${table} x join leads l on l.account_id = x.account_id and l.id = x.lead_id
         where x.account_id = $1 and l.erased_at is null order by x.id`,
      ),
      number,
    );
  const stageOf = async (number: number) => (await partner.stages())[chosen(STAGES, number) ?? ''];
  const keepDeals = (deals: readonly DealView[]) => facts.deals.push(...deals.map(({ id }) => id));
  const withLead = async (number: number, work: (lead: Person) => Promise<unknown>) => {
    const lead = await someone(number);
    if (lead) await work(lead);
  };
  const again = (from: HttpClient) => (number: number) =>
    withLead(number, ({ phone }) => from.post('/leads', { phone, notes: `outra ${++sent}` }));

  const steps: Record<Step['name'], (one: number, other: number) => Promise<unknown>> = {
    arrive: () => calls.submit({ notes: 'primeira' }),
    return: again(partner.api),
    returnToWriter: again(writer),
    replay: (number: number) =>
      withLead(number, async ({ phone }) => {
        const body = { phone, external_id: `again-${phone}` };
        await partner.api.post('/leads', body);
        await partner.api.post('/leads', body);
      }),
    chat: (number: number) =>
      withLead(number, async ({ phone }) => {
        await partner.staff.post('/conversations', { phone, channel: 'chat' });
        const [clock] = await test.sql<{ at: string }>('select clock_timestamp()::text as at');
        const leads = (await people()).filter((lead) => lead.phone === phone);
        facts.chats.push(...leads.map(({ id }) => ({ lead: id, at: clock?.at ?? '' })));
      }),
    import: async (number: number) => {
      const known = await someone(number);
      await partner.owner.with(CSV).post('/imports', `phone\r\n${known?.phone ?? ''}\r\n${nextPhone.mobile()}`);
      await test.app.get(ImportsJob).run();
    },
    call: (number: number) =>
      withLead(number, ({ id }) => partner.owner.post(`/leads/${id}/activities`, { type: 'call' })),
    earlierCall: (number: number, days: number) =>
      withLead(number, ({ id }) =>
        partner.owner.post(`/leads/${id}/activities`, { type: 'call', at: ago((1 + (days % 3)) * DAY_MS) }),
      ),
    correctActivity: async (number: number) => {
      const activity = await one('activities', number);
      if (activity) await partner.owner.patch(`/activities/${activity.id}`, { text: 'corrigida' });
    },
    deleteActivity: async (number: number) => {
      const activity = await one('activities', number);
      if (activity) await partner.owner.delete(`/activities/${activity.id}`);
    },
    appoint: (number: number, other: number) =>
      withLead(number, ({ id: lead_id }) =>
        partner.owner.post('/appointments', { lead_id, starts_at: ago(DAY_MS), attended: other % 2 === 0 }),
      ),
    unappoint: async (number: number) => {
      const appointment = await one('appointments', number);
      if (appointment) await partner.owner.delete(`/appointments/${appointment.id}`);
    },
    move: async (number: number, other: number) => {
      const deal = await one('deals', number);
      if (deal) await partner.owner.put(`/deals/${deal.id}/stage`, { stage_id: await stageOf(other) });
    },
    moveByPartner: (number: number, other: number) =>
      withLead(number, async ({ id }) => calls.move(id, { stage_id: await stageOf(chosen([0, 1, 2, 4], other) ?? 0) })),
    moveInBulk: async (number: number, other: number) => {
      const lead = await someone(number);
      await partner.owner.post('/leads/bulk', { lead_ids: [lead?.id], stage_id: await stageOf(other) });
    },
    automate: () => test.app.get(AutomationsJob).run(new Date(Date.now() + 2 * DAY_MS)),
    newDeal: (number: number) =>
      withLead(number, async ({ id }) => {
        const pipelines = (await partner.owner.get<{ name: string; stages: { id: string }[] }[]>('/pipelines')).data;
        const stage_id = pipelines.find(({ name }) => name === 'Outro funil')?.stages[0]?.id;
        const made = await partner.owner.post<DealView>(`/leads/${id}/deals`, { stage_id });
        if (made.status === 201) keepDeals([made.data]);
      }),
    enter: async (number: number) => {
      const deals = number % 2 === 0 ? [{ stage_id: await stageOf(number) }] : [];
      keepDeals((await calls.staffLead({ deals })).deals);
    },
    duplicate: (number: number, other: number) =>
      withLead(number, async ({ phone }) => {
        const deals = other % 2 === 0 ? [{ stage_id: await stageOf(other) }] : [];
        keepDeals((await calls.duplicate(phone, { deals })).deals);
      }),
    merge: async (number: number) => {
      const pairs = await partner.sql<{ from: string; into: string }>(
        `select l.id as from, o.id as into from leads l join leads o on o.account_id = $1 and o.conversation_id = l.conversation_id
         where l.account_id = $1 and l.id <> o.id and l.erased_at is null order by l.id, o.id`,
      );
      const pair = chosen(pairs, number);
      if (pair) await calls.merge(pair.from, pair.into);
    },
    applyHeld: async (number: number) => {
      const held = (await partner.owner.get<{ id: string; lead_ids: string[] }[]>('/held-submissions')).data;
      const waiting = chosen(held, number);
      const lead_id = waiting && chosen(waiting.lead_ids, number);
      if (lead_id) await partner.owner.post(`/held-submissions/${waiting.id}/apply`, { lead_id });
    },
    assign: (number: number, member: number) =>
      withLead(number, async ({ id }) => {
        const members = (await partner.owner.get<{ id: string }[]>('/members')).data;
        await partner.owner.patch(`/leads/${id}`, { responsible_id: chosen([...members, null], member)?.id ?? null });
      }),
    edit: (number: number) =>
      withLead(number, ({ id }) => partner.owner.patch(`/leads/${id}`, { name: `Ana ${++sent}`, add_tags: ['vip'] })),
    erase: (number: number) => withLead(number, ({ id }) => calls.erase(id)),
  };

  return {
    /** Makes the second pipeline, and a rule that moves. */
    begin: async () => {
      const { Novo, Agendado } = await partner.stages();
      await partner.owner.post('/pipelines', { name: 'Outro funil', stages: [{ name: 'Entrada', is_entry: true }] });
      await partner.owner.post(`/stages/${Novo}/automations`, {
        idle_days: 1,
        action: { type: 'move', stage_id: Agendado },
      });
    },
    take: ({ name, one: first, other }: Step) => steps[name](first, other),
    /** Who has come back, by what the tables of submissions and of people's work say, the one who waits longest first. */
    expected: async (memberId?: string) =>
      (
        await test.sql<{ id: string }>(RETURNED, [
          partner.accountId,
          facts.deals,
          JSON.stringify(facts.chats),
          memberId ?? null,
        ])
      ).map(({ id }) => id),
  };
}

/** $2: deals that people made; $3: chats, by the leads of then; $4: the seller who sees own and unassigned leads. */
const RETURNED = `
  with work as (
    select lead_id, at, true as is_contact from activities where account_id = $1
    union all select lead_id, moved_at, true from stage_moves where account_id = $1 and moved_by = 'staff'
    union all select lead_id, created_at, true from appointments where account_id = $1
    union all select lead_id, starts_at, true from appointments where account_id = $1 and (attended or missed) and starts_at < now()
    union all select lead_id, created_at, false from deals where account_id = $1 and id = any($2::uuid[])),
  contacts as (
    select lead_id, created_at as at from submissions where account_id = $1 and lead_id is not null and not imported
    union all
    select coalesce((select g.lead_id from lead_merges g where g.account_id = $1 and g.merged_lead_id = c.lead), c.lead), c.at
    from json_to_recordset($3::json) c (lead uuid, at timestamptz)),
  people as (
    select l.id, l.created_at, l.by_hand,
      (select max(at) from contacts c where c.lead_id = l.id) as came_at,
      (select max(at) from work w where w.lead_id = l.id) as worked_at,
      exists (select from work w where w.lead_id = l.id and w.is_contact) as is_contacted
    from leads l
    where l.account_id = $1 and l.erased_at is null
      and ($4::uuid is null or l.responsible_id is null or l.responsible_id = $4))
  select id from people
  where came_at > coalesce(worked_at, created_at) and (is_contacted or by_hand)
  order by came_at, id`;
