import type { Page } from 'playwright-core';
import type { OwnerDeal } from '../../src/contract/deal';
import type { OwnerLead } from '../../src/contract/lead';
import type { HttpClient } from '../support/http-client';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { focused, meanwhile, press, settles, told } from './support/steps';

const under = consoleForAllTests('console_money');

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });
const yesterday = DAY.format(Date.now() - 86_400_000);

interface Opened {
  readonly owner: HttpClient;
  readonly stages: Readonly<Record<string, string>>;
  readonly pipelineId: string;
  readonly lead: OwnerLead;
  readonly show: (place: string, options?: object) => Promise<Page>;
  /** The stored deal: its stage, value and end. */
  readonly stored: () => Promise<unknown[]>;
}

/** Makes an account with one lead and its deal of 1.250 reais in the entry stage. */
async function open(): Promise<Opened> {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const all = pipeline?.stages ?? [];
  const stages = Object.fromEntries(all.map((stage) => [stage.name, stage.id]));
  const body = { phone: '11987654321', name: 'Rita Alves', deals: [{ stage_id: stages.Novo, value: 1250 }] };
  const { data: lead } = await owner.post<OwnerLead>('/leads', body);
  const show = async (place: string, options = {}): Promise<Page> => {
    const page = await under.signIn(id, options);
    await page.goto(`${under.url}/console#/${place}`);
    return page;
  };
  const stored = async (): Promise<unknown[]> => {
    const [deal] = (await owner.get<{ deals: OwnerDeal[] }>(`/leads/${lead.id}`)).data.deals;
    return [all.find((stage) => stage.id === deal?.stage_id)?.name, deal?.value, deal?.closed_value, deal?.lost_reason];
  };
  return { owner, stages, pipelineId: pipeline?.id ?? '', lead, show, stored };
}

const card = (page: Page) => page.locator('[data-deal]').filter({ hasText: 'Rita Alves' });
const value = (page: Page) => page.getByRole('button', { name: /^Alterar o valor/ });
const field = (page: Page) => page.getByRole('textbox', { name: /^Valor de/ });

describe('a value', () => {
  it.each(['list', 'board', 'lead'])('is changed where it is shown on the %s', async (where) => {
    const { lead, pipelineId, show, stored } = await open();
    const places: Record<string, string> = { list: 'leads', board: `quadro/${pipelineId}`, lead: `leads/${lead.id}` };
    const page = await show(places[where] ?? '');
    await value(page).click();
    await settles(() => field(page).inputValue(), '1.250,00');
    await page.keyboard.type('1,250');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('escreva o valor como 1.250,00').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await field(page).fill('1.300,50');
    await page.keyboard.press('Enter');
    await told(page, 'Valor alterado: R$ 1.300,50.');
    await settles(() => value(page).textContent(), 'R$\u00a01.300,50');
    await settles(async () => (await focused(page))?.startsWith('Alterar o valor'), true);
    await page.keyboard.press('Enter');
    await page.keyboard.type('7');
    await page.keyboard.press('Escape');
    await settles(() => value(page).textContent(), 'R$\u00a01.300,50');
    await settles(async () => (await focused(page))?.startsWith('Alterar o valor'), true);
    expect(await stored()).toEqual(['Novo', 1300.5, null, null]);
    await page.keyboard.press('Enter');
    await field(page).fill('');
    await page.keyboard.press('Enter');
    await settles(() => value(page).textContent(), 'Sem valor');
    expect(await problemsOf(page)).toEqual([]);
    expect(await stored()).toEqual(['Novo', null, null, null]);
  });

  it('that somebody else has changed meanwhile is not overwritten unseen', async () => {
    const { owner, lead, show, stored } = await open();
    const page = await show('leads');
    await value(page).click();
    await meanwhile(page, 'PATCH', '**/deals/*', () => owner.patch(`/deals/${lead.deals[0]?.id}`, { value: 9 }));
    await field(page).fill('8');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('alguém mudou este lead enquanto isso').waitFor();
    expect((await stored())[1]).toBe(9);
    await page.keyboard.press('Enter');
    await told(page, 'Valor alterado: R$ 8,00.');
    expect((await stored())[1]).toBe(8);
  });
});

