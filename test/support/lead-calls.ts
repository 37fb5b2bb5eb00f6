import type { DealView } from '../../src/contract/deal';
import type { LeadDetail, LeadView, OwnerLead } from '../../src/contract/lead';
import type { PersonExport } from '../../src/contract/person';
import type { Submitted as Answered } from '../../src/contract/submission';
import type { Partner, TestApp } from './app';
import { WRONG_LIST_ENTRIES } from './list-entries';
import { phones } from './phones';

export type Submitted = Answered['data'];

interface Moved {
  changed: boolean;
  deal: DealView;
}

export interface Group {
  phone: string;
  leads: OwnerLead[];
}

export function leadCalls(test: TestApp, partner: Partner, nextPhone = phones()) {
  const post = (body: object, from = partner.api) =>
    from.post<Submitted>('/leads', { phone: nextPhone.mobile(), ...body });
  const submit = async (body: object = {}, from = partner.api) => (await post(body, from)).data.lead;

  /** Adds a lead through the back office, also for a phone with a lead. */
  const staffLead = async (body: object = {}) =>
    (await partner.staff.post<LeadView>('/leads', { phone: nextPhone.mobile(), allow_duplicate: true, ...body })).data;

  const duplicate = (phone: string, body: object = {}) => staffLead({ phone, ...body });

  /** Makes two leads of one phone, the older first. */
  const pair = async (first: object = {}, second: object = {}): Promise<[LeadView, LeadView]> => {
    const lead = await submit(first);
    return [lead, await duplicate(lead.phone, second)];
  };

  const count = async (table: string, where = 'true'): Promise<number> => {
    const sql = `select count(*)::int as n from ${table} where account_id = $1 and (${where})`;
    return (await partner.sql<{ n: number }>(sql))[0]?.n ?? -1;
  };

  return {
    nextPhone,
    post,
    submit,
    staffLead,
    duplicate,
    pair,
    count,
    read: async (id: string) => (await partner.api.get<LeadView>(`/leads/${id}`)).data,
    detail: async (id: string) => (await partner.owner.get<LeadDetail>(`/leads/${id}`)).data,
    search: (query: string) => partner.owner.get<LeadDetail[]>(`/leads${query}`),
    merge: (id: string, into: unknown) => partner.owner.post<LeadDetail>(`/leads/${id}/merge`, { into }),
    erase: (id: string) => partner.owner.post<{ id: string; erased_at: string }>(`/leads/${id}/erase`),
    exportOf: (id: string) => partner.owner.get<PersonExport>(`/leads/${id}/export`),
    move: (id: string, body: object) => partner.api.post<Moved>(`/leads/${id}/stage`, body),
    originOf: async (phone: string): Promise<string | undefined> => {
      const sql = 'select origin from conversations where account_id = $1 and phone = $2';
      return (await partner.sql<{ origin: string }>(sql, phone))[0]?.origin;
    },
    notesOf: async (id: string): Promise<string> =>
      (await test.sql<{ notes: string }>('select notes from leads where id = $1', [id]))[0]?.notes ?? '',
    wrongEntries: () => test.sql(WRONG_LIST_ENTRIES, [[partner.accountId]]),
  };
}

/** Returns all rows of an account as text, by table; `row` is the SQL of a row. */
export async function everythingOf(test: TestApp, accountId: string, row = 't::text'): Promise<Record<string, string>> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter(
    (table) => !['api_key_uses', 'key_refusals', 'key_refusal_days'].includes(table.name),
  )) {
    const [all] = await test.sql<{ rows: string | null }>(
      `select string_agg(${row}, E'\\n' order by t::text) as rows from ${name} t where account_id = $1`,
      [accountId],
    );
    found[name] = all?.rows ?? '';
  }
  return found;
}
