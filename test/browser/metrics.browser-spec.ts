import type { Page } from 'playwright-core';
import type { OwnerLead } from '../../src/contract/lead';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { comparedOf, periodText } from '../../console/pages/metrics/periods';
import { addDays, shortDay } from '../../console/format';
import { phones } from '../support/phones';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles } from './support/steps';

const under = consoleForAllTests('console_metrics');

const region = (page: Page, name: string) => page.getByRole('region', { name });
const rowsOf = (page: Page, name: string) => region(page, name).getByRole('row').allTextContents();

/** Returns the day in Brasília this many days ago. */
const dayBefore = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() - days * 86_400_000);

const TODAY = dayBefore(0);
const MONTH = comparedOf('este-mes', TODAY);
const [month, monthBefore] = [MONTH.period, MONTH.before].map((days) => periodText(days, TODAY));

/** The row of an origin that came only before. */
const GONE = 'Indicação de outro site0−1 a menos00—';

const nextPhone = phones();

/** Makes an account with three leads of today and two of the first day of the month before. */
async function account() {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const stage = Object.fromEntries((pipeline?.stages ?? []).map((one) => [one.name, one.id]));
  const leads = [
    { origin: 'social', deals: [{ stage_id: stage.Ganho, value: 10.5 }] },
    { origin: 'social', deals: [{ stage_id: stage.Novo, value: 1000 }] },
    { origin: 'direct', deals: [{ stage_id: stage.Perdido }] },
    { origin: 'referral', created_at: `${MONTH.before.from}T12:00:00Z` },
    { origin: 'social', created_at: `${MONTH.before.from}T12:00:00Z` },
  ];
  for (const [index, lead] of leads.entries()) {
    await under.operator.post(`/accounts/${id}/leads`, { phone: `1198765432${index}`, ...lead });
  }
  const attribution = { utm_source: 'news', utm_medium: 'email', utm_campaign: 'natal' };
  return { id, owner, stage, pipelineId: pipeline?.id ?? '', attribution };
}

it('shows the numbers of a period beside those before it, with links to the leads behind them', async () => {
  const { id, stage, pipelineId } = await account();
  const page = await under.signIn(id);
  await page.getByText(`1 a mais que de ${monthBefore} (2)`).waitFor();
  await settles(
    () => rowsOf(page, 'Leads por origem'),
    ['OrigemLeadsGanhosPerdidosConversão', 'Rede social, sem anúncio2+1 a mais1+1 a mais050%', 'Diretonovo1010%', GONE],
  );
  await settles(
    () => rowsOf(page, 'Negócios por etapa'),
    [
      'EtapaNegóciosValorDo período% do período',
      'Novo1 negócioR$\u00a01.000,001 negócio+1 a mais33,3%',
      'Em contato0 negóciosR$\u00a00,000 negócios0%',
      'Agendado0 negóciosR$\u00a00,000 negócios0%',
      'Ganho1 negócioR$\u00a010,501 negócio+1 a mais33,3%',
      'Perdido1 negócioR$\u00a00,001 negócio+1 a mais33,3%',
    ],
  );
  await page.getByText('Já compraram').waitFor();
  await page.getByText(`${month}, comparado com ${monthBefore}`).waitFor();
  const { from, to } = MONTH.period;
  const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  const first = `first_of_contact=true&contact_from=${from}&contact_to=${to}`;
  await settles(() => hrefOf('Ver os leads: Leads'), `#/leads?${first}&figure=origin.leads.total`);
  await settles(() => hrefOf('Rede social, sem anúncio'), `#/leads?origin=social&${first}&figure=origin.leads`);
  const ofStage = (name: string) => `#/leads?pipeline_id=${pipelineId}&stage_id=${stage[name]}`;
  await settles(() => hrefOf('1 negócio em Ganho'), `${ofStage('Ganho')}&figure=stage`);
  await settles(
    () => hrefOf('1 negócio do período em Novo'),
    `${ofStage('Novo')}&contact_from=${from}&contact_to=${to}&figure=stage`,
  );
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ver os leads: Leads', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  await page.getByRole('heading', { level: 2, name: `Leads de ${month}` }).waitFor();
});

