import type { ImportView, ReportedRow } from '../../src/contract/import';
import { ImportsJob } from '../../src/imports/imports.job';
import type { Partner, TestApp } from './app';
import { phones } from './phones';

export type Report = ImportView & { reported_rows: ReportedRow[] };

export const CSV = { 'Content-Type': 'text/csv' };

export const lines = (...rows: string[]): string => rows.join('\r\n');

/** Sends files of leads, applies them and reads the results. */
export function importCalls(test: TestApp, partner: Partner) {
  const nextPhone = phones();

  const send = (file: string | Uint8Array, to = partner, query = '') =>
    to.owner.with(CSV).post<ImportView>(`/imports${query}`, file);
  const reportOf = async (id: string, query = '', of = partner) =>
    (await of.owner.get<Report>(`/imports/${id}${query}`)).data;
  const run = () => test.app.get(ImportsJob).run();

  return {
    nextPhone,
    send,
    reportOf,
    run,

    imported: async (file: string | Uint8Array, query = ''): Promise<Report> => {
      const started = await send(file, partner, query);
      expect([started.status, started.data.state]).toEqual([202, 'running']);
      await run();
      return reportOf(started.data.id);
    },

    count: async (table: string, accountId = partner.accountId): Promise<number> => {
      const sql = `select count(*)::int as n from ${table} where account_id = $1`;
      return (await test.sql<{ n: number }>(sql, [accountId]))[0]?.n ?? -1;
    },

    manyRows: (rows: number): string => {
      const made = Array.from({ length: rows }, (_, i) => `${nextPhone.mobile()},Pessoa ${i},lista`);
      return lines('phone,name,tags', ...made);
    },
  };
}
