import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewSourceView } from '../../src/contract/source';
import { run, until } from '../fault/support/processes';
import { OPERATOR_TOKEN, Stack } from '../fault/support/stack';
import { PATIENCE_MS } from '../support/patience';
import { phones } from '../support/phones';
import { forAllTests } from '../support/setup';
import { commandsOf } from './documented-commands';
import { PROXIES, PROXY_NAMES } from './support/proxies';
import { call } from './support/raw-call';

/** Blocks callers with the commands of docs/operations.md, and with its lines for each proxy. */

const under = forAllTests(async () => {
  const stack = await Stack.start({ env: { TRUST_PROXY: '1' } });
  return { stack, close: () => stack.close() };
});
const nextPhone = phones();

/** `curl` that first adds all lists of arguments to a file. */
const WATCHED_CURL = `#!/bin/sh
cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' >> "$SEEN"
exec /usr/bin/curl "$@"
`;

it('the commands block a key, a source and a customer, on the other instance too, and show no list of processes the token', async () => {
  const [BLOCKING = ''] = commandsOf('docs/operations.md', 'Blocking');
  const { stack } = under;
  const [partner, another] = [await stack.partner(), await stack.partner()];
  const { url } = stack.instance(1);
  const source = async (kind: 'webhook' | 'form') =>
    (await partner.owner(0).post<NewSourceView>('/sources', { kind, name: kind })).data;
  const [off, webhook, form] = [await source('webhook'), await source('webhook'), await source('form')];
  const keys = (await partner.owner(0).get<{ id: string }[]>('/api-keys')).data;
  const permissions = ['leads:read'];
  const { key } = (await partner.owner(0).post<{ key: string }>('/api-keys', { name: 'other', permissions })).data;

  const here = (address: string | null): string => url + new URL(address ?? '').pathname;
  const deliver = async ({ address }: NewSourceView) => {
    const body = JSON.stringify({ telefone: nextPhone.mobile() });
    return (await call(here(address), { method: 'POST', headers: { 'Content-Type': 'application/json' } }, body))
      .status;
  };
  const read = async (bearer: string) =>
    (await call(`${url}/api/v1/leads`, { headers: { Authorization: `Bearer ${bearer}` } })).status;
  const statuses = async () => ({
    key: await read(partner.key),
    otherKey: await read(key),
    off: await deliver(off),
    webhook: await deliver(webhook),
    form: (await call(here(form.address))).status,
    another: await read(another.key),
  });
  expect(await statuses()).toEqual({ key: 200, otherKey: 200, off: 200, webhook: 200, form: 200, another: 200 });

  const folder = mkdtempSync(join(stack.folder, 'watched-'));
  const SEEN = join(folder, 'seen');
  writeFileSync(join(folder, 'curl'), WATCHED_CURL, { mode: 0o755 });
  const blocked = await run('bash', ['-euo', 'pipefail', '-c', BLOCKING], {
    ...{ PATH: `${folder}:${process.env.PATH}`, SEEN, OPERATOR_TOKEN, PUBLIC_URL: stack.instance(0).url },
    ...{ ACCOUNT_ID: partner.accountId, KEY_ID: keys[0]?.id ?? '', SOURCE_ID: off.id },
  });
  expect(blocked).toEqual({ code: 0, output: expect.stringContaining('"licence_active":false') as string });
  expect(await statuses()).toEqual({ key: 401, otherKey: 403, off: 410, webhook: 200, form: 410, another: 200 });
  const [held] = (await partner.owner(0).get<{ result: string }[]>(`/sources/${webhook.id}/deliveries`)).data;
  expect(held).toMatchObject({ result: 'held', reason: 'plan_inactive' });
  expect(readFileSync(SEEN, 'utf8')).toContain('--header @-');
  expect(readFileSync(SEEN, 'utf8')).not.toContain(OPERATOR_TOKEN);
});

/** The lines of the page for a proxy, with another address. */
function linesFor(proxy: string, address: string): string {
  const [, lines = ''] =
    new RegExp(`^# ${proxy}, in .*\n([^#\`]+)`, 'm').exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  if (!lines.includes('203.0.113.9')) throw new Error(`no line for ${proxy}`);
  return lines.replace('203.0.113.9', address);
}

const CASES = PROXY_NAMES.flatMap((name) => ['127.9.8.7', '127.9.8.0/24'].map((address) => [name, address] as const));

it.each(CASES.map((each, index) => [...each, `127.9.7.${index + 1}`] as const))(
  '%s refuses %s by its lines, and nobody else',
  async (name, address, another) => {
    const { stack } = under;
    const partner = await stack.partner();
    const folder = mkdtempSync(join(stack.folder, 'blocked-'));
    chmodSync(folder, 0o755);
    const ports = stack.instances.map(({ port }) => port);
    const proxy = await PROXIES[name](folder, ports, linesFor(name, address));
    const log = () => stack.instances.map((instance) => instance.log).join('');
    try {
      const from = (localAddress: string, path: string, method = 'GET', headers = {}) =>
        call(proxy.url, { path, method, localAddress, headers: { Authorization: `Bearer ${partner.key}`, ...headers } })
          .then(({ status }) => status)
          // Caddy closes the connection.
          .catch(() => 403);
      const forged = { 'X-Forwarded-For': '198.51.100.1', Forwarded: 'for=198.51.100.1' };
      expect([
        await from('127.9.8.7', '/api/v1/pipelines'),
        await from('127.9.8.7', '/api/v1/leads', 'POST'),
        await from('127.9.8.7', '/api/v1/pipelines', 'GET', forged),
        await from('127.9.8.7', '/console'),
      ]).toEqual([403, 403, 403, 403]);
      expect(await from(another, '/api/v1/pipelines', 'GET', { 'X-Forwarded-For': '127.9.8.7' })).toBe(200);
      await until('the log', PATIENCE_MS, () => log().includes(`"client_address":"${another}"`));
      expect(log()).not.toContain('"client_address":"127.9.8.7"');
    } finally {
      await proxy.stop();
    }
  },
);