it('opens the leads of a figure, and says beside it what the list cannot show', async () => {
  const { id, owner, stage } = await account();
  const sold = async (name: string) => {
    const deals = [{ stage_id: stage.Ganho, value: 300 }];
    return (await owner.post<OwnerLead>('/leads', { phone: nextPhone.mobile(), name, deals })).data;
  };
  await sold('Rita Alves');
  const gone = await sold('Ana Souza');
  expect((await owner.post(`/leads/${gone.id}/erase`)).status).toBe(200);
  await under.operator.post(`/accounts/${id}/conversations`, { phone: nextPhone.mobile(), channel: 'chat' });
  const page = await under.signIn(id);
  const about = region(page, 'O número desta lista');
  const names = () => page.getByRole('rowheader').allInnerTexts();
  const period = `de ${month}`;
  await page.getByRole('link', { name: 'Vendido, Sem classificação' }).click();
  await settles(() => about.getByRole('heading').innerText(), `Vendido ${period}, origem Sem classificação`);
  await settles(
    () => about.getByRole('paragraph').innerText(),
    'R$\u00a0600,00 · 1 apagado · R$\u00a0300,00 fora da lista',
  );
  await settles(names, ['Rita Alves']);
  expect(await problemsOf(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: 'Leads, Sem classificação' }).click();
  await settles(() => about.getByRole('paragraph').innerText(), '3 · 1 sem cadastro · 1 apagado');
  await settles(names, ['Rita Alves']);
  await page.reload();
  await settles(() => about.getByRole('heading').innerText(), `Leads ${period}, origem Sem classificação`);
  await about.getByRole('link', { name: 'Ver todos os leads' }).click();
  await page.getByLabel('Nome, telefone ou e-mail').waitFor();
  await settles(async () => (await names()).length, 6);
});

it('keeps period and pipeline in the address, through a reload and Back', async () => {
  const { id, owner } = await account();
  const second = { name: 'Pós-venda', stages: [{ name: 'Entrega', is_entry: true }] };
  const { id: pipelineId } = (await owner.post<{ id: string }>('/pipelines', second)).data;
  const page = await under.signIn(id, { viewport: { width: 360, height: 780 }, colorScheme: 'dark' });
  const days = page.getByRole('figure', { name: 'Leads por dia' });
  await page.getByLabel('Período', { exact: true }).selectOption('Últimos 7 dias');
  await settles(() => days.getByRole('listitem').count(), 7);
  await settles(() => days.getByRole('listitem').last().getAttribute('title'), `${shortDay(TODAY)}: 3`);
  await page.getByLabel('Funil').selectOption('Pós-venda');
  await settles(() => rowsOf(page, 'Negócios por etapa').then((rows) => rows.length), 2);
  expect(page.url()).toContain(`#/?periodo=7&pipeline_id=${pipelineId}`);

  await page.getByLabel('Período', { exact: true }).selectOption('Outras datas');
  await page.getByLabel('De', { exact: true }).fill(MONTH.before.from);
  await page.getByLabel('Até').fill(addDays(MONTH.before.from, 1));
  await press(page, 'Mostrar');
  await settles(
    () => days.getByRole('listitem').allTextContents(),
    [`${shortDay(MONTH.before.from)}2`, `${shortDay(addDays(MONTH.before.from, 1))}0`],
  );
  await settles(() => rowsOf(page, 'Leads por origem').then((rows) => rows.at(1)), 'Indicação de outro sitenovo1000%');
  await page.reload();
  await settles(() => rowsOf(page, 'Leads por origem').then((rows) => rows.at(1)), 'Indicação de outro sitenovo1000%');
  await page.getByText('Pós-venda: negócios por etapa, agora').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await page.goBack();
  await page.getByText('contatos no período').waitFor();
  await settles(() => page.getByLabel('Período', { exact: true }).inputValue(), '7');
  await page.getByText('Pós-venda: negócios por etapa, agora').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

it('refuses dates in the wrong order, and shows weeks and months of long periods', async () => {
  const { id } = await account();
  const page = await under.signIn(id);
  await page.getByLabel('Período', { exact: true }).selectOption('Outras datas');
  const show = async (from: string, to: string): Promise<void> => {
    await page.getByLabel('De', { exact: true }).fill(from);
    await page.getByLabel('Até').fill(to);
    await press(page, 'Mostrar');
  };
  await show('2026-03-02', '2026-03-01');
  await page.getByText('De: informe os dois dias, o primeiro antes do último').waitFor();
  await show(dayBefore(100), dayBefore(0));
  await page.getByRole('figure', { name: 'Leads por semana' }).waitFor();
  await page.getByLabel('Período', { exact: true }).selectOption('Últimos 365 dias');
  await page.getByRole('figure', { name: 'Leads por mês' }).waitFor();
  await page.getByLabel('Período', { exact: true }).selectOption('Outras datas');
  await show('2020-01-01', dayBefore(0));
  await page.getByText('o período pode ter até 366 dias').first().waitFor();
});

it('shows campaigns', async () => {
  const { id, owner, attribution } = await account();
  const { key } = (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions: ['leads:write'] })).data;
  const sent = await fetch(`${under.url}/api/v1/leads`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone: '11976543210', attribution }),
  });
  expect(sent.status).toBe(202);
  const page = await under.signIn(id);
  await settles(
    () => rowsOf(page, 'Campanhas'),
    ['CampanhaFonteMeioLeadsGanhosPerdidosConversão', 'natalnovonewsemail1000%'],
  );
});

