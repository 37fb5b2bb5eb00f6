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
  ['A conferir', (page: Page) => page.getByText('Nada pendente')],
  ['Duplicados', (page: Page) => page.getByText('Nenhum duplicado')],
  ['Fontes', (page: Page) => page.getByText('Nenhuma fonte ainda')],
  ['Importar', (page: Page) => page.getByText('Nenhuma importação ainda')],
  ['Funis', (page: Page) => page.getByRole('heading', { name: 'Em contato' })],
  ['Chaves de API', (page: Page) => page.getByText('Nenhuma chave ativa')],
  ['Registro de atividades', (page: Page) => page.getByRole('cell', { name: 'Conta aberta' })],
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

it('the page of a lead comes back by itself too', async () => {
  const page = await openAccount();
  await visit(page, 'Leads');
  const link = page.getByRole('link', { name: 'Ana Souza', exact: true });
  await link.click();
  await page.getByText('Linha do tempo').waitFor();
  await page.goBack();
  await link.waitFor();
  await page.context().setOffline(true);
  await link.click();
  await page.getByText(LOST).first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Ana Souza' }).waitFor();
  await page.getByText('Linha do tempo').waitFor();
  await settles(() => page.getByText(LOST).count(), 0);
});

it('reads again at once when it is visible again, and not while it is hidden', async () => {
  const page = await openAccount();
  await visit(page, 'Sessões');
  await page.route(/\/admin\/v1\/leads(\?|$)/, (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'Leads' }).click();
  await page.getByText(LOST).first().waitFor();
  const turned = (isHidden: boolean): Promise<number> =>
    page.evaluate(async (hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      const fetch = window.fetch.bind(window);
      let calls = 0;
      window.fetch = (...given) => ((calls += Number(JSON.stringify(given[0]).includes('/leads'))), fetch(...given));
      document.dispatchEvent(new Event('visibilitychange'));
      // Nothing but the event itself has a turn here.
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      window.fetch = fetch;
      return calls;
    }, isHidden);
  expect([await turned(true), await turned(false)]).toEqual([0, 1]);
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
