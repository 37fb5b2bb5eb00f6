import { randomUUID } from 'node:crypto';
import type { OwnerLead } from '../../src/contract/lead';
import { HandOverJob } from '../../src/members/hand-over.job';
import { RotaJob } from '../../src/members/rota.job';
import type { Partner, TestApp } from './app';
import { HttpClient, ok } from './http-client';
import { memberCalls } from './member-calls';
import type { phones } from './phones';

interface Callers {
  readonly test: TestApp;
  readonly partner: Partner;
  readonly writer: HttpClient;
  readonly nextPhone: ReturnType<typeof phones>;
}

/** Calls by members of each role, and about them. */
export async function membersDay({ test, partner, writer, nextPhone }: Callers): Promise<void> {
  const { invite, join, ownerOf } = memberCalls(test);
  const { owner } = partner;
  await ok(owner.patch('/account', { sellers_see: 'own', sellers_export: true }));
  const [manager, seller, other] = [
    await join(partner, 'manager'),
    await join(partner, 'seller'),
    await join(partner, 'seller'),
  ];
  const stages = await partner.stages();
  const phone = nextPhone.mobile();
  const body = { phone, responsible_id: seller.id, deals: [{ stage_id: stages.Novo }] };
  const lead = await ok(manager.api.post<OwnerLead>('/leads', body));
  const [pipeline] = await ok(owner.get<{ id: string }[]>('/pipelines'));
  for (const query of ['', 'responsible=me&', 'responsible=none&', `responsible=${other.id}&`]) {
    for (const api of [manager.api, seller.api]) {
      for (const order of ['created', 'changed']) {
        await ok(api.get(`/leads?${query}order=${order}`));
        await ok(api.get(`/leads?${query}order=${order}&q=ana&stage_id=${stages.Novo}`));
      }
      await ok(api.get(`/pipelines/${pipeline?.id}/board?${query}`));
    }
  }
  await ok(seller.api.get(`/leads?phone=${lead.phone}`));
  await ok(seller.api.get(`/leads/${lead.id}`));
  await ok(seller.api.get(`/leads/${lead.id}/timeline`));
  await ok(seller.api.post('/people/lookup', { phone }));
  await ok(seller.api.get('/appointments'));
  await ok(seller.api.get('/tasks'));
  const { url } = await ok(seller.api.post<{ url: string }>('/me/calendar'));
  await ok(seller.api.get('/me/calendar'));
  await partner.sql(
    `update sessions set last_used_at = now() - interval '2 hours' where account_id = $1 and is_calendar`,
  );
  await new HttpClient(test.url, '').get(new URL(url).pathname);
  await ok(seller.api.delete('/me/calendar'));
  for (const name of ['Meus', 'Sem dono']) {
    const view = await ok(seller.api.post<{ id: string }>('/saved-views', { name, query: { responsible: 'me' } }));
    await ok(seller.api.patch(`/saved-views/${view.id}`, { name: `${name} leads` }));
    if (name === 'Meus') await ok(seller.api.delete(`/saved-views/${view.id}`));
  }
  await ok(seller.api.get('/saved-views'));
  for (const query of ['', '?responsible=me', '?responsible=none']) await ok(seller.api.get(`/today${query}`));
  await ok(seller.api.get('/leads?today=idle'));
  await ok(seller.api.get('/metrics/breakdown?by=member'));
  await ok(seller.api.get('/metrics/breakdown?by=loss_reason'));
  await ok(seller.api.patch(`/leads/${lead.id}`, { note: 'n', responsible_id: other.id }));
  await ok(manager.api.post('/leads/bulk', { lead_ids: [lead.id], responsible_id: seller.id }));
  const double = { phone, allow_duplicate: true, deals: [{ stage_id: stages.Novo }] };
  const twin = await ok(partner.staff.post<{ id: string }>('/leads', double));
  // Held, because two leads have this phone.
  await ok(writer.post('/leads', { phone }));
  const entries = await ok(manager.api.get<{ id: string }[]>('/notifications'));
  await ok(seller.api.get('/notifications'));
  await ok(manager.api.post(`/notifications/${entries.at(-1)?.id}/read`));
  await ok(manager.api.post('/notifications/read'));
  await ok(seller.api.post('/notifications/read'));
  await ok(manager.api.post(`/leads/${lead.id}/merge`, { into: twin.id }));
  const csv = owner.with({ 'Content-Type': 'text/csv' });
  await ok(csv.post('/imports/preview', `telefone,responsável\n${nextPhone.mobile()},${other.address}\n`));
  await ok(seller.api.get('/me'));
  await ok(owner.get('/members'));
  await ok(seller.api.get('/sessions'));
  await ok(seller.api.delete('/sessions'));
  await ok(owner.patch(`/pipelines/${pipeline?.id}`, { rota: [seller.id, other.id] }));
  await ok(partner.api.post('/leads', { phone: nextPhone.mobile() }));
  await test.app.get(RotaJob).run();
  await ok(owner.patch(`/pipelines/${pipeline?.id}`, { rota: [seller.id] }));
  await ok(owner.patch(`/members/${other.id}`, { name: 'Beto', away_until: '2030-01-01' }));
  await ok(owner.patch(`/members/${seller.id}`, { active: false, hand_over_to: other.id }));
  await test.app.get(HandOverJob).run();
  await test.app.get(HandOverJob).run();
  await ok(owner.patch(`/pipelines/${pipeline?.id}`, { rota: [] }));
  await ok(owner.post('/members', { name: 'Beto', email: seller.address, role: 'seller' }));
  await ok(owner.get(`/members/${manager.id}/export`));
  const awaited = await invite(owner, 'seller');
  await ok(owner.get('/members'));
  await ok(owner.post(`/members/${awaited.id}/link`));
  // Without a mail server: 409.
  await owner.post(`/members/${awaited.id}/invitation`);
  await ok(owner.patch(`/members/${manager.id}`, { active: false }));
  await ok(owner.post(`/members/${manager.id}/anonymise`));
  await ok(owner.patch('/account', { sellers_see: 'all' }));

  // Another account: a change of owner revokes all keys.
  const account = await test.partner();
  const next = await join(account, 'manager');
  for (const email of [next.address, `${randomUUID()}@example.com`]) {
    await ok(test.operator.put(`/accounts/${account.accountId}/owner`, { name: 'Nova', email }));
    await ok((await ownerOf(account)).get('/me'));
  }
}