it('shows what was sold this month, by whom and why not, with the leads behind each reason', async () => {
  const { id, owner, stage } = await account();
  const { data: lead } = await owner.post<OwnerLead>('/leads', {
    phone: '11976543210',
    name: 'Rita Alves',
    deals: [{ stage_id: stage.Novo }],
  });
  await owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Perdido, reason: 'Preço' });
  const page = await under.signIn(id);
  const sales = page.getByRole('region', { name: 'Vendas', exact: true });
  await settles(
    () => sales.locator('.tile-value').allTextContents(),
    ['R$\u00a010,50', '1', 'R$\u00a010,50', '0 dias', '—'],
  );
  await settles(
    async () => (await rowsOf(page, 'Vendas do período')).at(1),
    'Rede social, sem anúncio2+1 a mais1+1 a maisR$\u00a010,50+R$\u00a010,50 a maisR$\u00a010,5000 dias—',
  );
  await page.getByLabel('Por', { exact: true }).selectOption('Responsável');
  await settles(
    async () => (await rowsOf(page, 'Vendas do período')).at(1),
    'Sem responsável4+2 a mais1+1 a maisR$\u00a010,50+R$\u00a010,50 a maisR$\u00a010,502+2 a mais0 dias—',
  );
  await settles(() => rowsOf(page, 'Motivos de perda'), ['MotivoPerdidos', 'Preçonovo1', 'Sem motivonovo1']);
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Preço', exact: true }).click();
  await settles(() => page.getByRole('rowheader').allInnerTexts(), ['Rita Alves']);
  await page.getByRole('heading', { name: ', motivo Preço' }).waitFor();
});

it('leaves out who was erased as spam when asked, in the address too', async () => {
  const { id, owner } = await account();
  const { data } = await owner.get<OwnerLead[]>('/leads?origin=direct');
  const lead_ids = data.map((lead) => lead.id);
  expect((await owner.post('/leads/bulk', { lead_ids, erase: true, reason: 'spam' })).status).toBe(200);
  const page = await under.signIn(id);
  const origins = () => rowsOf(page, 'Leads por origem');
  const social = 'Rede social, sem anúncio2+1 a mais1+1 a mais050%';
  await settles(origins, ['OrigemLeadsGanhosPerdidosConversão', social, 'Diretonovo1000%', GONE]);
  await settles(() => rowsOf(page, 'Motivos de perda'), ['MotivoPerdidos', 'Sem motivonovo1']);
  const leftOut = page.getByLabel('Sem os apagados como spam');
  await leftOut.focus();
  await page.keyboard.press('Space');
  await settles(origins, ['OrigemLeadsGanhosPerdidosConversão', social, GONE]);
  await page.getByText('Nenhuma perda neste período').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await page.reload();
  await settles(origins, ['OrigemLeadsGanhosPerdidosConversão', social, GONE]);
  await page.getByLabel('Período', { exact: true }).selectOption('Últimos 7 dias');
  await settles(async () => page.url().split('#')[1], '/?without_spam=true&periodo=7');
  await leftOut.uncheck();
  await settles(origins, [
    'OrigemLeadsGanhosPerdidosConversão',
    'Rede social, sem anúncionovo21050%',
    'Diretonovo1000%',
  ]);
});

