import type { Page } from 'playwright-core';
import { DAY_MS } from '../../src/contract/durations';
import type { LeadDetail } from '../../src/contract/lead';
import { addLeads } from '../support/many-leads';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { dragCard, focused, meanwhile, nextCall, press, settles, told } from './support/steps';

const under = consoleForAllTests('console_board');

/** Makes an account with leads in the entry stage. The first name is the newest lead. */
async function openBoard(names: readonly string[]) {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const stages = Object.fromEntries((pipeline?.stages ?? []).map((stage) => [stage.name, stage.id]));
  const leads: Record<string, LeadDetail> = {};
  for (const [index, name] of [...names].reverse().entries()) {
    const deals = [{ stage_id: stages.Novo, value: 1000 }];
    const body = { phone: `119876${String(54000 + index)}`, name, tags: ['site'], deals };
    leads[name] = (await owner.post<LeadDetail>('/leads', body)).data;
  }
  const show = async (options = {}): Promise<Page> => {
    const page = await under.signIn(id, options);
    await page.goto(`${under.url}/console#/quadro/${pipeline?.id}`);
    await page.getByRole('heading', { level: 1, name: 'Quadro' }).waitFor();
    await card(page, names[0] ?? '').waitFor();
    return page;
  };
  return { id, pipelineId: pipeline?.id ?? '', owner, stages, leads, show };
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, name: string) => page.locator(`[data-deal][aria-label="${name}"]`);
const cardsIn = (page: Page, name: string) => () =>
  column(page, name)
    .locator('[data-deal]')
    .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label')));

it('a move by keyboard is announced, keeps the focus, and is seen by another person without a reload', async () => {
  const { show, leads, owner } = await openBoard(['Rita Alves', 'Bruno Lima']);
  const [mine, theirs] = [await show(), await show()];
  await settles(cardsIn(mine, 'Novo'), ['Rita Alves', 'Bruno Lima']);
  await column(mine, 'Novo').getByText('2 leads · R$ 2.000,00').waitFor();
  await card(theirs, 'Rita Alves').focus();
  await card(mine, 'Rita Alves').focus();
  await Promise.all([
    told(theirs, 'Alguém moveu este card para “Em contato”.'),
    told(mine, 'Rita Alves agora está em “Em contato”.'),
    mine.keyboard.press('Control+ArrowRight'),
  ]);
  await settles(cardsIn(mine, 'Em contato'), ['Rita Alves']);
  await settles(() => focused(mine), 'Rita Alves');
  await settles(cardsIn(theirs, 'Em contato'), ['Rita Alves']);
  await settles(() => focused(theirs), 'Rita Alves');
  await column(mine, 'Em contato').getByText('1 lead · R$ 1.000,00').waitFor();
  const { data } = await owner.get<LeadDetail>(`/leads/${leads['Rita Alves']?.id}`);
  expect(data.stage_history).toHaveLength(1);
  expect(await problemsOf(mine)).toEqual([]);
});

it('of two who move the same card at once, the later one sees where it is and is told', async () => {
  const { show, leads, owner, stages } = await openBoard(['Rita Alves']);
  const page = await show();
  // Another person's move arrives while this one is on its way.
  const move = () => owner.put(`/deals/${leads['Rita Alves']?.deals[0]?.id}/stage`, { stage_id: stages.Agendado });
  await meanwhile(page, 'PUT', '**/deals/*/stage', move);
  await press(page, 'Mover Rita Alves');
  await press(page, 'Em contato');
  await told(page, 'Alguém moveu este card para “Agendado”.');
  await settles(cardsIn(page, 'Agendado'), ['Rita Alves']);
  await settles(cardsIn(page, 'Em contato'), []);
  await settles(() => focused(page), 'Rita Alves');
  expect(under.complaints.splice(0).every((text) => text.includes('409'))).toBe(true);
});

