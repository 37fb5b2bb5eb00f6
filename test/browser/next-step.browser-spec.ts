import type { Locator } from 'playwright-core';
import { DAY_MS } from '../../src/contract/durations';
import type { LeadDetail } from '../../src/contract/lead';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { brasiliaDay } from './support/days';
import { press, settles } from './support/steps';

const under = consoleForAllTests('console_next_step');

it('a lead without a next step says so everywhere, is found and counted, and gets one', async () => {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const stage = pipeline?.stages.find(({ name }) => name === 'Novo');
  const body = { phone: '11987654000', name: 'Rita Alves', deals: [{ stage_id: stage?.id }] };
  const { data: lead } = await owner.post<LeadDetail>('/leads', body);
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/hoje`);
  await page.getByRole('link', { name: 'Sem próximo passo 1' }).click();
  await page.getByLabel('Só sem próximo passo').and(page.locator(':checked')).waitFor();
  await page
    .getByRole('row', { name: /Rita Alves/ })
    .getByText('Sem próximo passo')
    .and(page.locator(':visible'))
    .waitFor();
  await page.goto(`${under.url}/console#/quadro`);
  const card = page.locator('[data-deal][aria-label="Rita Alves"]');
  await card.getByText('Sem próximo passo').waitFor();
  await page.goto(`${under.url}/console#/leads/${lead.id}`);
  await page.getByText('Sem próximo passo').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Marcar o próximo passo');
  await page.getByLabel('Texto').and(page.locator(':focus')).fill('Ligar');
  await press(page, 'Salvar');
  await page.getByText('Próximo passo: ').waitFor();
  const next = async () => (await owner.get<LeadDetail>(`/leads/${lead.id}`)).data.next_contact !== null;
  await settles(next, true);
  await page.goto(`${under.url}/console#/quadro`);
  await card.locator('time.next-step').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

const [TODAY, PLANNED, LATE] = [`${brasiliaDay()}T23:59:00-03:00`, `${brasiliaDay(3)}T09:00:00-03:00`, -2 * DAY_MS];

it.each<[state: string, due: string | number | undefined, says: RegExp]>([
  ['planned', PLANNED, /^\d\d\/\d\d, 09:00$/],
  ['today', TODAY, /^hoje, 23:59$/],
  ['late', LATE, /^Atrasado: /],
  ['none', undefined, /^Sem próximo passo$/],
])('is said to be %s at the head of a lead, on its card and in its row', async (state, due, says) => {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const body = { phone: '11987654000', name: 'Rita Alves', deals: [{ stage_id: pipeline?.stages[0]?.id }] };
  const { data: lead } = await owner.post<LeadDetail>('/leads', body);
  const due_at = typeof due === 'number' ? new Date(Date.now() + due).toISOString() : due;
  if (due_at) await owner.post(`/leads/${lead.id}/activities`, { type: 'task', text: 'Ligar', due_at });
  const page = await under.signIn(id);
  await page.setViewportSize({ width: 1366, height: 768 });
  const places: [string, () => Locator][] = [
    [`leads/${lead.id}`, () => page.locator('.next-of-lead .next-step')],
    ['quadro', () => page.locator('.deal-card .next-step')],
    ['leads', () => page.locator('.leads .next-step:visible')],
  ];
  for (const [place, step] of places) {
    await page.goto(`${under.url}/console#/${place}`);
    await settles(async () => {
      const [text = '', look = ''] = [await step().innerText(), await step().getAttribute('class')];
      return [place, says.test(text) ? state : text, look];
    }, [place, state, `next-step ${state}`]);
  }
});
