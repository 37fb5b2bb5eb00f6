import type { Page } from 'playwright-core';
import type { LeadDetail } from '../../src/contract/lead';
import type { HttpClient } from '../support/http-client';
import type { Pipeline, Stage } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { focused, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_lead');

const PHONE = '(11) 98765-4321';
const SMALL = { viewport: { width: 360, height: 740 } };

interface Opened {
  readonly page: Page;
  readonly owner: HttpClient;
  readonly leadId: string;
  readonly stages: Readonly<Record<string, Stage>>;
  /** Reads the stored lead. */
  readonly read: () => Promise<LeadDetail>;
}

/** Opens the page of a lead with a deal in the entry stage. */
async function openLead(options = {}, more: object = {}): Promise<Opened> {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const stages = Object.fromEntries((pipeline?.stages ?? []).map((stage) => [stage.name, stage]));
  const body = { phone: PHONE, name: 'Rita Alves', email: 'rita@example.com', tags: ['site'], ...more };
  const deals = [{ stage_id: stages.Novo?.id, value: 1250 }];
  const leadId = (await owner.post<{ id: string }>('/leads', { ...body, deals })).data.id;
  const page = await under.signIn(id, options);
  await show(page, leadId);
  return { page, owner, leadId, stages, read: async () => (await owner.get<LeadDetail>(`/leads/${leadId}`)).data };
}

async function show(page: Page, leadId: string): Promise<void> {
  await page.goto(`${under.url}/console#/leads/${leadId}`);
  await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

it('a person is called, written to and reached by WhatsApp, and the other side learns nothing of the page', async () => {
  const { page } = await openLead();
  const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  await settles(() => hrefOf('Ligar'), 'tel:+5511987654321');
  await settles(() => hrefOf('E-mail'), 'mailto:rita%40example.com');
  await settles(() => hrefOf('WhatsApp: Rita Alves'), 'https://wa.me/5511987654321');
  await settles(
    () => page.getByRole('link', { name: 'WhatsApp: Rita Alves', exact: true }).getAttribute('rel'),
    'noopener noreferrer',
  );
  let headers: Record<string, string> | undefined;
  await page.context().route('https://wa.me/**', async (route) => {
    headers = await route.request().allHeaders();
    await route.fulfill({ contentType: 'text/html', body: '<script>document.title = String(opener)</script>' });
  });
  const [other] = await Promise.all([
    page.waitForEvent('popup').catch(() => page.context().waitForEvent('page')),
    page.getByRole('link', { name: 'WhatsApp: Rita Alves', exact: true }).click(),
  ]);
  await settles(() => other.title(), 'null');
  expect(headers).not.toHaveProperty('referer');
  expect(under.complaints.splice(0)).toEqual(['https://wa.me/5511987654321']);
});

describe('what an owner corrects', () => {
  it('are name, e-mail, origin, tags and notes', async () => {
    const { page, owner, read } = await openLead();
    const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
    const site = under.partner(data.key);
    await site.post('/leads', { phone: PHONE, attribution: { utm_campaign: 'Natal' } });
    await site.post('/leads', {
      phone: PHONE,
      notes: 'Veio por indicação.',
      name: 'Pedro',
      email: 'p@x.com',
      attribution: { utm_campaign: 'Black Friday' },
      deal: { value: 300 },
    });
    await card(page, 'Anotações recebidas').getByText('Veio por indicação.').waitFor();
    await card(page, 'Linha do tempo')
      .getByText('; enviou também: nome Pedro, e-mail p@x.com, campanha Black Friday, valor R$ 300,00')
      .waitFor();
    await press(page, 'Editar contato');
    await page.getByLabel('E-mail').fill('rita');
    await press(page, 'Salvar contato');
    await page.getByText('E-mail: deve ser um e-mail válido').waitFor();
    await page.getByLabel('Nome', { exact: true }).fill('Rita A. Silva');
    await page.getByLabel('E-mail').fill('');
    await page.getByLabel('Origem').selectOption({ value: 'referral' });
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Salvar contato');
    await told(page, 'Contato alterado.');
    await page.getByRole('heading', { level: 1, name: 'Rita A. Silva' }).waitFor();
    await settles(() => focused(page), 'Editar contato');

    await page.getByLabel('Nova etiqueta').last().fill('VIP');
    await press(page, 'Adicionar');
    await told(page, 'Etiqueta “VIP” adicionada.');
    await press(page, 'Remover a etiqueta site');
    await told(page, 'Etiqueta “site” removida.');
    await settles(() => focused(page), 'Remover a etiqueta VIP');
    const note = page.getByRole('textbox', { name: 'Texto' });
    await note.fill('Pediu para ligar\nà tarde.');
    await press(page, 'Salvar');
    await told(page, 'Nota guardada.');
    await settles(() => note.inputValue(), '');
    await card(page, 'Linha do tempo').getByText('à tarde.').waitFor();
    expect(await read()).toMatchObject({ name: 'Rita A. Silva', email: null, origin: 'referral', tags: ['VIP'] });

    await press(page, 'Editar contato');
    await settles(() => page.getByLabel('Origem').count(), 0);
    await press(page, 'Cancelar');
    await press(page, 'Editar todas as anotações');
    await page.getByLabel('Todas as anotações', { exact: true }).fill('Só isto.');
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Salvar anotações');
    await told(page, 'Anotações alteradas.');
    expect((await read()).notes).toBe('Só isto.');
  });

  it('is not lost when somebody else has changed the lead meanwhile', async () => {
    const { page, leadId, read } = await openLead();
    const other = await page.context().newPage();
    await show(other, leadId);
    await press(page, 'Editar contato');
    await page.getByLabel('Nome', { exact: true }).fill('Rita da Silva');
    await press(other, 'Editar contato');
    await other.getByLabel('Nome', { exact: true }).fill('Rita Souza');
    await other.getByLabel('E-mail').fill('souza@example.com');
    await press(other, 'Salvar contato');
    await told(other, 'Contato alterado.');

    await press(page, 'Salvar contato');
    await page.getByRole('alert').getByText('Este lead mudou enquanto você escrevia.').waitFor();
    await page.getByText('Agora está: Rita Souza').waitFor();
    await settles(() => page.getByLabel('Nome', { exact: true }).inputValue(), 'Rita da Silva');
    await settles(() => page.getByLabel('E-mail').inputValue(), 'souza@example.com');
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Salvar contato');
    await told(page, 'Contato alterado.');
    expect(await read()).toMatchObject({ name: 'Rita da Silva', email: 'souza@example.com' });
  });
});

describe('a deal', () => {
  const current = (page: Page) => page.locator('[aria-current="step"]').innerText();
  const stageIdOf = async (read: Opened['read']) => (await read()).deals[0]?.stage_id;

  it('moves to the stage that is chosen, is won, and is lost with a reason', async () => {
    const { page, stages, read } = await openLead();
    await settles(
      () =>
        page
          .getByRole('listitem')
          .filter({ has: page.locator('[aria-label^="Mover para"]') })
          .count(),
      4,
    );
    await settles(() => current(page), 'Novo');
    await press(page, 'Mover para Agendado');
    await told(page, 'O negócio agora está em “Agendado”.');
    await settles(() => current(page), 'Agendado');
    expect(await stageIdOf(read)).toBe(stages.Agendado?.id);
    await press(page, 'Marcar como ganho o negócio em Funil de vendas');
    await press(page, 'Marcar como ganho');
    await told(page, 'Negócio ganho: agora está em “Ganho”.');
    await settles(() => current(page), 'Ganho');
    expect(await stageIdOf(read)).toBe(stages.Ganho?.id);
    await settles(() => page.getByRole('button', { name: 'Marcar como ganho' }).count(), 0);
    await press(page, 'Marcar como perdido o negócio em Funil de vendas');
    await press(page, 'Tirar a venda');
    await page.getByLabel('Motivo da perda').fill('Preço');
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Marcar como perdido');
    await told(page, 'Negócio perdido: agora está em “Perdido”.');
    await settles(() => current(page), 'Perdido');
    expect((await read()).stage_history.at(-1)).toMatchObject({ to_stage_id: stages.Perdido?.id, reason: 'Preço' });
    await card(page, 'Linha do tempo').getByText('Ganho → Perdido. Motivo: Preço').waitFor();
  });

  it('stays where somebody else has put it meanwhile, and the page says where', async () => {
    const { page, owner, stages, read } = await openLead();
    const dealId = (await read()).deals[0]?.id;
    // Moves the deal while this move is on its way. After an earlier event, the page would show the move without a conflict.
    const move = (stage: string) => owner.put(`/deals/${dealId}/stage`, { stage_id: stages[stage]?.id });
    const movedMeanwhile = (stage: string) =>
      page.route('**/deals/*/stage', (route) => move(stage).then(() => route.continue()), { times: 1 });
    await movedMeanwhile('Agendado');
    await press(page, 'Mover para Em contato');
    await page.getByRole('alert').getByText('agora está em “Agendado”').waitFor();
    await settles(() => current(page), 'Agendado');
    expect(await stageIdOf(read)).toBe(stages.Agendado?.id);

    await press(page, 'Mover para Perdido');
    await page.getByLabel('Motivo da perda').fill('Sumiu');
    await movedMeanwhile('Novo');
    await press(page, 'Marcar como perdido');
    await page.getByRole('alert').getByText('agora está em “Novo”').waitFor();
    await settles(() => page.getByLabel('Motivo da perda').inputValue(), 'Sumiu');
    await press(page, 'Marcar como perdido');
    await told(page, 'Negócio perdido');
    expect((await read()).stage_history.at(-1)).toMatchObject({ reason: 'Sumiu' });
  });
});

it('appointments are made in Brasília’s time, listed, and marked as attended', async () => {
  const { page, owner, leadId } = await openLead({ timezoneId: 'Asia/Tokyo' });
  await press(page, 'Agendar');
  await press(page, 'Salvar agendamento');
  await page.getByText('Dia: informe o dia e a hora').waitFor();
  await page.getByLabel('Dia').fill('2026-12-01');
  await page.getByLabel('Hora').fill('22:30');
  await page.getByText('No horário de Brasília.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Salvar agendamento');
  await told(page, 'Agendado para 01/12/2026, 22:30.');
  const made = async () => (await owner.get<object[]>('/appointments')).data;
  expect(await made()).toMatchObject([{ lead_id: leadId, starts_at: '2026-12-02T01:30:00.000Z', attended: false }]);
  await press(page, 'Veio: 01/12/2026, 22:30');
  await told(page, 'Comparecimento marcado.');
  await card(page, 'Agendamentos').getByText('Veio', { exact: true }).waitFor();
  expect(await made()).toMatchObject([{ attended: true }]);
  await press(page, 'Corrigir: 01/12/2026, 22:30');
  await told(page, 'Diga de novo se a pessoa veio.');
  expect(await made()).toMatchObject([{ attended: false }]);
});

it('all that happened is in one timeline, page by page', async () => {
  const { page, owner, leadId, stages, read } = await openLead();
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  await under.partner(data.key).post('/leads', { phone: PHONE, notes: 'Quer remarcar.' });
  const dealId = (await read()).deals[0]?.id;
  for (let n = 0; n < 30; n++) {
    for (const stage of ['Em contato', 'Novo']) {
      await owner.put(`/deals/${dealId}/stage`, { stage_id: stages[stage]?.id });
    }
  }
  await owner.post('/appointments', { lead_id: leadId, starts_at: '2099-03-01T12:00:00Z', attended: true });
  await page.reload();
  const entries = card(page, 'Linha do tempo').getByRole('listitem');
  await settles(() => entries.count(), 50);
  await settles(async () => (await entries.first().innerText()).split('\n')[0], 'Agendamento: 01/03/2099, 09:00');
  await press(page, 'Mostrar mais');
  await settles(() => entries.count(), 63);
  await entries.filter({ hasText: 'Novo envio recebido' }).getByText('Site · ').waitFor();
  await entries.filter({ hasText: 'Quer remarcar.' }).waitFor();
});

describe('further actions', () => {
  it('are in a menu for the keyboard, with the merge where the phone has two leads', async () => {
    const { page, owner, leadId, read } = await openLead();
    const menu = page.getByRole('button', { name: 'Mais ações' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Exportar dados' }).waitFor();
    await settles(() => page.getByRole('link', { name: 'Mesclar' }).count(), 0);
    expect(await problemsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Exportar dados' }).waitFor({ state: 'detached' });
    await settles(() => focused(page), 'Mais ações');

    const { id } = (await owner.get<{ id: string }>('/account')).data;
    await under.operator.post(`/accounts/${id}/leads`, { phone: PHONE, allow_duplicate: true });
    await menu.click();
    await page.getByRole('link', { name: 'Mesclar com o outro deste telefone' }).waitFor();
    await press(page, 'Apagar dados');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    await settles(() => focused(page), 'Mais ações');
    await menu.click();
    await page.getByRole('link', { name: 'Mesclar com o outro deste telefone' }).click();
    await page.getByRole('heading', { level: 1, name: 'Duplicados' }).waitFor();
    expect((await read()).id).toBe(leadId);
  });
});

describe('a lead that somebody brings', () => {
  it('is entered by hand; a known phone leads to the lead that has it', async () => {
    const { page, owner, stages, leadId } = await openLead();
    await visit(page, 'Leads');
    await press(page, 'Novo lead');
    await press(page, 'Criar lead');
    await page.getByText(/^Telefone: /).waitFor();
    await page.getByRole('alert').getByText('Confira os campos destacados.').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Novo lead' });
    await dialog.getByLabel('Telefone', { exact: true }).fill('\u200e+55\u00a011\u00a091234\u20115678');
    await dialog.getByLabel('Nome', { exact: true }).fill('Bruno Lima');
    await dialog.getByRole('textbox', { name: 'Etiquetas' }).fill('balcão, retorno');
    await dialog.getByLabel('Origem').selectOption({ value: 'referral' });
    await dialog.getByLabel('Etapa', { exact: true }).selectOption('Em contato');
    await dialog.getByLabel('Valor em reais').fill('1,250');
    await press(page, 'Criar lead');
    await page.getByText('Valor em reais: escreva o valor como 1.250,00').waitFor();
    await settles(() => dialog.getByLabel('Etapa', { exact: true }).inputValue(), stages['Em contato']?.id);
    await dialog.getByLabel('Valor em reais').fill('12.50');
    await press(page, 'Criar lead');
    await told(page, 'Lead criado.');
    await page.getByRole('heading', { level: 1, name: 'Bruno Lima' }).waitFor();
    const [made] = (await owner.get<LeadDetail[]>('/leads?phone=11912345678')).data;
    expect(made).toMatchObject({ name: 'Bruno Lima', origin: 'referral', tags: ['balcão', 'retorno'] });
    expect(made?.deals).toMatchObject([{ stage_id: stages['Em contato']?.id, value: 12.5 }]);

    await visit(page, 'Leads');
    await press(page, 'Novo lead');
    await page.getByLabel('Telefone', { exact: true }).fill(PHONE);
    await page.getByLabel('Nome', { exact: true }).fill('Outra');
    await press(page, 'Criar lead');
    await told(page, 'Este telefone já é de Rita Alves. Nada mudou.');
    await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
    expect(page.url()).toContain(leadId);
  });
});

it('on a phone a message stands above the actions that are wanted next', async () => {
  const { page } = await openLead(SMALL);
  await press(page, 'Mover para Agendado');
  const message = page.locator('.message').filter({ hasText: 'Agendado' });
  await message.waitFor();
  const isAbove = async () => {
    const [of, actions] = [await message.boundingBox(), await page.locator('.lead-actions').boundingBox()];
    return of && actions && of.y + of.height <= actions.y;
  };
  await settles(isAbove, true);
});

it('on a phone the actions stick to the bottom, and the stages are one line that scrolls', async () => {
  const { page } = await openLead(SMALL);
  const actions = page.locator('.lead-actions');
  const places = () =>
    actions.evaluate((bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      const foot = document.querySelector('.bottom')?.getBoundingClientRect().top ?? 0;
      return [Math.abs(bottom - foot) <= 1, top > innerHeight / 2];
    });
  for (const to of [0, 400, 100_000]) {
    await page.evaluate((y) => scrollTo(0, y), to);
    await settles(places, [true, true]);
  }
  const names = await actions.locator('a, button').filter({ visible: true }).allInnerTexts();
  expect(names.map((name) => name.trim())).toEqual(['WhatsApp', 'Ligar', 'E-mail', 'Mais ações']);
  const steps = page.locator('.steps');
  const line = () =>
    steps.evaluate((all) => ({
      rows: new Set([...all.children].map((one) => Math.round(one.getBoundingClientRect().top))).size,
      scrolls: all.scrollWidth > all.clientWidth,
    }));
  await settles(line, { rows: 1, scrolls: true });
  await press(page, 'Mover para Agendado');
  await settles(() => page.locator('[aria-current="step"]').innerText(), 'Agendado');
});

describe.each([
  ['on a phone', SMALL],
  ['on a phone in the dark', { ...SMALL, colorScheme: 'dark' as const }],
  ['on a large screen', { viewport: { width: 1600, height: 900 } }],
])('%s', (_where, options) => {
  it('nothing is wider than the window, whatever is open', async () => {
    const { page, owner } = await openLead(options);
    const stages = [
      { name: 'Aguardando documentação', is_entry: true },
      { name: 'Otorrinolaringologistas' },
      { name: 'Em negociação com a diretoria' },
      { name: 'Proposta enviada' },
      { name: 'Perdido', is_lost: true },
    ];
    const name = 'Pós-venda e acompanhamento';
    const { data: pipeline } = await owner.post<Pipeline>('/pipelines', { name, stages });
    const tags = ['comprimento-de-uma-etiqueta-sem-espaco', 'site', 'retorno', 'VIP'];
    const body = { phone: '11912345678', name: 'Rita Alves', email: `${'rita.alves'.repeat(5)}@example.com`, tags };
    const deals = [{ stage_id: pipeline.stages[2]?.id, value: 125_000.5 }];
    await show(page, (await owner.post<{ id: string }>('/leads', { ...body, deals })).data.id);
    await page.getByText('125.000,50').waitFor();
    await page.getByText('Linha do tempo').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    for (const opener of ['Editar contato', 'Agendar', `Marcar como perdido o negócio em ${name}`]) {
      await press(page, opener);
      expect(await problemsOf(page)).toEqual([]);
      await press(page, 'Cancelar');
      await settles(() => focused(page), opener);
    }
    await press(page, 'Mais ações');
    expect(await problemsOf(page)).toEqual([]);
  });
});
