import { consoleForAllTests } from './support/console';
import { problemsOf } from './support/axe';
import { join } from './support/people';
import { press, told } from './support/steps';

const under = consoleForAllTests('console_calendar');

const LOOKS = {
  'at a desk': { viewport: { width: 1280, height: 800 } },
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

it.each(Object.entries(LOOKS))('a member takes the agenda into a calendar of their own, %s', async (_, look) => {
  const { owner } = await under.openAccount();
  const { page } = await join(under, owner, { name: 'Bruno Lima', role: 'seller' }, look);
  await page.goto(`${under.url}/console#/agenda`);
  await press(page, 'No seu calendário');
  await press(page, 'Criar endereço');
  const url = await page.getByLabel('Endereço', { exact: true }).inputValue();
  expect(url).toMatch(/\/calendar\/ent_calendar_\w+\.ics$/);
  await page.getByText('só leem o endereço se este console abre também fora da sua rede').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  const path = under.url + new URL(url).pathname;
  expect((await (await fetch(path)).text()).startsWith('BEGIN:VCALENDAR')).toBe(true);
  await press(page, 'Já copiei o endereço');
  await press(page, 'No seu calendário');
  await page.getByText(/lido por último em/).waitFor();
  await press(page, 'Criar outro endereço');
  const renewed = under.url + new URL(await page.getByLabel('Endereço', { exact: true }).inputValue()).pathname;
  expect((await fetch(path)).status).toBe(404);
  await press(page, 'Já copiei o endereço');
  await page.goto(`${under.url}/console#/sessoes`);
  await page.getByText('Só lê os agendamentos').waitFor();
  expect((await fetch(renewed)).status).toBe(200);
  await page.goto(`${under.url}/console#/agenda`);
  await press(page, 'No seu calendário');
  await press(page, 'Encerrar');
  await press(page, 'Encerrar endereço');
  await told(page, 'Endereço encerrado');
  expect((await fetch(renewed)).status).toBe(404);
});