it('shows the month before as a whole, compared with the month before it', async () => {
  const { id } = await account();
  const page = await under.signIn(id);
  const { period, before } = comparedOf('mes-passado', TODAY);
  await page.getByLabel('Período', { exact: true }).selectOption('Mês passado');
  await page.getByText(`${periodText(period, TODAY)}, comparado com ${periodText(before, TODAY)}`).waitFor();
  await settles(() => rowsOf(page, 'Leads por origem').then((rows) => rows.at(1)), 'Indicação de outro sitenovo1000%');
  await page.getByText(`2 a mais que de ${periodText(before, TODAY)} (0)`).waitFor();
  await settles(async () => page.url().split('#')[1], '/?periodo=mes-passado');
  await page.reload();
  await settles(() => page.getByLabel('Período', { exact: true }).inputValue(), 'mes-passado');
  await page.getByText(`2 a mais que de ${periodText(before, TODAY)} (0)`).waitFor();
});

it.each([
  [360, 1],
  [1199, 1],
  [1200, 2],
])('at %i px has tables in %i columns, and nothing wider than the window', async (width, columns) => {
  const { id } = await account();
  const page = await under.signIn(id, { viewport: { width, height: 900 } });
  await region(page, 'Motivos de perda').waitFor();
  await region(page, 'Vendas do período').getByText('a mais').first().waitFor();
  const edges = () =>
    page
      .locator('.breakdown > section:not(.wide)')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left));
  await settles(() => edges().then((lefts) => new Set(lefts).size), columns);
  await settles(() => page.evaluate(() => document.documentElement.scrollWidth), width);
});

it('opens by each number as many leads as it says', async () => {
  const { id, owner, stage, attribution } = await account();
  const { key } = (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions: ['leads:write'] })).data;
  await under.partner(key).post('/leads', { phone: nextPhone.mobile(), attribution });
  const [sold] = (await owner.get<OwnerLead[]>('/leads?closed_as=won')).data;
  await owner.post(`/leads/${sold?.id}/deals`, { stage_id: stage.Ganho, value: 20 });
  const starts_at = `${TODAY}T10:00:00-03:00`;
  for (const attended of [true, true]) await owner.post('/appointments', { lead_id: sold?.id, starts_at, attended });
  const page = await under.signIn(id);
  const about = region(page, 'O número desta lista');
  const opens = async (place: string, name: string, title: string, rows: number, value?: string) => {
    await region(page, place).getByRole('link', { name, exact: true }).click();
    await settles(() => about.getByRole('heading').innerText(), title);
    await settles(() => page.getByRole('rowheader').count(), rows);
    if (value) await settles(() => about.getByRole('paragraph').innerText(), value);
    expect(await problemsOf(page)).toEqual([]);
    await page.goBack();
  };
  const leads = `Leads de ${month}`;
  const social = 'Rede social, sem anúncio';
  await opens('Leads por origem', `Ganhos, ${social}: 1`, `${leads}, origem ${social}, que estão ganhos`, 1);
  await opens('Leads por origem', 'Perdidos, Direto: 1', `${leads}, origem Direto, que estão perdidos`, 1);
  await opens('Campanhas', 'Leads, natal: 1', `${leads}, campanha natal / news / email`, 1);
  await opens(
    'Vendas do período',
    `Ganhos, ${social}: 2`,
    `Ganhos de ${month}, origem ${social}`,
    1,
    '2 ganhos de 1 lead',
  );
  await opens('Negócios por etapa', '2 negócios em Ganho', 'Negócios em Ganho', 1, '2 negócios de 1 lead');
  await opens('Motivos de perda', 'Perdidos, Sem motivo: 1', `Perdidos de ${month}, sem motivo`, 1);
  await opens('Contatos', 'Ver os leads: Já compraram', `${leads}, que já compraram`, 1);
  await opens('Contatos', 'Ver os leads: Presenças', `Presenças de ${month}`, 1, '2 presenças de 1 lead');
});
