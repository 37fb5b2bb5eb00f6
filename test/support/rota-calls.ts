import { firstIdAt } from '../../src/database/first-id';
import { ENTER_LISTS } from './list-entries';
import type { Answer, HttpClient } from './http-client';
import type { MemberView } from '../../src/contract/members/member';
import { HandOverJob } from '../../src/members/hand-over.job';
import { RotaJob } from '../../src/members/rota.job';
import type { Partner, TestApp } from './app';
import { memberCalls } from './member-calls';
import type { Pipeline } from './pipelines';
import { times } from './race';

export const DAY = 86_400_000;

/** A day in Brasília, this many days from today. */
export const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * DAY - 3 * 3_600_000).toISOString().slice(0, 10);

/** Rotas of an account, the jobs about leads and members, and what they have done. */
export function rotaCalls(test: TestApp, partner: Partner) {
  const { invite } = memberCalls(test);
  const pipelines = async (): Promise<Pipeline[]> => (await partner.owner.get<Pipeline[]>('/pipelines')).data;
  const pipeline = async (): Promise<Pipeline> => {
    const [first] = await pipelines();
    if (!first) throw new Error('the account has no pipeline');
    return first;
  };
  const setRota = async (
    rota: readonly unknown[],
    api: HttpClient = partner.owner,
    id?: string,
  ): Promise<Answer<Pipeline>> => api.patch<Pipeline>(`/pipelines/${id ?? (await pipeline()).id}`, { rota });

  return {
    pipelines,
    pipeline,
    setRota,
    /** New members, by name. */
    team: (...names: string[]): Promise<MemberView[]> =>
      Promise.all(names.map((name) => invite(partner.owner, 'seller', name))),
    change: (id: string, body: object) => partner.owner.patch<MemberView>(`/members/${id}`, body),
    serve: async (apps: readonly TestApp[] = [test]) => {
      const failed = await Promise.all(apps.map(({ app }) => app.get(RotaJob).run()));
      expect(failed).toEqual(times(apps.length, () => 0));
    },
    handOver: async (apps: readonly TestApp[] = [test]) => {
      const failed = await Promise.all(apps.map(({ app }) => app.get(HandOverJob).run()));
      expect(failed).toEqual(times(apps.length, () => 0));
    },
    /** Who got leads of the rota, in order. */
    turns: async (): Promise<string[]> =>
      (
        await partner.sql<{ to: string }>(
          `select to_member_id as "to" from lead_assignments where account_id = $1 and assigned_by = 'rota' order by assigned_at, id`,
        )
      ).map(({ to }) => to),
    responsibleOf: async (leadId: string): Promise<string | null | undefined> =>
      (
        await partner.sql<{ id: string | null }>(
          'select responsible_id as id from leads where account_id = $1 and id = $2',
          leadId,
        )
      )[0]?.id,
    servedTo: async (): Promise<string | undefined> =>
      (await partner.sql<{ id: string }>('select served_to as id from rotas where account_id = $1'))[0]?.id,
  };
}

/** Whether, of people who were present all the time, nobody was served twice before another one. */
export const isFair = (turns: readonly string[], people: number): boolean =>
  turns.every((_, index) => {
    const round = turns.slice(index, index + people);
    return new Set(round).size === round.length;
  });

interface AgedLeads {
  readonly count: number;
  readonly secondsAgo: number;
  readonly byHand: boolean;
}

/** Writes leads of this age, one each millisecond, with a deal in the pipeline. */
export async function addAgedLeads(
  partner: Partner,
  { id, stages }: Pipeline,
  { count, secondsAgo, byHand }: AgedLeads,
): Promise<void> {
  const [first = 0] = (
    await partner.sql<{ n: number }>(`select count(*)::int as n from conversations where account_id = $1`)
  ).map(({ n }) => n);
  await partner.sql(
    `insert into conversations (account_id, id, phone, phone_key, channel, origin, day, created_at)
     select $1, gen_random_uuid(), 5600000000 + n, 5600000000 + n, 'api', 'organic', current_date, now()
     from generate_series($2::int + 1, $2::int + $3::int) n`,
    first,
    count,
  );
  await partner.sql(
    `insert into leads (account_id, id, conversation_id, copy, phone, by_hand, origin, origin_rule, created_at, updated_at, touched_at)
     select $1, overlay(gen_random_uuid()::text placing left((${firstIdAt('c.at')})::text, 13) from 1 for 13)::uuid,
       c.id, 0, phone, $3, origin, 'utm_other', c.at, c.at, c.at
     from (select *, date_trunc('milliseconds', now()) - $4::int * interval '1 second'
             + (phone::bigint - 5600000000) * interval '1 millisecond' as at
           from conversations where account_id = $1 and phone::bigint > 5600000000 + $2::int and phone like '5600%') c`,
    first,
    byHand,
    secondsAgo,
  );
  await partner.sql(
    `insert into deals (account_id, id, lead_id, pipeline_id, stage_id, copy, entered_stage_at, created_at, conversation_id, conversation_day, shares_conversation)
     select l.account_id, gen_random_uuid(), l.id, $2, $3, 0, l.created_at, l.created_at, l.conversation_id, current_date, false
     from leads l where l.account_id = $1 and not exists (
       select from deals d where d.account_id = $1 and d.lead_id = l.id)`,
    id,
    stages[0]?.id,
  );
  await partner.sql(ENTER_LISTS.replaceAll('$1::uuid[]', 'array[$1::uuid]'));
}
