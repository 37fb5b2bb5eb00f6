import type { BrowserContextOptions, Page } from 'playwright-core';
import type { GivenRole } from '../../src/contract/members/roles';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { join } from './support/people';
import { focused, press, settles, told } from './support/steps';

const under = consoleForAllTests('console_list_views');

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** An account with two leads, one with a tag, and a member who shows them. */
async function openList(role: GivenRole = 'seller', options: BrowserContextOptions = {}) {
  const account = await under.openAccount();
  for (const [name, tags] of [
    ['Ana Souza', ['vip']],
    ['Bruno Lima', []],
  ] as const)
    await under.operator.post(`/accounts/${account.id}/leads`, { phone: `1198765432${tags.length}`, name, tags });
  const { page } = await join(under, account.owner, { name: 'Clara Dias', role }, options);
  return { ...account, page };
}

const names = (page: Page) => (): Promise<string[]> => page.getByRole('rowheader').allInnerTexts();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Páginas' });
const views = (page: Page) => (): Promise<string[]> => menu(page).locator('.views a').allInnerTexts();
const current = (page: Page) => (): Promise<string[]> => menu(page).locator('[aria-current=page]').allInnerTexts();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const offered = (page: Page, name: string) => (): Promise<number> =>
  page.getByRole('button', { name, exact: true }).count();
const addressed = (page: Page) => (): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const { visao: _, ...filters } = Object.fromEntries(new URLSearchParams(location.hash.split('?')[1]));
    return filters;
  });

const save = async (page: Page, name: string): Promise<void> => {
  await press(page, 'Salvar visão');
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
};

const order = (page: Page, label: string) => page.getByLabel('Ordem').selectOption({ label });

const choose = async (page: Page, action: string): Promise<void> => {
  await press(page, 'Ações da visão');
  await press(page, action);
};

it.each(['seller', 'manager'] as const)(
  'a %s saves a view, opens it, changes it, renames it and deletes it',
  async (role) => {
    const { page } = await openList(role);
    await settles(names(page), ['Bruno Lima', 'Ana Souza']);
    await settles(offered(page, 'Salvar visão'), 0);
    await press(page, 'Filtros');
    await page.getByLabel('Etiqueta', { exact: true }).fill('vip');
    await page.keyboard.press('Enter');
    await save(page, 'Clientes VIP');
    await told(page, 'Visão salva.');
    await heading(page, 'Clientes VIP');
    await settles(() => focused(page), 'Clientes VIP');
    await settles(views(page), ['Clientes VIP']);
    await settles(current(page), ['Clientes VIP']);
    expect(await problemsOf(page)).toEqual([]);

    await menu(page).getByRole('link', { name: 'Leads' }).click();
    await settles(names(page), ['Bruno Lima', 'Ana Souza']);
    await settles(current(page), ['Leads']);
    await menu(page).getByRole('link', { name: 'Agenda' }).click();
    await heading(page, 'Agenda');
    await menu(page).getByRole('link', { name: 'Clientes VIP' }).click();
    await settles(names(page), ['Ana Souza']);
    await settles(offered(page, 'Salvar alterações'), 0);

    await order(page, 'Nome, de A a Z');
    await heading(page, 'Clientes VIP');
    await settles(current(page), ['Leads']);
    await press(page, 'Salvar alterações');
    await told(page, 'Visão atualizada.');
    await settles(current(page), ['Clientes VIP']);
    await settles(offered(page, 'Salvar alterações'), 0);
    await page.reload();
    await heading(page, 'Clientes VIP');
    await settles(current(page), ['Clientes VIP']);
    await settles(addressed(page), { tag: 'vip', order: 'name', direction: 'asc' });

    await press(page, 'Ações da visão');
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Renomear');
    await page.getByLabel('Nome', { exact: true }).fill('VIP');
    await press(page, 'Salvar nome');
    await told(page, 'Nome alterado.');
    await settles(views(page), ['VIP']);
    await settles(() => focused(page), 'Ações da visão');

    await choose(page, 'Excluir');
    await press(page, 'Cancelar');
    await settles(views(page), ['VIP']);
    await choose(page, 'Excluir');
    await press(page, 'Excluir visão');
    await told(page, 'Visão excluída.');
    await settles(views(page), []);
    await heading(page, 'Leads');
    await settles(current(page), ['Leads']);
    await settles(addressed(page), { tag: 'vip', order: 'name', direction: 'asc' });
  },
);