it('a move that is undone before its board was loaded again is not taken for another person’s', async () => {
  const { show } = await openBoard(['Rita Alves']);
  const page = await show();
  const reload = nextCall(page, /\/board(\?|$)/);
  await card(page, 'Rita Alves').focus();
  await page.keyboard.press('Control+ArrowRight');
  await told(page, 'Rita Alves agora está em “Em contato”.');
  const reloaded = page.waitForResponse(/\/board(\?|$)/);
  await meanwhile(page, 'PUT', '**/deals/*/stage', async () => {
    await (await reload).continue();
    await (await reloaded).finished();
  });
  await page.keyboard.press('Control+z');
  await settles(cardsIn(page, 'Novo'), ['Rita Alves']);
  await settles(() => page.getByRole('status').last().innerText(), 'Desfeito.');
  await settles(() => focused(page), 'Rita Alves');
});

it('a move that the service refuses goes back', async () => {
  const { show } = await openBoard(['Rita Alves']);
  const page = await show();
  await page.route('**/deals/*/stage', (route) => route.abort());
  await card(page, 'Rita Alves').focus();
  await page.keyboard.press('Control+ArrowRight');
  await told(page, 'O serviço não respondeu.');
  await settles(cardsIn(page, 'Novo'), ['Rita Alves']);
  under.complaints.splice(0);
});

it('a card is dragged with the mouse; into a lost stage it is asked why', async () => {
  const { show, leads, owner } = await openBoard(['Rita Alves']);
  const page = await show({ viewport: { width: 1900, height: 900 } });
  const drag = (to: string): Promise<void> => dragCard(page, card(page, 'Rita Alves'), column(page, to));
  await drag('Agendado');
  await settles(cardsIn(page, 'Agendado'), ['Rita Alves']);
  await told(page, 'Rita Alves agora está em “Agendado”.');
  await page.locator('.board').evaluate((board) => board.scrollTo(board.scrollWidth, 0));
  await drag('Perdido');
  await page.getByLabel('Motivo da perda').fill('Preço');
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Marcar como perdido');
  await settles(cardsIn(page, 'Perdido'), ['Rita Alves']);
  await settles(() => focused(page), 'Rita Alves');
  const reasons = async () =>
    (await owner.get<LeadDetail>(`/leads/${leads['Rita Alves']?.id}`)).data.stage_history.map(({ reason }) => reason);
  await settles(reasons, [null, 'Preço']);
});

