import type { BrowserContextOptions, Page } from 'playwright-core';
import type { OwnerLead } from '../../src/contract/lead';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told } from './support/steps';

/** Who writes again: on the day, as it happens, and on the board. */

const under = consoleForAllTests('console_came_back');

const DESK = { viewport: { width: 1280, height: 860 } };
const LOOKS: readonly [name: string, options: BrowserContextOptions][] = [
  ['light', DESK],
  ['dark on a phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
];
const TITLE = 'Voltaram';

const section = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: TITLE }) });
const row = (page: Page) => section(page).locator('li').filter({ hasText: 'Rita Alves' });
const count = (page: Page) => () => section(page).locator('h2 .badge').innerText();

/** An account with a lead whose deal was lost, and a page of its day. */
async function openDay(options: BrowserContextOptions = DESK) {
  const { id, owner } = await under.openAccount();
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const site = under.partner(data.key);
  const send = (body: object = {}) => site.post('/leads', { phone: '11987654321', name: 'Rita Alves', ...body });
  await send();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const lost = pipeline?.stages.find((stage) => stage.is_lost);
  const lead = async () => (await owner.get<OwnerLead[]>('/leads')).data[0];
  await owner.put(`/deals/${(await lead())?.deals[0]?.id}/stage`, { stage_id: lost?.id, reason: 'Preço' });
  const page = await under.signIn(id, options);
  await page.goto(`${under.url}/console#/hoje`);
  await section(page).waitFor();
  return { owner, page, send, lead, pipeline, lost };
}

it('is told with a sound and a notification where that is wanted, with what was sent and where the deal is', async () => {
  const { page, send, lost } = await openDay();
  await page.context().grantPermissions(['notifications']);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(OscillatorNode.prototype, { start: () => void heard.push('tone'), stop: () => undefined });
    Object.assign(window, {
      heard,
      Notification: class {
        static readonly permission = 'granted';
        static requestPermission(): Promise<string> {
          return Promise.resolve('granted');
        }
        constructor(title: string) {
          heard.push(title);
        }
      },
    });
  });
  await press(page, 'Avisar novo lead');
  await told(page, 'Este navegador avisa quando um lead chegar ou voltar.');
  await send({ name: 'Rita Souza', notes: 'Ainda tem vaga?', attribution: { utm_campaign: 'outubro' } });
  await row(page).getByText('Voltou agora').waitFor();
  await row(page).getByText('“Ainda tem vaga?”').waitFor();
  await row(page).getByText('Enviou: Rita Souza · campanha outubro').waitFor();
  await row(page)
    .getByText(lost?.name ?? '')
    .waitFor();
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await settles(heard, ['tone', 'tone', 'Um lead voltou']);
  await settles(count(page), '1');
  // A lead that is new says so, whatever it sends again.
  await send({ phone: '11987650000', name: 'Nova' });
  await settles(heard, ['tone', 'tone', 'Um lead voltou', 'tone', 'Novo lead']);
  await settles(count(page), '1');
});

it('gets a new deal with one click, and leaves the list', async () => {
  const { page, send, lead, pipeline, lost } = await openDay();
  await send({ notes: 'Quero fechar.' });
  await row(page).waitFor();
  await press(page, 'Reabrir: Rita Alves');
  const entry = pipeline?.stages.find((stage) => stage.is_entry);
  await told(page, `Novo negócio em “${entry?.name}”.`);
  await settles(count(page), '0');
  expect((await lead())?.deals.map((deal) => deal.stage_id)).toEqual([lost?.id, entry?.id]);
  // With an open deal there is nothing to reopen; a call answers too.
  await send({ notes: 'E então?' });
  await row(page).getByText('“E então?”').waitFor();
  await settles(() => page.getByRole('button', { name: 'Reabrir: Rita Alves' }).count(), 0);
  await page.goto(`${under.url}/console#/hoje?lista=returned`);
  await page.getByRole('button', { name: 'Voltar ao dia' }).waitFor();
  await press(page, 'Não atendeu: Rita Alves');
  await told(page, 'Ligação registrada.');
  await settles(() => row(page).count(), 0);
});

it.each(LOOKS)(
  'is marked on the card of the board, until somebody moves it, and breaks no rule: %s',
  async (_, options) => {
    const { owner, page, send, lead, pipeline } = await openDay(options);
    await send({ notes: 'Ainda tem vaga?', email: 'rita.alves@example.com' });
    await row(page).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.goto(`${under.url}/console#/quadro`);
    await page.getByText('Voltou agora').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const deal = (await lead())?.deals[0];
    const next = pipeline?.stages.find((stage) => !stage.is_won && !stage.is_lost && !stage.is_entry);
    await owner.put(`/deals/${deal?.id}/stage`, { stage_id: next?.id });
    await settles(() => page.getByText('Voltou agora').count(), 0);
  },
);
