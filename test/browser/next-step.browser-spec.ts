import type { LeadDetail } from '../../src/contract/lead';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
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
