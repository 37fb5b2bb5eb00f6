import type { Page } from 'playwright-core';
import type { LeadDetail } from '../../src/contract/lead';
import type { MemberView } from '../../src/contract/members/member';
import type { HttpClient } from '../support/http-client';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { join } from './support/people';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_responsible');

const SMALL = { viewport: { width: 360, height: 740 } };

/** An account with two sellers, who may see all leads. */
async function openTeam(options = {}) {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const bruno = await join(under, owner, { name: 'Bruno Lima', role: 'seller' }, options);
  const clara = await join(under, owner, { name: 'Clara Dias', role: 'seller' }, options);
  return { id, owner, bruno, clara };
}

let phones = 0;

/** Adds a lead with a deal in the entry stage; without a responsible, unless one is given. */
async function addLead(owner: HttpClient, name: string, responsible: MemberView | null = null): Promise<string> {
  const stage = (await owner.get<Pipeline[]>('/pipelines')).data[0]?.stages[0];
  const body = { phone: `119${String(80000000 + ++phones)}`, name, responsible_id: responsible?.id ?? null };
  return (await owner.post<{ id: string }>('/leads', { ...body, deals: [{ stage_id: stage?.id }] })).data.id;
}

async function show(page: Page, place: string, heading: string): Promise<void> {
  await page.goto(`${under.url}/console#/${place}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const rows = (page: Page) => () =>
  page.locator('table.leads tbody th').evaluateAll((cells) => cells.map(({ textContent }) => textContent));
const responsibleOf = async (owner: HttpClient, id: string): Promise<string | undefined> =>
  (await owner.get<LeadDetail>(`/leads/${id}`)).data.responsible?.name;

it('a seller takes an unassigned lead and hands it on, and the timeline names everybody', async () => {
  const { owner, bruno, clara } = await openTeam();
  const lead = await addLead(owner, 'Rita Alves');
  const { page } = bruno;
  await show(page, `leads/${lead}`, 'Rita Alves');
  await show(clara.page, `leads/${lead}`, 'Rita Alves');
  await card(page, 'Responsável').getByText('Sem responsável').waitFor();
  await settles(() => page.getByRole('button', { name: 'Passar' }).count(), 0);
  await press(page, 'Assumir');
  await told(page, 'Agora o lead é seu.');
  expect(await responsibleOf(owner, lead)).toBe('Bruno Lima');
  await card(page, 'Linha do tempo').getByText('Bruno Lima assumiu o lead').waitFor();

  // The other page follows, and offers nothing that would be refused.
  await card(clara.page, 'Responsável').getByText('Bruno Lima').waitFor();
  await settles(() => clara.page.getByRole('button', { name: /^(Assumir|Passar)$/ }).count(), 0);

  await page.getByLabel('Passar para').selectOption('Clara Dias');
  await press(page, 'Passar');
  await told(page, 'O lead agora é de Clara Dias.');
  await card(page, 'Linha do tempo').getByText('Bruno Lima passou o lead para Clara Dias').waitFor();
  expect(await responsibleOf(owner, lead)).toBe('Clara Dias');
  await card(clara.page, 'Responsável').getByLabel('Passar para').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  expect(await problemsOf(clara.page)).toEqual([]);
});

it('a manager gives a lead to anybody, and takes it back for the team', async () => {
  const { owner, bruno, clara } = await openTeam();
  const lead = await addLead(owner, 'Rita Alves', bruno);
  const { page } = await join(under, owner, { name: 'Davi Rocha', role: 'manager' }, SMALL);
  await show(page, `leads/${lead}`, 'Rita Alves');
  await page.getByLabel('Passar para').selectOption('Clara Dias');
  await press(page, 'Passar');
  await card(page, 'Linha do tempo').getByText('Davi Rocha passou o lead de Bruno Lima para Clara Dias').waitFor();
  await page.getByLabel('Passar para').selectOption('Ninguém');
  await press(page, 'Passar');
  await card(page, 'Linha do tempo').getByText('Davi Rocha deixou o lead sem responsável').waitFor();
  expect(await responsibleOf(owner, lead)).toBeUndefined();
  expect(await problemsOf(page)).toEqual([]);
  expect(clara.active).toBe(true);
});

it('a seller who sees only their own leads loses sight of one with its hand-over, on an open page too', async () => {
  const { id, owner, bruno, clara } = await openTeam();
  await under.operator.with({ 'X-Account-Id': id }).patch('/account', { sellers_see: 'own' });
  const lead = await addLead(owner, 'Rita Alves', bruno);
  await show(bruno.page, `leads/${lead}`, 'Rita Alves');
  await bruno.page.getByLabel('Passar para').selectOption('Clara Dias');
  await press(bruno.page, 'Passar');
  await bruno.page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
  await told(bruno.page, 'O lead agora é de Clara Dias.');
  await show(clara.page, `leads/${lead}`, 'Rita Alves');
  await owner.patch(`/leads/${lead}`, { responsible_id: bruno.id });
  await clara.page.getByText('Lead não encontrado').waitFor();
  await settles(() => clara.page.getByText('Rita Alves').count(), 0);
});

describe.each([
  ['at a desk', { viewport: { width: 1280, height: 860 } }],
  ['on a phone', SMALL],
])('%s', (_name, options) => {
  it('the list and the board show who is responsible, and one person’s leads alone', async () => {
    const { owner, bruno, clara } = await openTeam(options);
    await addLead(owner, 'Do Bruno', bruno);
    await addLead(owner, 'Da Clara', clara);
    await addLead(owner, 'De ninguém');
    const { page } = bruno;
    // A page knows the colleagues of the moment in which it was opened.
    await page.reload();
    await settles(rows(page), ['De ninguém', 'Da Clara', 'Do Bruno']);
    // A phone's rows have two lines; there the filter says it.
    const state = options === SMALL ? 'hidden' : 'visible';
    await page.getByRole('row').filter({ hasText: 'Da Clara' }).getByText('Clara Dias').waitFor({ state });
    const choose = (name: string) => page.getByLabel('Responsável', { exact: true }).selectOption(name);
    await choose('Meus');
    await settles(rows(page), ['Do Bruno']);
    await choose('Sem responsável');
    await settles(rows(page), ['De ninguém']);
    await choose('Clara Dias');
    await settles(rows(page), ['Da Clara']);
    await choose('Todos');
    await settles(async () => (await rows(page)()).length, 3);
    expect(await problemsOf(page)).toEqual([]);

    await show(page, 'quadro', 'Quadro');
    const cards = () =>
      page.locator('[data-deal]').evaluateAll((found) => found.map((one) => one.getAttribute('aria-label')));
    await settles(cards, ['De ninguém', 'Da Clara', 'Do Bruno']);
    await page.getByRole('img', { name: 'Responsável: Clara Dias' }).getByText('CD').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await choose('Meus');
    await settles(cards, ['Do Bruno']);
    await page.reload();
    await settles(cards, ['Do Bruno']);
    await choose('Todos');
    await settles(cards, ['De ninguém', 'Da Clara', 'Do Bruno']);
  });
});

it('a seller who sees only their own leads is offered no colleague, and is told how to take the first lead', async () => {
  const { id, owner, bruno } = await openTeam();
  const account = under.operator.with({ 'X-Account-Id': id });
  await addLead(owner, 'De ninguém');
  const { page } = bruno;
  await page.reload();
  const filter = page.getByLabel('Responsável', { exact: true });
  const offered = () => filter.locator('option').allTextContents();
  const own = ['Todos', 'Meus', 'Sem responsável'];
  await settles(offered, [...own, 'Helena', 'Clara Dias']);
  await account.patch('/account', { sellers_see: 'own' });
  await settles(offered, own);
  await visit(page, 'Quadro');
  await settles(offered, own);
  await visit(page, 'Leads');
  await settles(offered, own);
  await filter.selectOption('Meus');
  await page.getByText('Nenhum lead é seu ainda').waitFor();
  await page.getByText('Abra um lead sem responsável e aperte “Assumir”').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Mostrar todos os leads' }).click();
  await settles(rows(page), ['De ninguém']);
  await settles(() => filter.inputValue(), '');
});

it.each([1440, 1024, 768, 390])(
  'the bar of selected leads keeps fields and buttons together at %i px',
  async (width) => {
    const { bruno, owner } = await openTeam({ viewport: { width, height: 900 } });
    await addLead(owner, 'De ninguém');
    const { page } = bruno;
    await page.getByLabel('Selecionar De ninguém').check();
    const bar = page.getByRole('region', { name: 'Leads selecionados' });
    for (const [field, button] of [
      ['Nova etiqueta', 'Adicionar'],
      ['Mover para', 'Mover'],
      ['Responsável', 'Passar'],
    ] as const) {
      const from = await bar.getByLabel(field).boundingBox();
      const to = await bar.getByRole('button', { name: button }).boundingBox();
      const gap = (to?.x ?? 0) - (from?.x ?? 0) - (from?.width ?? 0);
      expect([button, Math.round((to?.y ?? 0) - (from?.y ?? 0)), gap > 0 && gap < 16]).toEqual([button, 0, true]);
    }
  },
);

it('many leads get one responsible at once; what a seller may not give away stays', async () => {
  const { owner, bruno, clara } = await openTeam();
  const [own, free, hers] = [
    await addLead(owner, 'Do Bruno', bruno),
    await addLead(owner, 'De ninguém'),
    await addLead(owner, 'Da Clara', clara),
  ];
  const { page } = bruno;
  await settles(async () => (await rows(page)()).length, 3);
  await page.getByLabel('Selecionar todos os leads mostrados').check();
  const bar = page.getByRole('region', { name: 'Leads selecionados' });
  expect(await problemsOf(page)).toEqual([]);
  await bar.getByLabel('Responsável').selectOption('Bruno Lima (você)');
  await bar.getByRole('button', { name: 'Passar' }).click();
  await told(page, '1 lead alterado, 1 já estava assim.');
  await page.getByRole('alert').getByText('Da Clara: é de outra pessoa da equipe').waitFor();
  expect(await Promise.all([own, free, hers].map((id) => responsibleOf(owner, id)))).toEqual([
    'Bruno Lima',
    'Bruno Lima',
    'Clara Dias',
  ]);
});

it('a new lead is its author’s, unless they leave it to the team; a colleague’s phone is refused without a name', async () => {
  const { id, bruno, clara } = await openTeam();
  await under.operator.with({ 'X-Account-Id': id }).patch('/account', { sellers_see: 'own' });
  const { page } = bruno;
  await press(page, 'Novo lead');
  await settles(
    () => page.getByRole('dialog').getByLabel('Responsável').locator('option').allTextContents(),
    ['Bruno Lima (você)', 'Ninguém'],
  );
  await page.getByLabel('Telefone', { exact: true }).fill('(11) 98765-4321');
  await page.getByLabel('Nome', { exact: true }).fill('Rita Alves');
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Criar lead');
  await card(page, 'Responsável').getByText('Bruno Lima').first().waitFor();

  await clara.page.reload();
  await press(clara.page, 'Novo lead');
  await clara.page.getByLabel('Telefone', { exact: true }).fill('(11) 98765-4321');
  await press(clara.page, 'Criar lead');
  await clara.page.getByRole('alert').getByText('já é atendido por outra pessoa').waitFor();
  await settles(() => clara.page.getByText('Rita Alves').count(), 0);
});

it('new leads of a pipeline go to its rota in turn, which its page sets', async () => {
  const { id, owner, bruno, clara } = await openTeam();
  await owner.patch(`/members/${clara.id}`, { away_until: '2099-12-31' });
  const page = await under.signIn(id);
  await visit(page, 'Funis');
  await page.getByText('Distribuição de leads novos (0)').click();
  await page.getByLabel('Bruno Lima').check();
  await page.getByLabel('Clara Dias').check();
  await page.getByText('Ausente até 31/12/2099: até lá não recebe.').waitFor();
  await page.getByText('Só leads novos são distribuídos: os que já existem ficam com quem estão').waitFor();
  await page.getByText('Cada lead vai para quem recebeu o último há mais tempo.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Salvar distribuição');
  await told(page, 'Distribuição de leads de “Funil de vendas” salva.');
  await page.getByText('Distribuição de leads novos (2)').waitFor();
  const { key } = (
    await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:read', 'leads:write'] })
  ).data;
  const lead = (await under.partner(key).post<{ id: string }>('/leads', { phone: '11987654321', name: 'Rita Alves' }))
    .data;
  await settles(() => responsibleOf(owner, lead.id), 'Bruno Lima');
  await show(bruno.page, `leads/${lead.id}`, 'Rita Alves');
  await card(bruno.page, 'Linha do tempo').getByText('Lead novo distribuído para Bruno Lima').waitFor();
});

it('an appointment with a colleague who may not see the lead is refused beside “Com quem”', async () => {
  const { id, owner, bruno } = await openTeam();
  await under.operator.with({ 'X-Account-Id': id }).patch('/account', { sellers_see: 'own' });
  const lead = await addLead(owner, 'Rita Alves', bruno);
  const { page } = bruno;
  await show(page, `leads/${lead}`, 'Rita Alves');
  await press(page, 'Agendar');
  await page.getByLabel('Dia').fill('2030-01-15');
  await page.getByLabel('Hora').fill('09:00');
  await page.getByLabel('Com quem').selectOption('Clara Dias');
  await press(page, 'Salvar agendamento');
  await page.getByText('Com quem: não vê este lead').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});
