import type { Page } from 'playwright-core';
import { consoleForAllTests } from './support/console';
import { settles, visit } from './support/steps';

const under = consoleForAllTests('console_lost_connection', { LIMIT_SESSION_PER_MINUTE: '1000000' });

const LOST = 'O serviço não respondeu.';

async function openAccount() {
  const { id } = await under.openAccount();
  await under.operator.post(`/accounts/${id}/leads`, { phone: '11987654321', name: 'Ana Souza', deals: [] });
  return under.signIn(id);
}

/** Pages with what they show once they are loaded. */
const PAGES = [
  ['Leads', (page: Page) => page.getByRole('rowheader', { name: 'Ana Souza' })],
  ['Quadro', (page: Page) => page.getByRole('heading', { name: 'Novo' })],
  ['Hoje', (page: Page) => page.getByRole('heading', { name: 'Voltaram' })],
  ['Painel', (page: Page) => page.getByRole('heading', { name: 'Leads por origem' })],
  ['Agenda', (page: Page) => page.getByText('Nenhum agendamento.')],
  ['Avisos', (page: Page) => page.getByText('Nenhum aviso')],
  ['Equipe', (page: Page) => page.getByText('Convidar')],
] as const;

it.each(PAGES)('%s comes back by itself when the browser is online again', async (title, shown) => {
  const page = await openAccount();
  // Its code is loaded; its data is not.
  await visit(page, title);
  await shown(page).first().waitFor();
  await visit(page, 'Sessões');
  await page.context().setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: title }).click();
  await page.getByText(LOST).first().waitFor();
  await page.context().setOffline(false);
  await shown(page).first().waitFor();
  await settles(() => page.getByText(LOST).count(), 0);
});

it('comes back after pauses where the browser notices nothing, without extending the session', async () => {
  const page = await openAccount();
  await visit(page, 'Sessões');
  let isCut = true;
  const unattended: (string | undefined)[] = [];
  await page.route(/\/admin\/v1\/leads(\?|$)/, (route) => {
    if (isCut) return route.abort();
    unattended.push(route.request().headers()['x-unattended']);
    return route.continue();
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Leads' }).click();
  await page.getByText(LOST).first().waitFor();
  isCut = false;
  await page.getByRole('rowheader', { name: 'Ana Souza' }).waitFor();
  expect(unattended[0]).toBe('true');
});

it('keeps the rows of a list whose further page is lost', async () => {
  const { id } = await under.openAccount();
  for (let one = 0; one < 60; one++)
    await under.operator.post(`/accounts/${id}/leads`, { phone: `1198765${4000 + one}`, name: `Lead ${one}` });
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  await page.getByRole('button', { name: 'Mostrar mais' }).waitFor();
  const rows = () => page.getByRole('rowheader').count();
  const first = await rows();
  await page.route(/cursor=/, (route) => route.abort());
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  await page.getByRole('status').getByText(LOST).waitFor();
  await settles(rows, first);
  await page.unroute(/cursor=/);
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  await settles(rows, 60);
});

it('opens the console by itself, once the service answers', async () => {
  const page = await openAccount();
  await page.route(/\/admin\/v1\/me$/, (route) => route.abort());
  await page.reload();
  await page.getByText(LOST).waitFor();
  await page.unroute(/\/admin\/v1\/me$/);
  await page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
});
