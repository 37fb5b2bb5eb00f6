import { HttpClient } from '../support/http-client';
import { OPERATOR_TOKEN, type ServerProcess } from './servers';

/** Opens an account through the service; its key may read and write leads, and read pipelines. */
export async function openAccount({ port }: ServerProcess): Promise<{ id: string; key: string }> {
  const operator = new HttpClient(`http://127.0.0.1:${port}/admin/v1`, OPERATOR_TOKEN);
  const { id } = (
    await operator.post<{ id: string }>('/accounts', {
      name: 'Conta',
      owner: { name: 'Dona', email: `conta-${Date.now()}@example.com` },
      plan: { api: true, auto_origin: true },
      licence_active: true,
      comercial_enabled: true,
    })
  ).data;
  const owner = operator.with({ 'X-Account-Id': id });
  const permissions = ['leads:read', 'leads:write', 'pipeline:read'];
  return { id, key: (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions })).data.key };
}
