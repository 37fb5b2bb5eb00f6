import type { Page } from 'playwright-core';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { settles, visit } from './support/steps';

const under = consoleForAllTests('console_events');

interface Lead {
  readonly id: string;
  readonly phone: string;
}

/** Makes an account with a partner's key and no unread notifications. */
async function openAccount() {
  const { id, owner } = await under.openAccount();
  const { data } = await owner.post<{ key: string }>('/api-keys', {
    name: 'Site',
    permissions: ['leads:write', 'leads:read'],
  });
  await owner.post('/notifications/read');
  const partner = under.partner(data.key);
  const send = async (body: object = {}): Promise<Lead> =>
    (await partner.post<{ lead: Lead }>('/leads', { phone: '(11) 98765-4321', name: 'Rita Alves', ...body })).data.lead;
  return { id, owner, partner, send };
}

const title = (page: Page) => () => page.title();

it('a lead that a partner changes is shown changed, without a click', async () => {
  const { id, partner, send } = await openAccount();
  const lead = await send();
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads/${lead.id}`);
  await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
  await partner.patch(`/leads/${lead.id}`, { add_tags: ['quente'] });
  await page.getByText('quente').waitFor();
  await send({ notes: 'quer o plano anual' });
  await page.getByText('quer o plano anual').first().waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

it('a notice appears by itself: in the list, in the menu and in the title, until it is read', async () => {
  const { id, owner } = await openAccount();
  const page = await under.signIn(id, { viewport: { width: 1280, height: 800 } });
  await visit(page, 'Avisos');
  await settles(title(page), 'Avisos · Entrada');
  await owner.post('/api-keys', { name: 'Parceiro', permissions: ['leads:read'] });
  await page.getByText('A chave de API “Parceiro”').waitFor();
  await settles(title(page), '(1) Avisos · Entrada');
  await settles(() => page.getByRole('navigation').getByText('por ler').count(), 1);
  // Marks them as another tab would.
  await owner.post('/notifications/read');
  await settles(title(page), 'Avisos · Entrada');
  await settles(() => page.getByRole('button', { name: /^Marcar como lido/ }).count(), 0);
});

it('what was missed while there was no stream is read when it is back', async () => {
  const { id, owner } = await openAccount();
  const page = await under.signIn(id);
  await visit(page, 'Avisos');
  await page.context().setOffline(true);
  await owner.post('/api-keys', { name: 'Longe', permissions: ['leads:read'] });
  await page.context().setOffline(false);
  // The browser retries a refused connection. A stream that was only cut off needs no event.
  await page.getByText('A chave de API “Longe”').waitFor();
});

it('a page whose session has ended elsewhere stops to listen, and says so', async () => {
  const { id, owner } = await openAccount();
  const page = await under.signIn(id);
  await visit(page, 'Avisos');
  await owner.delete('/sessions');
  await page.getByText('Sua sessão terminou.').waitFor();
  await settles(title(page), 'Entrar · Entrada');
});
