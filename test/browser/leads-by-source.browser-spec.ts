import type { Page } from 'playwright-core';
import type { NewSourceView } from '../../src/contract/source';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { settles, visit } from './support/steps';

const under = consoleForAllTests('console_leads_by_source');

/** Makes an account with a source, by which one of its two leads came. */
async function account() {
  const opened = await under.openAccount();
  const { owner } = opened;
  const body = { kind: 'webhook', name: 'Página de vendas', defaults: { consent: true } };
  const { id: sourceId, address } = (await owner.post<NewSourceView>('/sources', body)).data;
  const sent = await fetch(`${under.url}${new URL(address).pathname}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ nome: 'Rita Alves', telefone: '11987654321' }),
  });
  expect(sent.status).toBe(200);
  await owner.post('/leads', { phone: '11987654322', name: 'Bruno Lima' });
  return { ...opened, sourceId };
}

const names = (page: Page) => page.getByRole('rowheader').allInnerTexts();
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

it('the dashboard counts by source, with the leads of each, which the list filters too', async () => {
  const { id, sourceId } = await account();
  const page = await under.signIn(id);
  const table = page.getByRole('region', { name: 'Por fonte' });
  await settles(
    () => table.getByRole('row').allTextContents(),
    ['FonteLeadsGanhosVendidoPerdidos', 'Página de vendasnovo10R$\u00a00,000', 'Sem fontenovo10R$\u00a00,000'],
  );
  expect(await problemsOf(page)).toEqual([]);
  const withoutSpam = page.waitForRequest((request) => /by=source&.*without_spam=true/.test(request.url()));
  await page.getByLabel('Sem os apagados como spam').check();
  await withoutSpam;
  await table.getByRole('link', { name: 'Página de vendas', exact: true }).click();
  await settles(() => names(page), ['Rita Alves']);
  await page.getByRole('heading', { name: ', fonte Página de vendas' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ver todos os leads' }).click();
  await page.getByText('Filtros', { exact: true }).click();
  const filter = page.getByLabel('Fonte', { exact: true });
  await filter.selectOption('Página de vendas');
  await settles(() => names(page), ['Rita Alves']);
  await settles(() => filter.inputValue(), sourceId);
  expect(await problemsOf(page)).toEqual([]);
  await filter.selectOption('Todas');
  await page.getByLabel('Origem').waitFor();
  await settles(() => names(page).then((shown) => shown.length), 2);
});

it('a link to the leads of a source finds them all, whatever was searched before', async () => {
  const { id } = await account();
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  await page.getByLabel('Nome, telefone ou e-mail').fill('bruno');
  await settles(() => names(page), ['Bruno Lima']);
  await page.getByRole('link', { name: 'Bruno Lima' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bruno Lima' }).waitFor();
  await page.getByRole('link', { name: 'Todos os leads' }).click();
  await settles(() => page.getByLabel('Nome, telefone ou e-mail').inputValue(), 'bruno');
  await visit(page, 'Painel');
  await page
    .getByRole('region', { name: 'Por fonte' })
    .getByRole('link', { name: 'Página de vendas', exact: true })
    .click();
  await settles(() => names(page), ['Rita Alves']);
});

it('a lead says by which source it came, what it consented to, and the timeline by which each submission', async () => {
  const { id } = await account();
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  await page.getByRole('link', { name: 'Rita Alves' }).click();
  await card(page, 'Por que esta origem?').getByText('Página de vendas').waitFor();
  await card(page, 'Linha do tempo').getByText('pela fonte Página de vendas').waitFor();
  await card(page, 'Consentimento').getByText('pela fonte Página de vendas').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

it('an account without sources has no filter by source; a link filters by one that is not listed', async () => {
  const { id, sourceId } = await account();
  const plain = await under.openAccount();
  const page = await under.signIn(plain.id);
  await visit(page, 'Leads');
  await page.getByText('Filtros', { exact: true }).click();
  await page.getByLabel('Origem').waitFor();
  await settles(() => page.getByLabel('Fonte', { exact: true }).count(), 0);
  const owner = await under.signIn(id);
  const unknown = sourceId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  await owner.goto(`${under.url}/console#/leads?source=${unknown}`);
  await settles(
    () => owner.getByLabel('Fonte', { exact: true }).locator('option:checked').textContent(),
    'A fonte escolhida',
  );
});
