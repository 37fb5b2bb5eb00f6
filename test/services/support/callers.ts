import { randomUUID } from 'node:crypto';
import { HttpClient } from '../../support/http-client';

/** Limits per minute that no test reaches. */
export const NO_LIMITS = Object.fromEntries(
  ['IP', 'KEY', 'KEY_WRITES', 'KEY_METRICS', 'SESSION'].map((name) => [`LIMIT_${name}_PER_MINUTE`, '1000000']),
);

/** Opens an account at the instance with this address and returns a key of it. */
export async function newKey(url: string, operatorToken: string): Promise<string> {
  const operator = new HttpClient(`${url}/admin/v1`, operatorToken);
  const { data } = await operator.post<{ id: string }>('/accounts', {
    name: 'Conta',
    owner: { name: 'Dona', email: `dona-${randomUUID()}@example.com` },
    plan: { api: true, auto_origin: true },
    licence_active: true,
    comercial_enabled: true,
  });
  const permissions = ['leads:read', 'leads:write'];
  const owner = operator.with({ 'X-Account-Id': data.id });
  return (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions })).data.key;
}

/** Sends new leads and lists leads in turn, over all instances, with `callers` at once. Counts the answers by status. */
export async function callAtOnce(
  urls: readonly string[],
  key: string,
  { callers, calls }: { callers: number; calls: number },
): Promise<Record<number, number>> {
  const apis = urls.map((url) => new HttpClient(`${url}/api/v1`, key));
  const statuses: Record<number, number> = {};
  let sent = 0;
  const caller = async (): Promise<void> => {
    while (sent < calls) {
      const turn = sent++;
      const api = apis[turn % apis.length] as HttpClient;
      const isPost = Math.floor(turn / apis.length) % 2 === 0;
      const { status } = await (isPost
        ? api.post('/leads', { phone: `119${String(60_000_000 + turn)}` })
        : api.get('/leads'));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return statuses;
}
