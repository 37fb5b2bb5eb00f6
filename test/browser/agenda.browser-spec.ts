import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { AppointmentView } from '../../src/contract/day/appointment';
import { problemsOf, violationsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { brasiliaDay } from './support/days';
import { join } from './support/people';
import { nextCall, press, settles, told } from './support/steps';

const under = consoleForAllTests('console_agenda');

const DESK = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A day to come, on which no line of the present moment is. */
const DAY = brasiliaDay(1);

/** The agenda of a shop: Bruno has two at once and one at the end of the day, Ana’s lead has one that names nobody. */
async function openAgenda(look: BrowserContextOptions = DESK, place = '') {
  const { id, owner } = await under.openAccount();
  const bruno = await join(under, owner, { name: 'Bruno Lima', role: 'seller' }, look);
  const [eva] = [await join(under, owner, { name: 'Eva Dias', role: 'seller' }, look)];
  const lead = async (phone: string, name: string, responsible_id?: string) =>
    (await owner.post<{ id: string }>('/leads', { phone, name, ...(responsible_id && { responsible_id }) })).data.id;
  const [rita, caio] = [await lead('11987654321', 'Rita Alves', bruno.id), await lead('11987654322', 'Caio Reis')];
  const plan = async (lead_id: string, time: string, minutes: number, more: object = {}) =>
    (
      await owner.post<AppointmentView>('/appointments', {
        lead_id,
        starts_at: `${DAY}T${time}:00-03:00`,
        minutes,
        ...more,
      })
    ).data;
  await plan(rita, '09:00', 60, { text: 'Avaliação' });
  await plan(caio, '09:30', 30, { member_id: bruno.id });
  await plan(caio, '20:15', 15, { member_id: bruno.id });
  await bruno.page.goto(`${under.url}/console#/agenda?dia=${DAY}${place}`);
  await bruno.page.getByRole('button', { name: /^09:00 Rita Alves/ }).waitFor();
  return { id, owner, bruno, eva, rita, caio, plan, page: bruno.page };
}

const block = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}`) });
const slots = (page: Page): Locator => page.locator('.agenda-slot');
const boxOf = async (of: Locator) => {
  const box = await of.boundingBox();
  return (
    box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) }
  );
};
const columns = (page: Page) => () =>
  page.locator('.agenda-column').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

describe('the grid of a day', () => {
  it('has a column for each person, and blocks as high as their minutes, side by side where they overlap', async () => {
    const { page } = await openAgenda();
    await press(page, 'Todos');
    await settles(columns(page), ['Bruno Lima (você)']);
    await page.getByLabel('Mostrar também').selectOption('Eva Dias');
    await settles(columns(page), ['Bruno Lima (você)', 'Eva Dias']);
    const placed = async () => {
      const [long, beside, late] = [
        await boxOf(block(page, '09:00 Rita')),
        await boxOf(block(page, '09:30 Caio')),
        await boxOf(block(page, '20:15 Caio')),
      ];
      if (!long || !beside || !late) return undefined;
      return {
        isTwiceAsHigh: Math.abs(long.height - 2 * beside.height) <= 2,
        isBeside: beside.x >= long.x + long.width - 1,
        isBelow: Math.abs(beside.y - long.y - long.height / 2) <= 2,
        isLateAlone: late.width > long.width * 1.5,
      };
    };
    await settles(placed, { isTwiceAsHigh: true, isBeside: true, isBelow: true, isLateAlone: true });
    await page.locator('.agenda-hours').getByText('20:00').waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });

  it('has a column for what nobody has', async () => {
    const { page, caio, plan } = await openAgenda();
    await press(page, 'Todos');
    await plan(caio, '15:00', 30);
    await settles(columns(page), ['Bruno Lima (você)', 'Sem responsável']);
  });

  it('makes an appointment from a free half hour, with its day, hour and person', async () => {
    const { page, owner, eva } = await openAgenda();
    await press(page, 'Todos');
    await page.getByLabel('Mostrar também').selectOption('Eva Dias');
    await press(page, 'Agendar às 14:30 com Eva Dias');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Lead').fill('caio');
    await dialog.getByRole('radio', { name: /^Caio Reis/ }).waitFor();
    await dialog.getByLabel('Duração').selectOption('45 min');
    await press(page, 'Salvar agendamento');
    await told(page, 'Agendado para');
    await block(page, '14:30 Caio Reis, 45 min').waitFor();
    await settles(() => page.getByRole('button', { name: 'Agendar às 15:00 com Eva Dias' }).count(), 0);
    const { data } = await owner.get<AppointmentView[]>(`/appointments?responsible=${eva.id}`);
    expect(data.map(({ starts_at, minutes }) => [Date.parse(starts_at), minutes])).toEqual([
      [Date.parse(`${DAY}T14:30:00-03:00`), 45],
    ]);
  });

  it('is used by the keyboard: one stop, and arrows from one free half hour to the next', async () => {
    const { page } = await openAgenda();
    await press(page, 'Todos');
    await page.getByLabel('Mostrar também').selectOption('Eva Dias');
    await settles(() => slots(page).and(page.locator('[tabindex="0"]')).count(), 1);
    const named = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.getByRole('region', { name: 'Horários' }).focus();
    await page.keyboard.press('Tab');
    await settles(named, 'Agendar às 07:00 com Bruno Lima');
    for (const [key, label] of [
      ['ArrowUp', 'Agendar às 07:00 com Bruno Lima'],
      ['ArrowDown', 'Agendar às 07:30 com Bruno Lima'],
      ['ArrowDown', 'Agendar às 08:00 com Bruno Lima'],
      ['ArrowDown', 'Agendar às 08:30 com Bruno Lima'],
      ['ArrowDown', 'Agendar às 10:00 com Bruno Lima'],
      ['ArrowRight', 'Agendar às 10:00 com Eva Dias'],
      ['ArrowUp', 'Agendar às 09:30 com Eva Dias'],
      ['ArrowLeft', 'Agendar às 10:00 com Bruno Lima'],
      ['ArrowLeft', 'Agendar às 10:00 com Bruno Lima'],
    ] as const) {
      await page.keyboard.press(key);
      await settles(named, label);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Hora').waitFor();
    await settles(() => page.getByRole('dialog').getByLabel('Hora').inputValue(), '10:00');
    await press(page, 'Cancelar');
    await settles(named, 'Agendar às 10:00 com Bruno Lima');
  });

  it('opens an appointment, with what can be done to it, and follows what others do', async () => {
    const { page, owner, caio, plan } = await openAgenda();
    await block(page, '09:00 Rita').click();
    await page.getByRole('dialog').getByText('1 h · Avaliação · com Bruno Lima').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Veio: Rita Alves, 09:00');
    await told(page, 'Comparecimento marcado.');
    await press(page, 'Fechar');
    await block(page, '09:00 Rita Alves, 1 h, veio').waitFor();
    const bruno = (await owner.get<AppointmentView[]>('/appointments')).data[1]?.member_id;
    const other = await plan(caio, '11:00', 30, { member_id: bruno });
    await block(page, '11:00 Caio').waitFor();
    await owner.delete(`/appointments/${other.id}`);
    await block(page, '11:00 Caio').waitFor({ state: 'hidden' });
  });

  it('shades the day of somebody who is away', async () => {
    const { id, owner, bruno } = await openAgenda();
    await owner.patch(`/members/${bruno.id}`, { away_until: DAY });
    const page = await under.signIn(id, DESK);
    await page.goto(`${under.url}/console#/agenda?dia=${DAY}`);
    await page.getByText('Ausente até').waitFor();
    await settles(() => page.locator('.agenda-body.away').count(), 1);
    await press(page, 'Próximo');
    await settles(() => page.locator('.agenda-body.away').count(), 0);
  });
});