it('a finger that holds a card drags it, and one that moves at once does not', async () => {
  const { show } = await openBoard(['Rita Alves']);
  const page = await show({ viewport: { width: 1900, height: 900 }, hasTouch: true });
  const touches = await page.context().newCDPSession(page);
  const [from, goal] = [await card(page, 'Rita Alves').boundingBox(), await column(page, 'Agendado').boundingBox()];
  if (!from || !goal) throw new Error('nothing to drag');
  const start = { x: from.x + 20, y: from.y + from.height - 8 };
  const end = { x: goal.x + 100, y: goal.y + 120 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await Promise.all([touch('touchStart', start), touch('touchMove', end), touch('touchEnd')]);
  await settles(cardsIn(page, 'Novo'), ['Rita Alves']);
  await touch('touchStart', start);
  await page.locator('.deal-card.dragged').waitFor();
  await touch('touchMove', { x: start.x + 200, y: start.y });
  await touch('touchMove', end);
  await touch('touchEnd');
  await settles(cardsIn(page, 'Agendado'), ['Rita Alves']);
});

it('a column shows more when asked, and the next automation is told', async () => {
  const names = Array.from({ length: 23 }, (_, index) => `Lead ${String(index).padStart(2, '0')}`);
  const { show, owner, stages } = await openBoard(names);
  await owner.post(`/stages/${stages.Novo}/automations`, {
    idle_days: 2,
    action: { type: 'move', stage_id: stages['Em contato'] },
  });
  const page = await show();
  await settles(cardsIn(page, 'Novo'), names.slice(0, 20));
  await card(page, 'Lead 00').getByText('Move para “Em contato” em 2 dias').waitFor();
  await card(page, 'Lead 00').getByText('hoje', { exact: true }).waitFor();
  // The head of the column says it for all of its cards.
  const head = page.getByRole('region', { name: 'Novo', exact: true }).getByRole('list', { name: 'Automações' });
  await head.getByText('Após 2 dias parados: mover para “Em contato”').waitFor();
  await press(page, 'Mostrar mais de Novo');
  await settles(cardsIn(page, 'Novo'), names);
  // The shown cards stay when the board is loaded again.
  await card(page, 'Lead 22').focus();
  await page.keyboard.press('Control+ArrowRight');
  await settles(cardsIn(page, 'Em contato'), ['Lead 22']);
  await settles(cardsIn(page, 'Novo'), names.slice(0, 22));
});

it('cards that were just asked for stay when others change the board at the same moment', async () => {
  const names = Array.from({ length: 23 }, (_, index) => `Lead ${String(index).padStart(2, '0')}`);
  const { show, owner, leads } = await openBoard(names);
  const page = await show();
  await settles(cardsIn(page, 'Novo'), names.slice(0, 20));
  const [more] = await Promise.all([nextCall(page, /board\?.*cursor/), press(page, 'Mostrar mais de Novo')]);
  const [again] = await Promise.all([
    nextCall(page, /board$/),
    owner.patch(`/leads/${leads['Lead 00']?.id}`, { name: 'Rita' }),
  ]);
  await more.continue();
  await settles(cardsIn(page, 'Novo'), names);
  await again.continue();
  await card(page, 'Rita').waitFor();
  await settles(cardsIn(page, 'Novo'), ['Rita', ...names.slice(1)]);
});

it('on a phone one column is shown at a time, and nothing is wider than the screen', async () => {
  const { show } = await openBoard(['Rita Alves']);
  const page = await show({ viewport: { width: 360, height: 740 } });
  const widths = () =>
    page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.querySelector('.board')?.clientWidth === document.querySelector('.column')?.clientWidth,
    ]);
  await settles(widths, [360, true]);
  expect(await problemsOf(page)).toEqual([]);
});

it('tells since when a deal is in its stage', async () => {
  const { show, leads } = await openBoard(['Rita Alves', 'Bruno Lima', 'Clara Dias']);
  for (const [name, days] of Object.entries({ 'Bruno Lima': 1, 'Clara Dias': 3 })) {
    const moment = new Date(Date.now() - days * DAY_MS);
    await under.sql('update deals set entered_stage_at = $2 where lead_id = $1', [leads[name]?.id, moment]);
  }
  const page = await show();
  await card(page, 'Rita Alves').getByText('hoje', { exact: true }).waitFor();
  await card(page, 'Bruno Lima').getByText('1 dia', { exact: true }).waitFor();
  const stay = card(page, 'Clara Dias').getByText('3 dias', { exact: true });
  await settles(
    async () => /^Nesta etapa desde \d\d\/\d\d\/\d{4}, \d\d:\d\d$/.test((await stay.getAttribute('title')) ?? ''),
    true,
  );
});