it('tells what the service refuses, and what is not saved', async () => {
  const { page } = await openList();
  await order(page, 'Maior valor primeiro');
  await save(page, 'Maiores');
  await settles(views(page), ['Maiores']);
  await order(page, 'Menor valor primeiro');
  await page.getByLabel('Nome, telefone ou e-mail').fill('ana');
  await choose(page, 'Salvar como outra visão');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('O texto da busca não fica na visão.').waitFor();
  await dialog.getByLabel('Nome', { exact: true }).fill('MAIORES');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Você já tem uma visão com o nome “Maiores”.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await dialog.getByLabel('Nome', { exact: true }).fill(' ');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Nome:').waitFor();
  await dialog.getByLabel('Nome', { exact: true }).fill('Menores');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await settles(views(page), ['Maiores', 'Menores']);
  await settles(current(page), ['Menores']);
  await settles(names(page), ['Ana Souza']);
  // A view shows all its leads, whatever was searched for before.
  await menu(page).getByRole('link', { name: 'Maiores' }).click();
  await settles(() => page.getByRole('rowheader').count(), 2);
  await settles(() => page.getByLabel('Nome, telefone ou e-mail').inputValue(), '');
});

it('keeps views to their member', async () => {
  const { owner, page } = await openList();
  await order(page, 'Últimas mudanças primeiro');
  await save(page, 'Mudanças');
  await settles(views(page), ['Mudanças']);
  const { page: other } = await join(under, owner, { name: 'Davi Rocha', role: 'manager' });
  await other.goto(page.url());
  await settles(() => other.getByLabel('Ordem').inputValue(), 'changed');
  await heading(other, 'Leads');
  await settles(offered(other, 'Salvar visão'), 1);
  await settles(views(other), []);
  await settles(current(other), ['Leads']);
});

it('opens a view whose stage is gone', async () => {
  const { owner, page } = await openList('manager');
  const [pipeline] = (await owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const { data: stage } = await owner.post<{ id: string }>(`/pipelines/${pipeline?.id}/stages`, { name: 'Visita' });
  await page.reload();
  await press(page, 'Filtros');
  await page.getByLabel('Etapa').selectOption({ label: 'Visita' });
  await save(page, 'Em visita');
  await settles(current(page), ['Em visita']);
  await owner.delete(`/stages/${stage.id}`);
  await page.reload();
  await heading(page, 'Em visita');
  await page.getByText('Nenhum lead encontrado').waitFor();
  await settles(current(page), ['Em visita']);
  await press(page, 'Limpar filtros');
  await settles(names(page), ['Bruno Lima', 'Ana Souza']);
  await heading(page, 'Em visita');
});

it('shows no views in a folded menu, whose list is marked', async () => {
  const { page } = await openList();
  await order(page, 'Nome, de Z a A');
  await save(page, 'Um nome que é muito longo para caber ao lado de outras coisas');
  await settles(() => page.locator('.views a').count(), 1);
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Recolher o menu');
  await page.locator('.views a').waitFor({ state: 'hidden' });
  const look = (name: string) => () =>
    menu(page)
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  const of = await look('Leads')();
  expect(of).not.toBe(await look('Agenda')());
  expect(await problemsOf(page)).toEqual([]);
});

it('has its views under “Mais” on a phone', async () => {
  const { page } = await openList('seller', PHONE);
  const tap = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).tap();
  const go = async (name: string): Promise<void> => {
    await tap('Mais');
    await menu(page).getByRole('link', { name, exact: true }).tap();
    await menu(page).waitFor({ state: 'hidden' });
  };
  await tap('Filtros');
  await page.getByRole('dialog').getByLabel('Etiqueta').fill('vip');
  await tap('Mostrar leads');
  await save(page, 'Clientes VIP de São Paulo e do interior');
  await told(page, 'Visão salva.');
  await heading(page, 'Clientes VIP de São Paulo e do interior');
  expect(await problemsOf(page)).toEqual([]);
  await go('Leads');
  await settles(names(page), ['Bruno Lima', 'Ana Souza']);
  await go('Clientes VIP de São Paulo e do interior');
  await settles(names(page), ['Ana Souza']);
  await go('Clientes VIP de São Paulo e do interior');
  await order(page, 'Nome, de A a Z');
  await settles(offered(page, 'Salvar alterações'), 1);
  expect(await problemsOf(page)).toEqual([]);
  await tap('Ações da visão');
  expect(await problemsOf(page)).toEqual([]);
  await tap('Renomear');
  expect(await problemsOf(page)).toEqual([]);
  await tap('Cancelar');
  await tap('Mais');
  await settles(current(page), ['Leads']);
  expect(await problemsOf(page)).toEqual([]);
});

it('a filter by a stage or a member who is gone shows that something is chosen', async () => {
  const { page } = await openList('manager');
  const gone = '0190a000-0000-7000-8000-000000000000';
  const chosen = (label: string) => () =>
    page.getByLabel(label, { exact: true }).locator('option:checked').textContent();
  await page.evaluate((id) => (location.hash = `#/leads?stage_id=${id}&responsible=${id}`), gone);
  await page.getByRole('button', { name: 'Filtros' }).click();
  await settles(chosen('Etapa'), 'A escolha atual');
  await settles(chosen('Responsável'), 'A escolha atual');
  await page.getByLabel('Etapa', { exact: true }).selectOption({ label: 'Todas' });
  await settles(addressed(page), { responsible: gone });
});