it('the grid of a week has a column for each day, of one person or of all', async () => {
  const { page } = await openAgenda(DESK, '&ver=semana');
  await press(page, 'Todos');
  await settles(() => page.locator('.agenda-column').count(), 7);
  await settles(() => page.locator('.agenda-block').count(), 3);
  expect(await problemsOf(page)).toEqual([]);
  await page.getByLabel('Semana de').selectOption('Eva Dias');
  await settles(() => page.locator('.agenda-block').count(), 0);
  const day = DAY.split('-').reverse().slice(0, 2).join('/');
  await press(page, `Agendar às 09:00, ${day}, com Eva Dias`);
  await settles(() => page.getByRole('dialog').getByLabel('Dia').inputValue(), DAY);
});

it.each([
  ['with a light screen', PHONE],
  ['with a dark screen', { ...PHONE, colorScheme: 'dark' as const }],
])('on a phone it is a list by hour, with free half hours folded, %s', async (_, look) => {
  const { page } = await openAgenda(look);
  await page.getByText('Livre das 07:00 às 09:00').waitFor();
  await page.getByText('Livre das 10:00 às 20:00').click();
  await page.getByRole('button', { name: 'Agendar às 10:30 com Bruno Lima' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  const small = () =>
    page
      .locator('.agenda-column button:visible, .agenda-column summary')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).length);
  await settles(small, 0);
  await page.getByRole('button', { name: 'Agendar às 10:30 com Bruno Lima' }).click();
  await settles(() => page.getByRole('dialog').getByLabel('Hora').inputValue(), '10:30');
});