it('is searched and filtered, with the filters in the address and live', async () => {
  const { show, owner, leads, stages } = await openBoard(['Rita Alves', 'Bruno Lima', 'Clara Dias']);
  await owner.patch(`/leads/${leads['Bruno Lima']?.id}`, { add_tags: ['VIP'], origin: 'referral' });
  const page = await show();
  await page.getByLabel('Buscar').pressSequentially('alv');
  await settles(cardsIn(page, 'Novo'), ['Rita Alves']);
  await column(page, 'Novo').getByText('1 lead · R$ 1.000,00').waitFor();
  // No name of a person in the address.
  expect(page.url()).not.toContain('alv');
  await page.getByRole('link', { name: 'Rita Alves' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
  await page.goBack();
  await settles(cardsIn(page, 'Novo'), ['Rita Alves']);
  await page.getByLabel('Buscar').fill('-');
  await settles(cardsIn(page, 'Novo'), ['Bruno Lima', 'Rita Alves', 'Clara Dias']);
  await page.getByLabel('Buscar').fill('');
  await page.getByLabel('Origem').selectOption('referral');
  await settles(cardsIn(page, 'Novo'), ['Bruno Lima']);
  await page.getByLabel('Etiqueta', { exact: true }).fill('vip');
  // What is typed stays when the board is loaded again.
  await owner.patch(`/leads/${leads['Bruno Lima']?.id}`, { add_tags: ['Novo'] });
  await card(page, 'Bruno Lima').getByText('Novo', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await settles(async () => /\?.*origin=referral.*tag=vip/.test(page.url()), true);
  expect(await problemsOf(page)).toEqual([]);
  await page.reload();
  await settles(cardsIn(page, 'Novo'), ['Bruno Lima']);
  // Somebody gives another lead the tag and the origin, and moves it.
  await owner.patch(`/leads/${leads['Clara Dias']?.id}`, { add_tags: ['VIP'], origin: 'referral' });
  await owner.put(`/deals/${leads['Clara Dias']?.deals[0]?.id}/stage`, { stage_id: stages.Agendado });
  await settles(cardsIn(page, 'Agendado'), ['Clara Dias']);
  await card(page, 'Bruno Lima').focus();
  await page.keyboard.press('Control+ArrowRight');
  await settles(cardsIn(page, 'Em contato'), ['Bruno Lima']);
  await page.goBack();
  await page.goBack();
  await settles(cardsIn(page, 'Novo'), ['Rita Alves']);
});

it('a large column is counted after its cards, and a move changes the count at once', async () => {
  const { show, id, pipelineId, stages } = await openBoard(['Rita Alves', 'Bruno Lima']);
  const place = { accountId: id, pipelineId, stageId: stages.Novo ?? '' };
  await addLeads(under, place, { count: 1_310, since: '2020-01-01' });
  const page = await show();
  await column(page, 'Novo').getByText('1.312 leads · R$ 2.000,00').waitFor();
  // The next count does not come.
  await page.route('**/board/totals', () => undefined);
  await card(page, 'Rita Alves').focus();
  await page.keyboard.press('Control+ArrowRight');
  await column(page, 'Novo').getByText('1.311 leads · R$ 1.000,00').waitFor();
  await column(page, 'Em contato').getByText('1 lead · R$ 1.000,00').waitFor();
});

it('the Command key of a Mac moves a card as Control does', async () => {
  const { show } = await openBoard(['Rita Alves', 'Bruno Lima']);
  const page = await show();
  await card(page, 'Rita Alves').focus();
  await page.keyboard.press('Meta+ArrowRight');
  await settles(cardsIn(page, 'Em contato'), ['Rita Alves']);
  await page.keyboard.press('Meta+ArrowLeft');
  await settles(cardsIn(page, 'Em contato'), []);
});

it('a lead is entered from the board', async () => {
  const { show } = await openBoard(['Rita Alves']);
  const page = await show();
  await press(page, 'Novo lead');
  await page.getByRole('dialog', { name: 'Novo lead' }).getByLabel('Telefone').fill('11912349876');
  await page.keyboard.press('Enter');
  await told(page, 'Lead criado.');
});

it('a lead that is entered from the board of another pipeline begins there', async () => {
  const { show, owner } = await openBoard(['Rita Alves']);
  const { data: other } = await owner.post<Pipeline>('/pipelines', { name: 'Locação', stages: [{ name: 'Entrou' }] });
  const page = await show();
  await page.getByLabel('Funil').selectOption('Locação');
  await page.getByRole('heading', { level: 1, name: 'Quadro' }).waitFor();
  await settles(() => page.evaluate(() => location.hash.split('/').at(-1)), other.id);
  await press(page, 'Novo lead');
  await page.getByRole('dialog', { name: 'Novo lead' }).getByLabel('Telefone').fill('11912349876');
  await page.keyboard.press('Enter');
  await told(page, 'Lead criado.');
  const { data } = await owner.get<LeadDetail[]>(`/leads?pipeline_id=${other.id}`);
  expect(data.map(({ phone }) => phone)).toEqual(['5511912349876']);
});
