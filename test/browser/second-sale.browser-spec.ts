import type { Page } from 'playwright-core';
import type { OwnerDeal } from '../../src/contract/deal';
import type { OwnerLead } from '../../src/contract/lead';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { dragCard, focused, press, settles, told } from './support/steps';

/** A sold deal is moved back, or another one begins. */

const under = consoleForAllTests('console_second_sale');

const SOLD = '2025-10-15T12:00:00Z';
const QUESTION = 'Isto tira R$ 500,00 de outubro de 2025.';

/** Makes an account with one lead, whose deal was sold for 500 reais. */
async function open() {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const stages = Object.fromEntries((pipeline?.stages ?? []).map((stage) => [stage.name, stage.id]));
  const body = { phone: '11987654321', name: 'Rita Alves', deals: [{ stage_id: stages.Novo, value: 700 }] };
  const { data: lead } = await owner.post<OwnerLead>('/leads', body);
  const won = { stage_id: stages.Ganho, closed_value: 500, closed_at: SOLD };
  await owner.put(`/deals/${lead.deals[0]?.id}/stage`, won);
  const show = async (place: string): Promise<Page> => {
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/${place}`);
    return page;
  };
  const deals = async () => {
    const { data } = await owner.get<{ deals: OwnerDeal[] }>(`/leads/${lead.id}`);
    return data.deals.map(({ stage_id: at, value, closed_value: sold }) => [
      Object.keys(stages).find((name) => stages[name] === at),
      value,
      sold,
    ]);
  };
  return { owner, lead, stages, board: `quadro/${pipeline?.id}`, page: `leads/${lead.id}`, show, deals };
}

const SALE = ['Ganho', 700, 500];
const question = (page: Page) => page.getByRole('dialog', { name: 'Tirar a venda?' });
const answer = (page: Page, name: string) => question(page).getByRole('button', { name }).click();
const card = (page: Page, stage: string) =>
  page.getByRole('region', { name: stage, exact: true }).locator('[data-deal]');

describe('on the page of the lead', () => {
  it('a second deal begins instead, and is shown above the first', async () => {
    const { page: place, show, deals } = await open();
    const page = await show(place);
    await press(page, 'Mover para Agendado');
    await question(page).getByText(`${QUESTION} Ou começar um novo negócio?`).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await answer(page, 'Novo negócio');
    const dialog = page.getByRole('dialog', { name: 'Novo negócio' });
    await settles(() => dialog.getByLabel('Etapa').locator('option:checked').textContent(), 'Agendado');
    await dialog.getByLabel('Valor em reais').fill('80');
    expect(await problemsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await told(page, 'O lead agora está em “Agendado”.');
    expect(await deals()).toEqual([SALE, ['Agendado', 80, null]]);
    const sections = page.getByRole('region', { name: /^Funil de vendas/ });
    const names = () => sections.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await settles(names, ['Funil de vendas, 2º negócio', 'Funil de vendas, 1º negócio']);
    await settles(() => page.getByRole('button', { name: 'Novo negócio' }).count(), 0);
    expect(await problemsOf(page)).toEqual([]);
    // With a deal in progress there is no other choice.
    await sections.last().getByRole('button', { name: 'Mover para Novo' }).click();
    await question(page).getByText(QUESTION, { exact: true }).waitFor();
    await settles(() => question(page).getByRole('button').allTextContents(), ['Cancelar', 'Tirar a venda']);
  });

  it('the sale goes back, or stays, as the person says', async () => {
    const { page: place, show, deals } = await open();
    const page = await show(place);
    await press(page, 'Mover para Novo');
    await answer(page, 'Cancelar');
    expect(await deals()).toEqual([SALE]);
    await press(page, 'Marcar como perdido o negócio em Funil de vendas');
    await answer(page, 'Tirar a venda');
    await page.getByLabel('Motivo da perda').fill('Devolveu');
    await page.keyboard.press('Enter');
    await told(page, 'Negócio perdido: agora está em “Perdido”.');
    expect(await deals()).toEqual([['Perdido', 700, null]]);
    await press(page, 'Desfazer');
    await told(page, 'Desfeito.');
    await page.getByText('Vendido por R$ 500,00 em 15/10/2025').waitFor();
    expect(await deals()).toEqual([SALE]);
  });

  it('a deal begins after a sale without a move', async () => {
    const { page: place, show, deals } = await open();
    const page = await show(place);
    await press(page, 'Novo negócio');
    await press(page, 'Criar negócio');
    await told(page, 'O lead agora está em “Novo”.');
    expect(await deals()).toEqual([SALE, ['Novo', null, null]]);
  });
});

describe('on the board', () => {
  const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    'a drag': (page) =>
      dragCard(page, card(page, 'Ganho'), page.getByRole('region', { name: 'Agendado', exact: true })),
    keys: async (page) => {
      await card(page, 'Ganho').focus();
      await page.keyboard.press('Control+ArrowLeft');
    },
    '“Mover”': async (page) => {
      await press(page, 'Mover Rita Alves');
      await press(page, 'Agendado');
    },
  };

  it.each(Object.keys(WAYS))('%s asks before it takes a sale back', async (way) => {
    const { board, show, deals } = await open();
    const page = await show(board);
    await card(page, 'Ganho').waitFor();
    await WAYS[way]?.(page);
    await question(page).getByText(`${QUESTION} Ou começar um novo negócio?`).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await answer(page, 'Cancelar');
    expect(await deals()).toEqual([SALE]);
    await WAYS[way]?.(page);
    await answer(page, 'Tirar a venda');
    await told(page, 'Rita Alves agora está em “Agendado”.');
    await settles(() => focused(page), 'Rita Alves');
    expect(await deals()).toEqual([['Agendado', 700, null]]);
    await page.keyboard.press('Control+z');
    await told(page, 'Desfeito.');
    await settles(deals, [SALE]);
  });

  it('a second deal begins instead, with a card of its own', async () => {
    const { board, show, deals } = await open();
    const page = await show(board);
    await card(page, 'Ganho').focus();
    await page.keyboard.press('Control+ArrowLeft');
    await answer(page, 'Novo negócio');
    await page.getByLabel('Valor em reais').fill('80');
    await press(page, 'Criar negócio');
    await told(page, 'O lead agora está em “Agendado”.');
    for (const stage of ['Agendado', 'Ganho']) await settles(() => card(page, stage).count(), 1);
    expect(await deals()).toEqual([SALE, ['Agendado', 80, null]]);
    await card(page, 'Ganho').focus();
    await page.keyboard.press('Control+ArrowLeft');
    await answer(page, 'Novo negócio');
    await press(page, 'Criar negócio');
    await page.getByText('O lead já tem um negócio em andamento neste funil; mova o que ele tem.').waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });
});

it('a move of several leads takes the deal in progress, and its undo gives back what each had', async () => {
  const { owner, lead, stages, show, deals } = await open();
  await owner.post(`/leads/${lead.id}/deals`, { stage_id: stages.Novo, value: 80 });
  const page = await show('leads');
  await page.getByLabel('Selecionar Rita Alves').check();
  await page.getByLabel('Mover para').selectOption({ label: 'Agendado' });
  await press(page, 'Mover');
  await told(page, '1 lead alterado.');
  expect(await deals()).toEqual([SALE, ['Agendado', 80, null]]);
  await press(page, 'Desfazer');
  await told(page, 'Desfeito.');
  expect(await deals()).toEqual([SALE, ['Novo', 80, null]]);
});