describe('a sale', () => {
  it('has the value of the deal and today, if nothing else is given, and is corrected on the page of the lead', async () => {
    const { lead, show, stored } = await open();
    const page = await show(`leads/${lead.id}`);
    await press(page, 'Marcar como ganho o negócio em Funil de vendas');
    await settles(() => page.getByLabel('Valor vendido').inputValue(), '1.250,00');
    await settles(() => page.getByLabel('Dia da venda').inputValue(), DAY.format(Date.now()));
    await settles(() => focused(page), '');
    expect(await problemsOf(page)).toEqual([]);
    await page.getByLabel('Valor vendido').press('Enter');
    await told(page, 'Negócio ganho: agora está em “Ganho”.');
    await page.getByText('Vendido por R$ 1.250,00 em ').waitFor();
    expect(await stored()).toEqual(['Ganho', 1250, 1250, null]);
    await press(page, 'Corrigir a venda');
    await page.getByLabel('Valor vendido').fill('1,200');
    await page.getByLabel('Dia da venda').fill('2199-01-01');
    const save = page.getByRole('region', { name: 'Funil de vendas' }).getByRole('button', { name: 'Salvar' });
    await save.click();
    await page.getByText('Valor vendido: escreva o valor como 1.250,00').waitFor();
    await page.getByText('Dia da venda: não pode ser depois de hoje').waitFor();
    await page.getByLabel('Valor vendido').fill('1200');
    await page.getByLabel('Dia da venda').fill(yesterday);
    await save.click();
    await told(page, 'Corrigido.');
    const day = yesterday.split('-').reverse().join('/');
    await page.getByText(`Vendido por R$ 1.200,00 em ${day}`).waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });

  it('is asked for on the board, and taken back with Ctrl+Z', async () => {
    const { pipelineId, show, stored } = await open();
    const page = await show(`quadro/${pipelineId}`, { colorScheme: 'dark' });
    await press(page, 'Mover Rita Alves');
    await press(page, 'Ganho');
    await page.getByLabel('Valor vendido').fill('900');
    await page.keyboard.press('Enter');
    await told(page, 'Rita Alves agora está em “Ganho”.');
    expect(await problemsOf(page)).toEqual([]);
    expect(await stored()).toEqual(['Ganho', 1250, 900, null]);
    await card(page).focus();
    await page.keyboard.press('Control+z');
    await told(page, 'Desfeito.');
    await settles(stored, ['Novo', 1250, null, null]);
    await page.getByRole('region', { name: 'Novo', exact: true }).getByText('Rita Alves').waitFor();
  });
});

it('a loss takes a reason of the account or another one, which is corrected later with its day', async () => {
  const { owner, lead, show, stored } = await open();
  await owner.patch('/account', { loss_reasons: ['Preço', 'Sem resposta'] });
  const page = await show(`leads/${lead.id}`);
  await press(page, 'Marcar como perdido o negócio em Funil de vendas');
  await page.getByRole('button', { name: 'Sem resposta' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Preço');
  await told(page, 'Negócio perdido: agora está em “Perdido”.');
  const [today, dayBefore] = [DAY.format(Date.now()), yesterday].map((day) => day.split('-').reverse().join('/'));
  await page.getByText(`Perdido em ${today}. Motivo: Preço`).waitFor();
  await press(page, 'Corrigir a perda');
  await settles(() => page.getByLabel('Dia da perda').inputValue(), DAY.format(Date.now()));
  await page.getByLabel('Dia da perda').fill('2199-01-01');
  await page.getByLabel('Motivo da perda').press('Enter');
  await page.getByText('Dia da perda: não pode ser depois de hoje').waitFor();
  await page.getByLabel('Dia da perda').fill(yesterday);
  await page.getByLabel('Motivo da perda').fill('Mudou de cidade');
  await page.keyboard.press('Enter');
  await told(page, 'Corrigido.');
  await page.getByText(`Perdido em ${dayBefore}. Motivo: Mudou de cidade`).waitFor();
  expect(await stored()).toEqual(['Perdido', 1250, null, 'Mudou de cidade']);
});

describe('a move is taken back', () => {
  it('with the sale as it was, by the button of its message', async () => {
    const { owner, lead, stages, show, stored } = await open();
    const won = { stage_id: stages.Ganho, closed_value: 1000, closed_at: '2026-03-02T12:00:00Z' };
    await owner.put(`/deals/${lead.deals[0]?.id}/stage`, won);
    const page = await show(`leads/${lead.id}`);
    await press(page, 'Mover para Agendado');
    await press(page, 'Tirar a venda');
    await told(page, 'O negócio agora está em “Agendado”.');
    expect(await stored()).toEqual(['Agendado', 1250, null, null]);
    await press(page, 'Desfazer');
    await told(page, 'Desfeito.');
    await page.getByText('Vendido por R$ 1.000,00 em 02/03/2026').waitFor();
    await settles(() => page.getByRole('button', { name: 'Desfazer' }).count(), 0);
    expect(await problemsOf(page)).toEqual([]);
  });

  it('of several leads, after a question where a sale would be taken back', async () => {
    const { owner, stages, lead, show, stored } = await open();
    await owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stages.Ganho, closed_value: 900 });
    const page = await show('leads');
    await page.getByLabel('Selecionar Rita Alves').check();
    await page.getByLabel('Mover para').selectOption({ label: 'Agendado' });
    await press(page, 'Mover');
    const question = page.getByRole('dialog', { name: 'Mover vendas para outra etapa?' });
    await question.getByText('1 venda deixa de contar.').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await question.getByRole('button', { name: 'Mover' }).click();
    await told(page, '1 lead alterado.');
    expect((await stored())[0]).toBe('Agendado');
    await press(page, 'Desfazer');
    await told(page, 'Desfeito.');
    expect(await stored()).toEqual(['Ganho', 1250, 900, null]);
  });

  it('unless somebody else has moved the deal on', async () => {
    const { owner, lead, stages, show, stored } = await open();
    const page = await show(`leads/${lead.id}`);
    await press(page, 'Mover para Agendado');
    await told(page, 'O negócio agora está em “Agendado”.');
    await owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stages.Perdido, reason: 'sumiu' });
    await press(page, 'Desfazer');
    await told(page, '1 negócio não voltou: mudou enquanto isso.');
    expect(await stored()).toEqual(['Perdido', 1250, null, 'sumiu']);
  });
});

