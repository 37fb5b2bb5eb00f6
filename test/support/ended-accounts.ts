import { spawn } from 'node:child_process';
import { finished } from '../fault/support/processes';
import { newAccount, type Partner, type TestApp } from './app';
import { ROLE_PASSWORDS } from './database';
import { ok } from './http-client';

export const NAME = newAccount().name;

/** The end of accounts: by the API, and by `npm run close-account` without the build. */
export function endCalls(test: TestApp, url: () => string) {
  const asOwner = (): string =>
    Object.assign(new URL(url()), { username: 'entrada_owner', password: ROLE_PASSWORDS.owner }).toString();
  const command = (args: readonly string[], databaseUrl = asOwner()) => {
    const child = spawn(process.execPath, ['dist/src/close-account.js', ...args], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ended: finished(child) };
  };
  const close = ({ accountId }: Partner) => test.operator.post(`/accounts/${accountId}/close`, { name: NAME });
  return {
    command,
    close,
    end: ({ accountId }: Partner, ...args: string[]) => command(['--account', accountId, ...args]).ended,
    restore: ({ accountId }: Partner) => test.operator.post(`/accounts/${accountId}/restore`),
    /** As if long ago. */
    closeLongAgo: async (partner: Partner): Promise<void> => {
      await ok(close(partner));
      await partner.sql(`update accounts set closes_at = now() - interval '1 minute' where id = $1`);
    },
    /** The tables with an id, in a column or in a text. */
    tablesWith: async (accountId: string): Promise<string[]> => {
      const tables = await test.sql<{ name: string }>(
        `select tablename::text as name from pg_tables where schemaname = 'public'`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const rows = await test.sql(`select from ${name} t where strpos(t::text, $1) > 0 limit 1`, [accountId]);
        if (rows.length > 0) found.push(name);
      }
      return found;
    },
  };
}
