import type { Locator, Page } from 'playwright-core';
import type { AppointmentView } from '../../src/contract/day/appointment';
import { MINUTE_MS } from '../../src/contract/durations';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { brasiliaDay } from './support/days';
import { press, settles, told } from './support/steps';

const under = consoleForAllTests('console_day_on_a_phone');

/** The day on a phone, with one new lead that nobody is responsible for. */
async function openDay() {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  await under.partner(data.key).post('/leads', { phone: '11987654321', name: 'Rita Alves' });
  const page = await under.signIn(id, { viewport: { width: 360, height: 740 } });
  await page.goto(`${under.url}/console`);
  await rowOf(page).waitFor();
  return { page, owner };
}

const rowOf = (page: Page): Locator => page.locator('li.day-row').filter({ hasText: 'Rita Alves' });
const rightOf = (all: Locator): Promise<number> =>
  all.evaluateAll((found) => Math.max(...found.map((one) => one.getBoundingClientRect().right)));

describe('the day on a phone', () => {
  it('keeps every button and field within its card and dialog', async () => {
    const { page } = await openDay();
    expect(await rightOf(rowOf(page).locator('.button:visible'))).toBeLessThanOrEqual(await rightOf(rowOf(page)));
    await press(page, 'Retornar em…');
    await press(page, 'Data…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Hora').waitFor();
    expect(await rightOf(dialog.locator('input, button'))).toBeLessThanOrEqual(await rightOf(dialog));
  });

  it('asks for the moment of a return, from now up to five years ahead, before it sends anything', async () => {
    const { page, owner } = await openDay();
    await press(page, 'Retornar em…');
    await press(page, 'Data…');
    const [day, time] = [page.getByRole('dialog').getByLabel('Dia'), page.getByRole('dialog').getByLabel('Hora')];
    const year = new Date().getFullYear();
    for (const typed of [
      ['', ''],
      ['', '10:00'],
      [`${year + 1}-05-20`, ''],
      [`${year - 1}-05-20`, '10:00'],
      [`${year + 10}-05-20`, '10:00'],
    ]) {
      await day.fill(typed[0] ?? '');
      await time.fill(typed[1] ?? '');
      await press(page, 'Salvar');
      await page.getByText('informe o dia e a hora, a partir de agora e até 5 anos à frente').waitFor();
      await page.getByText('ISO 8601').waitFor({ state: 'hidden' });
    }
    await day.fill(`${year + 1}-05-20`);
    await press(page, 'Salvar');
    await told(page, 'Retorno marcado');
    const due = (await owner.get<{ next_contact: string }[]>('/leads')).data.map((lead) => lead.next_contact);
    expect(due).toEqual([expect.stringMatching(/^\d{4}-05-20T13:00:00/)]);
    await page.goto(`${under.url}/console#/leads`);
    await page.getByText('· contato').waitFor();
  });

  it('has the actions of an appointment on one line, and the seldom ones in a menu', async () => {
    const { page, owner } = await openDay();
    const [lead] = (await owner.get<{ id: string }[]>('/leads')).data;
    await owner.post('/appointments', { lead_id: lead?.id, starts_at: `${brasiliaDay()}T23:59:00-03:00` });
    const row = page.getByRole('region', { name: 'Agendamentos de hoje' }).locator('li.day-row');
    await row.getByRole('button', { name: 'Veio: Rita Alves', exact: true }).waitFor();
    const lines = await row
      .locator('.row-actions .button:visible')
      .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
    expect(lines).toBe(1);
    await press(page, 'Mais: Rita Alves');
    await press(page, 'Retornar em…: Rita Alves');
    await page.getByRole('dialog').getByLabel('Hora').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const tomorrow = page.getByRole('dialog').getByRole('button', { name: 'Amanhã' });
    // A lost connection is no fault of the day.
    await page.route('**/activities', (route) => route.abort());
    await tomorrow.click();
    await page.getByRole('dialog').getByRole('alert').getByText('O serviço não respondeu').waitFor();
    await page.getByRole('dialog').getByText('informe o dia').waitFor({ state: 'detached' });
    await page.unroute('**/activities');
    await tomorrow.click();
    await told(page, 'Retorno marcado: amanhã, 09:00.');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('asks for the lead of an appointment, and for no value without a deal', async () => {
    const { page } = await openDay();
    await page.goto(`${under.url}/console#/agenda`);
    await press(page, 'Agendar');
    await press(page, 'Salvar agendamento');
    await page.getByText('Lead: escolha um lead').waitFor();
    await page.getByText('Código para o suporte').waitFor({ state: 'hidden' });
    await press(page, 'Cancelar');
    await page.goto(`${under.url}/console#/leads`);
    await press(page, 'Novo lead');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Etapa').selectOption('Sem negócio');
    await dialog.locator('input[name=value]:disabled').waitFor();
    await dialog.getByLabel('Etapa').selectOption({ index: 0 });
    await dialog.locator('input[name=value]:enabled').waitFor();
  });

  it('does not say that every new lead was contacted while one without a responsible waits', async () => {
    const { page } = await openDay();
    await press(page, 'Meus');
    await page.getByText('Os que não têm responsável estão em “Todos”').waitFor();
    await page.getByText('Nenhum lead novo espera contato').waitFor({ state: 'hidden' });
  });

  it('takes the mark of an appointment away when it is moved to a day to come', async () => {
    const { page, owner } = await openDay();
    const [lead] = (await owner.get<{ id: string }[]>('/leads')).data;
    const body = { lead_id: lead?.id, starts_at: new Date(Date.now() - MINUTE_MS).toISOString(), missed: true };
    const { id } = (await owner.post<AppointmentView>('/appointments', body)).data;
    await page.goto(`${under.url}/console#/leads/${lead?.id}`);
    await page.getByRole('button', { name: /^Remarcar/ }).click();
    const day = brasiliaDay(1);
    await page.getByRole('dialog').getByLabel('Dia').fill(day);
    await press(page, 'Salvar agendamento');
    await told(page, 'Agendado para');
    const moved = async () => (await owner.get<AppointmentView[]>(`/appointments?from=${day}&to=${day}`)).data;
    await settles(async () => (await moved()).map((one) => [one.id, one.missed]), [[id, false]]);
  });
});