it('a lead without a deal is put into a pipeline on its page', async () => {
  const { owner, show } = await open();
  const { data } = await owner.post<OwnerLead>('/leads', { phone: '11987654399', name: 'Bia' });
  const page = await show(`leads/${data.id}`);
  await page.getByText('Este lead não está em nenhum funil.').waitFor();
  await press(page, 'Colocar no funil');
  await page.getByLabel('Valor em reais').fill('1,250');
  await press(page, 'Criar negócio');
  await page.getByText('Valor em reais: escreva o valor como 1.250,00').waitFor();
  await page.getByLabel('Valor em reais').fill('500');
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Criar negócio');
  await told(page, 'O lead agora está em “Novo”.');
  await settles(() => value(page).textContent(), 'R$\u00a0500,00');
  await settles(() => page.getByRole('button', { name: /^Colocar/ }).count(), 0);
});

it('the owner sets the reasons of a loss, and the days until a deal is idle', async () => {
  const { owner, show } = await open();
  const page = await show('funis');
  await page.getByLabel('Motivos de perda').fill('Distância');
  await press(page, 'Adicionar motivos comuns');
  await page.getByLabel('Dias até um negócio contar como parado').fill('0');
  const form = page.getByRole('form', { name: 'Perdas e negócios parados' });
  await form.getByRole('button', { name: 'Salvar' }).click();
  await form.getByText(/^Dias até um negócio contar como parado: /).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await page.getByLabel('Dias até um negócio contar como parado').fill('14');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await told(page, 'Configurações salvas.');
  const { data } = await owner.get<{ loss_reasons: string[]; idle_days: number }>('/account');
  const common = ['Preço', 'Sem resposta', 'Comprou em outro lugar', 'Fora do perfil', 'Desistiu'];
  expect([data.loss_reasons, data.idle_days]).toEqual([['Distância', ...common], 14]);
});

it.each([
  ['the deal that is further on', undefined, ['Agendado']],
  ['both', 'Manter os dois', ['Agendado', 'Novo']],
])('a merge keeps %s', async (_, choice, kept) => {
  const { id, owner } = await under.openAccount();
  const all = (await owner.get<Pipeline[]>('/pipelines')).data[0]?.stages ?? [];
  for (const [name, stage] of [
    ['Paula Reis', 'Novo'],
    ['Paula R.', 'Agendado'],
  ]) {
    const deals = [{ stage_id: all.find((one) => one.name === stage)?.id, value: 100 }];
    await under.operator.post(`/accounts/${id}/leads`, { phone: '31988887777', name, deals, allow_duplicate: true });
  }
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/duplicados`);
  await press(page, 'Manter este: Paula Reis');
  await settles(() => page.getByLabel('Agendado · R$ 100,00').isChecked(), true);
  if (choice) await page.getByLabel(choice).check();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Mesclar');
  await told(page, 'Tudo está agora em Paula Reis.');
  const [lead] = (await owner.get<OwnerLead[]>('/leads')).data;
  const names = lead?.deals.map((deal) => all.find((one) => one.id === deal.stage_id)?.name);
  expect(names?.sort()).toEqual(kept);
});
