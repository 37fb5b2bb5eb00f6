import type { Page } from 'playwright-core';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { MAX_SORTED_LEADS } from '../../src/contract/limits';
import { addLeads } from '../support/many-leads';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { focused, press, settles } from './support/steps';

const under = consoleForAllTests('console_list_columns');

const WIDE = { width: 1900, height: 900 };

const LEADS = [
  ['Bruno', 10],
  ['Álvaro', 900],
  ['Zé', undefined],
  ['ana', 25],
] as const;

/** Opens the list of an account with these leads, the newest last. */
async function openList(): Promise<Page> {
  const { id } = await openAccount();
  return listOf(id);
}

async function openAccount() {
  const account = await under.openAccount();
  const [pipeline] = (await account.owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const stageId = pipeline?.stages[0]?.id ?? '';
  for (const [index, [name, value]] of LEADS.entries())
    await under.operator.post(`/accounts/${account.id}/leads`, {
      phone: `1198765432${index}`,
      name,
      email: `${name.toLowerCase().normalize('NFD').replace(/\W/g, '')}@example.com`,
      deals: [{ stage_id: stageId, value }],
    });
  return { ...account, place: { accountId: account.id, pipelineId: pipeline?.id ?? '', stageId } };
}

async function listOf(id: string): Promise<Page> {
  const page = await under.signIn(id);
  await page.setViewportSize(WIDE);
  await page.goto(`${under.url}/console#/leads`);
  return page;
}

const names = (page: Page) => (): Promise<string[]> => page.getByRole('rowheader').allInnerTexts();
const sortedHead = (page: Page) => (): Promise<string[]> => page.locator('[aria-sort]').allInnerTexts();

it('a head puts the list in order, and turns it, by click and by keyboard', async () => {
  const page = await openList();
  await settles(names(page), ['ana', 'Zé', 'Álvaro', 'Bruno']);
  await press(page, 'Nome');
  await settles(names(page), ['Álvaro', 'ana', 'Bruno', 'Zé']);
  await settles(sortedHead(page), ['Nome ↑']);
  expect(page.url()).toMatch(/order=name&direction=asc/);
  await press(page, 'Nome');
  await settles(names(page), ['Zé', 'Bruno', 'ana', 'Álvaro']);
  await settles(() => page.locator('[aria-sort=descending]').allInnerTexts(), ['Nome ↓']);
  await page.getByRole('button', { name: 'Valor', exact: true }).focus();
  await page.keyboard.press('Enter');
  await settles(names(page), ['Álvaro', 'ana', 'Bruno', 'Zé']);
  await page.keyboard.press('Enter');
  await settles(names(page), ['Bruno', 'ana', 'Álvaro', 'Zé']);
  await page.reload();
  await settles(names(page), ['Bruno', 'ana', 'Álvaro', 'Zé']);
  await settles(() => page.getByLabel('Ordem').inputValue(), 'value asc');
  expect(await problemsOf(page)).toEqual([]);
  await page.getByLabel('Ordem').selectOption({ label: 'Mais antigos primeiro' });
  await settles(names(page), ['Bruno', 'Álvaro', 'Zé', 'ana']);
  await settles(sortedHead(page), ['Criado em ↑']);
});

it('shows the columns that were chosen in this browser, also where they did not fit by themselves', async () => {
  const page = await openList();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.reload();
  const heads = (): Promise<string[]> =>
    page.locator('th[scope=col]:visible').evaluateAll((found) => found.flatMap((one) => one.textContent || []));
  const usual = [
    'Nome',
    'Telefone',
    'Etapa',
    'Próximo contato',
    'Valor',
    'Responsável',
    'Criado em ↓',
    'Origem',
    'Etiquetas',
  ];
  await settles(heads, usual);
  await page.getByRole('button', { name: 'Colunas' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Origem').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Etiquetas').uncheck();
  await page.getByLabel('E-mail', { exact: true }).check();
  const chosen = ['Nome', 'Telefone', 'Etapa', 'Próximo contato', 'Valor', 'Responsável', 'Criado em ↓', 'E-mail'];
  await settles(heads, chosen);
  await page.getByRole('cell', { name: 'ana@example.com' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await settles(() => focused(page), 'Colunas');
  await page.reload();
  await settles(heads, chosen);
  await press(page, 'Colunas');
  await press(page, 'Voltar às colunas de sempre');
  await settles(heads, usual);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Colunas' }).waitFor({ state: 'hidden' });
});

it('says that a list is too long for an order, and still offers the others', async () => {
  const { id, place } = await openAccount();
  await addLeads(under, place, { count: MAX_SORTED_LEADS + 1, since: '2020-01-01' });
  const page = await listOf(id);
  await press(page, 'Nome');
  await page.getByText('A lista tem mais de 10.000 leads; restrinja os filtros para ordená-la assim.').waitFor();
  await settles(sortedHead(page), ['Nome ↑']);
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Mostrar os mais novos primeiro');
  await page.getByRole('rowheader', { name: 'Álvaro' }).waitFor();
  await press(page, 'Valor');
  await page.getByText('restrinja os filtros').waitFor();
  await press(page, 'Última mudança');
  await page.getByRole('rowheader', { name: 'Álvaro' }).waitFor();
});
