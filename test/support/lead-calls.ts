import type { DealView } from '../../src/contract/deal';
import type { LeadDetail, LeadView } from '../../src/contract/lead';
import type { PersonExport } from '../../src/contract/person';
import type { Submitted as Answered } from '../../src/contract/submission';
import type { Partner, TestApp } from './app';
import { WRONG_LIST_ENTRIES } from './list-entries';
import { phones } from './phones';

/** The answer to POST /leads of a key with leads:read. */
export type Submitted = Answered['data'];

/** An entry of GET /leads/duplicates. */
export interface Group {
  phone: string;
  leads: LeadView[];
}

/** Calls of partners, staff and owners about leads, in the account that `present` returns at that moment. */
export function leadCalls(present: () => { readonly test: TestApp; readonly partner: Partner }, nextPhone = phones()) {
  const api = () => present().partner.api;
  const owner = () => present().partner.owner;
  const accountId = () => present().partner.accountId;

  const submit = async (body: object = {}) =>
    (await api().post<Submitted>('/leads', { phone: nextPhone.mobile(), ...body })).data.lead;

  /** A further lead of a phone, as imports leave them. */
  const duplicate = async (phone: string, body: object = {}) => {
    const path = `/accounts/${accountId()}/leads`;
    return (await present().test.operator.post<LeadView>(path, { phone, allow_duplicate: true, ...body })).data;
  };

  /** Two leads of one phone; the first is the older. */
  const pair = async (first: object = {}, second: object = {}): Promise<[LeadView, LeadView]> => {
    const lead = await submit(first);
    return [lead, await duplicate(lead.phone, second)];
  };

  /** How many rows of the account a table has. */
  const count = async (table: string, where = 'true'): Promise<number> => {
    const sql = `select count(*)::int as n from ${table} where account_id = $1 and (${where})`;
    return (await present().test.sql<{ n: number }>(sql, [accountId()]))[0]?.n ?? -1;
  };

  return {
    nextPhone,
    submit,
    duplicate,
    pair,
    count,
    detail: async (id: string) => (await owner().get<LeadDetail>(`/leads/${id}`)).data,
    search: (query: string) => owner().get<LeadDetail[]>(`/leads${query}`),
    merge: (id: string, into: unknown) => owner().post<LeadDetail>(`/leads/${id}/merge`, { into }),
    erase: (id: string) => owner().post<{ id: string; erased_at: string }>(`/leads/${id}/erase`),
    exportOf: (id: string) => owner().get<PersonExport>(`/leads/${id}/export`),
    move: (id: string, body: object) => api().post<{ deal: DealView }>(`/leads/${id}/stage`, body),
    /** List entries that are missing or wrong. */
    wrongEntries: () => present().test.sql(WRONG_LIST_ENTRIES, [[accountId()]]),
  };
}

/** All rows of an account as text, table by table. */
export async function everythingOf(test: TestApp, accountId: string): Promise<Record<string, string>> {
  const tables = await test.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => table.name !== 'api_key_uses')) {
    const [row] = await test.sql<{ rows: string | null }>(
      `select string_agg(t::text, E'\\n' order by t::text) as rows from ${name} t where account_id = $1`,
      [accountId],
    );
    found[name] = row?.rows ?? '';
  }
  return found;
}
