import { DAY_MS } from '../../src/contract/durations';
import { v7 as uuidv7 } from 'uuid';
import { RetentionJob } from '../../src/operations/retention.job';
import { Config, type RetentionDays } from '../../src/config/config';
import type { ImportView } from '../../src/contract/import';
import { Database, JobDatabase } from '../../src/database/database';
import { planned, write } from '../../src/database/query';
import { ImportsJob } from '../../src/imports/imports.job';
import { OPERATOR_TOKEN, type Partner, type TestApp } from './app';
import { databaseUrl } from './database';
import { heldCalls } from './held-calls';
import type { HttpClient } from './http-client';
import { CSV } from './import-calls';

export type Kind = keyof RetentionDays;

export const DAYS: RetentionDays = {
  mail: 90,
  held: 90,
  imports: 30,
  merges: 365,
  audit: 185,
  deliveries: 30,
  notifications: 365,
};
export const KINDS = Object.keys(DAYS) as Kind[];

/** Over half a year ago. Row level security prevents the deletion of younger entries, whatever the service's clock. */
export const LONG_AGO = new Date(Date.now() - 200 * DAY_MS);

export function retentionCalls(test: TestApp, partner: Partner, writer: HttpClient) {
  const calls = heldCalls(test, partner, writer);
  const { nextPhone, pair, merge, ambiguous, conflicting, apply, dismiss, count } = calls;

  const runAt = (moment: Date) => test.app.get(RetentionJob).runAccount(partner.accountId, moment);
  const afterDays = (days: number) => runAt(new Date(Date.now() + days * DAY_MS));
  const jobWith = (settings: Record<string, string>): RetentionJob =>
    new RetentionJob(
      test.app.get(JobDatabase),
      Config.from({ DATABASE_URL: databaseUrl(), OPERATOR_TOKEN, ...settings }),
    );

  const importFile = (rows: readonly string[]) =>
    partner.owner.with(CSV).post<ImportView>('/imports', ['phone,consent', ...rows].join('\n'));
  async function imported(...rows: string[]): Promise<ImportView> {
    const { id } = (await importFile(rows)).data;
    await test.app.get(ImportsJob).run();
    return (await partner.owner.get<ImportView>(`/imports/${id}`)).data;
  }

  const sendMails = () =>
    partner.sql(`update outbox set sent_at = date_trunc('milliseconds', now()) where account_id = $1`);

  const addAuditEntry = (at: Date) =>
    test.app
      .get(Database)
      .write(
        write(planned(`insert into audit_entries values ($1, $2, $3, 'key', 'k', '127.0.0.1', 'import.started')`), [
          partner.accountId,
          uuidv7({ msecs: at.getTime() }),
          at,
        ]),
      );

  /** Each makes rows of one kind, and has the table and condition to count what is left. */
  const MAKE: Readonly<
    Record<Kind, { of: () => Promise<unknown>; kept: [table: string, where?: string]; at: string }>
  > = {
    mail: { of: sendMails, kept: ['outbox'], at: 'outbox.sent_at' },
    held: {
      of: async () => {
        const { held, leads } = await ambiguous();
        await apply(held.id, leads[0].id);
        await dismiss((await conflicting()).held.id);
      },
      kept: ['held_submissions', 'body is not null'],
      at: 'held_submissions.resolved_at',
    },
    imports: {
      of: () => imported(nextPhone.mobile(), 'x'),
      kept: ['import_rows'],
      at: 'imports.finished_at',
    },
    merges: {
      of: async () => {
        const [one, other] = await pair();
        await merge(one.id, other.id);
      },
      kept: ['lead_merges', 'merged_lead is not null'],
      at: 'lead_merges.merged_at',
    },
    audit: {
      of: () => addAuditEntry(LONG_AGO),
      // Owners or operators do everything else here.
      kept: ['audit_entries', `actor_type = 'key'`],
      at: 'audit_entries.at',
    },
    deliveries: {
      of: () =>
        partner.sql(
          `with source as (
             insert into sources (account_id, id, kind, name, active, slot, hint, tags, consent, mapping, created_at)
             values ($1, gen_random_uuid(), 'webhook', 'site', false, 1, 'x9Qz', '{}', false, '[]', now()) returning id)
           insert into deliveries (account_id, id, source_id, received_at, result, body, fields, left_out, request_id, settled_at)
           select $1, gen_random_uuid(), id, now(), 'created', '{}', '[]', '[]', 'r', now() from source`,
        ),
      kept: ['deliveries', 'fields is not null'],
      at: 'deliveries.settled_at',
    },
    notifications: {
      of: () =>
        partner.sql(
          `insert into notification_reads (account_id, member_id, notification_id, read_at)
           select n.account_id, m.id, n.id, now() from notifications n join member_names m using (account_id) where n.account_id = $1`,
        ),
      kept: ['notifications'],
      at: 'notifications.created_at',
    },
  };

  async function kindsLeft(): Promise<Kind[]> {
    const left: Kind[] = [];
    for (const kind of KINDS) if ((await count(...MAKE[kind].kept)) > 0) left.push(kind);
    return left;
  }

  async function endOf(kind: Kind): Promise<number> {
    const {
      at,
      kept: [kept, where = 'true'],
    } = MAKE[kind];
    const [table] = at.split('.');
    const newest = `select max(${at}) as at from ${table} where account_id = $1 and ${table === kept ? where : 'true'}`;
    const [row] = await partner.sql<{ at: Date | null }>(newest);
    if (!row?.at) throw new Error('nothing was made');
    return row.at.getTime() + DAYS[kind] * DAY_MS;
  }

  return {
    ...calls,
    runAt,
    afterDays,
    jobWith,
    importFile,
    imported,
    sendMails,
    addAuditEntry,
    MAKE,
    kindsLeft,
    endOf,
  };
}