it('a day is drawn when its people are known, so that no free half hour changes under a finger', async () => {
  const { page } = await openAgenda(PHONE);
  await page.evaluate(() => {
    const seen = new Set<string | null>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('.agenda-column')) seen.add(one.getAttribute('aria-label'));
    }).observe(document.body, { childList: true, subtree: true });
    location.hash = '#/quadro';
  });
  await page.getByRole('heading', { level: 1, name: 'Quadro' }).waitFor();
  const team = nextCall(page, /\/admin\/v1\/members/);
  const planned = ['appointments', 'tasks'].map((name) =>
    page.waitForResponse((call) => call.url().includes(`/${name}?`)),
  );
  await page.evaluate((day) => (location.hash = `#/agenda?dia=${day}`), DAY);
  const held = await team;
  await Promise.all(planned);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await held.continue();
  await page.getByText('Livre das 10:00 às 20:00').waitFor();
  await settles(() => page.evaluate(() => [...(Reflect.get(window, 'seen') as Set<string>)]), ['Bruno Lima (você)']);
});

it('with text of twice the size nothing is cut off but what scrolls', async () => {
  const { page } = await openAgenda({ viewport: { width: 1280, height: 860 } });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const cut = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await settles(cut, 0);
  expect(await violationsOf(page)).toEqual([]);
});

it('on a phone has its actions beside its title', async () => {
  const { page } = await openAgenda({ ...PHONE, viewport: { width: 360, height: 740 } });
  const [title, link, make] = await Promise.all(
    [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: 'No seu calendário' }),
      page.getByRole('button', { name: 'Agendar', exact: true }),
    ].map(boxOf),
  );
  expect(link?.y).toBe(make?.y);
  expect(make?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  expect(await problemsOf(page)).toEqual([]);
});

describe.each([
  ['a desk', DESK],
  ['a phone', PHONE],
])('that somebody came, on %s', (_, look) => {
  const day = brasiliaDay();
  const came = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^Veio: ${name}`) });

  /** Today’s agenda with two people, the second at the end of the day. */
  async function openToday() {
    const { id, owner } = await under.openAccount();
    const plan = async (phone: string, name: string, hour: number) => {
      const { data: lead } = await owner.post<{ id: string }>('/leads', { phone, name, deals: [] });
      const starts_at = `${day}T${hour}:00:00-03:00`;
      return (await owner.post<AppointmentView>('/appointments', { lead_id: lead.id, starts_at })).data.id;
    };
    const [rita, caio] = [await plan('11987654321', 'Rita', 10), await plan('11987654322', 'Caio', 22)];
    const page = await under.signIn(id, look);
    await page.goto(`${under.url}/console#/agenda?dia=${day}`);
    const marked = async () =>
      (await owner.get<AppointmentView[]>(`/appointments?from=${day}&to=${day}`)).data.map(({ attended }) => attended);
    return { page, owner, rita, caio, marked };
  }

  it('is said of one after the other, without a wait for the service', async () => {
    const { page, rita, marked } = await openToday();
    const first = nextCall(page, new RegExp(`/appointments/${rita}$`));
    await came(page, 'Rita').click();
    const held = await first;
    await came(page, 'Caio').click();
    await settles(marked, [false, true]);
    await held.continue();
    await settles(marked, [true, true]);
    await settles(() => came(page, '').count(), 0);
  });

  it('is answered on the screen, wherever the page is, when it is not kept', async () => {
    const { page, owner, caio, marked } = await openToday();
    await page.route(/\/appointments\/[^/?]+$/, (route) => route.abort());
    await came(page, 'Caio').click();
    await told(page, 'O serviço não respondeu.');
    await settles(() => page.getByRole('alert').count(), 0);
    await page.unroute(/\/appointments\/[^/?]+$/);
    await page.route(/\/events$/, (route) => route.abort());
    await page.reload();
    await came(page, 'Caio').waitFor();
    await owner.delete(`/appointments/${caio}`);
    await came(page, 'Caio').click();
    await told(page, 'Agendamento não encontrado.');
    await settles(() => came(page, 'Caio').count(), 0);
    expect(await marked()).toEqual([false]);
  });
});
