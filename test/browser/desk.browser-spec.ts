import type { Locator, Page } from 'playwright-core';
import { DAY_MS, HOUR_MS } from '../../src/contract/durations';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { forAllTests } from '../support/setup';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { brasiliaDay } from './support/days';
import { press, settles, told } from './support/steps';

/** How much of the work is on one screen, and that two nervous clicks mark one person. */

const under = consoleForAllTests('console_desk', { LIMIT_SESSION_PER_MINUTE: '1000000' });

const DESK = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NAMES = ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Maria Aparecida dos Santos'];

/** A shop with 40 leads in five stages, new ones, tasks and appointments. */
const shop = forAllTests(async () => {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const site = under.partner(data.key);
  const [pipeline] = (await owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) {
    const created_at = new Date(Date.now() - (9 + (n % 9)) * DAY_MS).toISOString();
    const deals = [{ stage_id: pipeline?.stages[n % 5]?.id, value: 500 * (n + 1) }];
    const body = { phone: `21${970_000_000 + n}`, name: `${NAMES[n % 5]} ${n}`, created_at, deals, tags: ['implante'] };
    ids.push((await under.operator.post<{ id: string }>(`/accounts/${id}/leads`, body)).data.id);
  }
  for (let n = 0; n < 4; n++) await site.post('/leads', { phone: `11${980_000_000 + n}`, name: `Novo ${n}` });
  for (const [n, lead] of ids.slice(0, 4).entries())
    await owner.post(`/leads/${lead}/activities`, {
      type: 'task',
      text: 'Enviar proposta',
      due_at: new Date(Date.now() - (n + 1) * HOUR_MS).toISOString(),
    });
  const day = brasiliaDay();
  for (const lead of ids.slice(4, 6))
    await owner.post('/appointments', { lead_id: lead, starts_at: `${day}T23:30:00-03:00`, text: 'Avaliação' });
  return { id, owner, site };
});

/** How many of the elements are whole in the window, above what is fixed at its bottom. */
const whole = (all: Locator) => (): Promise<number> =>
  all.evaluateAll((elements) => {
    const bar = document.querySelector('.bottom')?.getBoundingClientRect();
    const foot = bar && bar.height > 0 ? bar.top : innerHeight;
    const fits = ({ top, bottom, left, right }: DOMRect) =>
      top >= 0 && bottom <= foot && left >= 0 && right <= innerWidth;
    return elements.filter((one) => fits(one.getBoundingClientRect())).length;
  });

/** Waits until at least so many are whole. */
const shows = (all: Locator, least: number): Promise<void> =>
  settles(async () => ((await whole(all)()) >= least ? least : await whole(all)()), least);

async function open(page: Page, place: string, heading: string): Promise<void> {
  await page.goto(`${under.url}/console#/${place}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

describe('above the fold', () => {
  it('a desk has 12 leads of the day, 18 of the list, and 5 × 5 cards', async () => {
    const page = await under.signIn(shop.id, DESK);
    await open(page, 'hoje', 'Hoje');
    await shows(page.locator('li.day-row'), 12);
    await open(page, 'leads', 'Leads');
    await shows(page.locator('.leads tbody tr'), 18);
    await open(page, 'quadro', 'Quadro');
    for (let n = 1; n <= 5; n++) await shows(page.locator(`.column:nth-child(${n}) .deal-card`), 5);
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Recolher o menu');
    // The side bar stays folded.
    await page.reload();
    await page.getByRole('button', { name: 'Abrir o menu' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Hoje' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hoje' }).waitFor();
  });

  it('a phone has 5 leads of the day and 7 of the list, whose first is above 300 px', async () => {
    const page = await under.signIn(shop.id, PHONE);
    await open(page, 'hoje', 'Hoje');
    await shows(page.locator('li.day-row'), 5);
    expect(await problemsOf(page)).toEqual([]);
    await open(page, 'leads', 'Leads');
    await shows(page.locator('.leads tbody tr'), 7);
    const first = page.locator('.leads tbody tr').first();
    expect((await first.boundingBox())?.y).toBeLessThan(300);
    expect(await problemsOf(page)).toEqual([]);
  });
});

describe('each thing has its size and its place', () => {
  it('the list has rows of 36 px, with a text of 13 to 14 px', async () => {
    const page = await under.signIn(shop.id, DESK);
    await open(page, 'leads', 'Leads');
    const rows = page.locator('.leads tbody tr');
    await rows.first().waitFor();
    const heights = () => rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)));
    await settles(async () => [...new Set(await heights())].filter((height) => height < 36 || height > 37), []);
    const sizes = await rows
      .locator('th, td')
      .filter({ visible: true })
      .evaluateAll((cells) => cells.map((cell) => parseFloat(getComputedStyle(cell).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(13);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(14);
  });

  it('the board has columns of 220 to 240 px, and cards of three lines', async () => {
    const page = await under.signIn(shop.id, DESK);
    await open(page, 'quadro', 'Quadro');
    const cards = page.locator('.deal-card');
    await cards.first().waitFor();
    const widths = await page.locator('.column').evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(widths).toHaveLength(5);
    expect(widths.filter((width) => width < 220 || width > 240)).toEqual([]);
    const lines = await cards.evaluateAll((all) =>
      all.map((one) => [...one.children].map((line) => line.getBoundingClientRect().height < 32)),
    );
    expect(lines).toEqual(lines.map(() => [true, true, true]));
  });

  it('a name is a link as any text, and no button in bold', async () => {
    const page = await under.signIn(shop.id, DESK);
    for (const [place, title, names] of [
      ['hoje', 'Hoje', '.day-name a'],
      ['leads', 'Leads', '.leads tbody th a'],
      ['quadro', 'Quadro', '.deal-card-head > a'],
    ] as const) {
      await open(page, place, title);
      await page.locator(names).first().waitFor();
      const looks = await page.locator(names).evaluateAll((all) =>
        all.map((one) => {
          const { fontWeight, borderTopStyle, backgroundColor } = getComputedStyle(one);
          return [Number(fontWeight) < 600, borderTopStyle, backgroundColor].join(' ');
        }),
      );
      expect([place, ...new Set(looks)]).toEqual([place, 'true none rgba(0, 0, 0, 0)']);
    }
  });

  it('a phone has five pages at the bottom, of which the last opens the others', async () => {
    const page = await under.signIn(shop.id, PHONE);
    await open(page, 'leads', 'Leads');
    const bottom = page.getByRole('navigation', { name: 'Atalhos' });
    const entries = bottom.locator('a, button');
    await settles(() => entries.allInnerTexts(), ['Hoje', 'Leads', 'Quadro', 'Agenda', 'Mais']);
    const boxes = () => entries.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height >= 44));
    await settles(boxes, [true, true, true, true, true]);
    for (const [name, title] of [
      ['Hoje', 'Hoje'],
      ['Quadro', 'Quadro'],
      ['Agenda', 'Agenda'],
      ['Leads', 'Leads'],
    ] as const) {
      await bottom.getByText(name).tap();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await settles(() => bottom.locator('[aria-current]').allInnerTexts(), [name]);
    }
    await page.locator('.leads tbody tr').first().waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const isAtBottom = () =>
      bottom.evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom) === innerHeight && scrollY > 0);
    await settles(isAtBottom, true);
    await bottom.getByText('Mais').tap();
    await page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Painel' }).tap();
    await page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
  });
});

it('the day says on top what there is, in one line that jumps, and has the appointments first', async () => {
  const page = await under.signIn(shop.id, DESK);
  await open(page, 'hoje', 'Hoje');
  const counts = page.getByRole('group', { name: 'O que há hoje' });
  const text = () => counts.locator('button, a').allInnerTexts();
  await settles(
    async () => (await text()).map((one) => one.replaceAll(/\s+/g, ' ')),
    [`23:30 ${NAMES[4]} 4`, 'Tarefas 4', 'Novos 4', 'Voltaram 0', 'Parados 20', 'Sem próximo passo 24'],
  );
  const tops = () =>
    counts.locator('button, a').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(new Set(await tops()).size).toBe(1);
  expect((await page.locator('section.day').first().boundingBox())?.y).toBeGreaterThan((await tops())[0] ?? 0);
  await settles(
    () => page.locator('section.day h2').allInnerTexts(),
    ['Agendamentos de hoje 2', 'Novos sem contato 4', 'Voltaram 0', 'Tarefas 4', 'Parados 20'],
  );
  for (const [name, id] of [
    [/^23:30/, 'appointments'],
    [/^Tarefas/, 'due'],
    [/^Novos/, 'new'],
    [/^Parados/, 'idle'],
  ] as const) {
    await counts.getByRole('button', { name }).click();
    await settles(() => page.evaluate(() => document.activeElement?.id), id);
    await page.locator(`#${id}`).and(page.locator(':visible')).waitFor();
  }
  // A row: since when, who, by which phone, from where, and one filled action; the others are icons with names.
  const row = page.locator('li.day-row').filter({ hasText: 'Novo 0' });
  await settles(
    async () => (await row.innerText()).replaceAll(/\s+/g, ' ').replace(/^Chegou \S+( \d+ min)?/, 'Chegou …'),
    'Chegou … Novo 0 (11) 98000-0000 Sem classificação WhatsApp',
  );
  await settles(() => row.locator('.button.primary').allInnerTexts(), ['WhatsApp']);
  const named = await row.locator('.button').evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
  expect(named.map((name) => name.split(':')[0])).toEqual([
    'WhatsApp',
    'Ligar',
    'Falei',
    'Não atendeu',
    'Anotar',
    'Retornar em…',
  ]);
});

/** An account with two new leads of nobody. */
async function openNew() {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const site = under.partner(data.key);
  for (const [n, name] of ['Ana Souza', 'Bruno Lima'].entries())
    await site.post('/leads', { phone: `1198000000${n}`, name });
  const page = await under.signIn(id, DESK);
  await open(page, 'hoje', 'Hoje');
  const contacted = async () =>
    (await owner.get<{ new: { leads: { name: string }[] } }>('/today')).data.new.leads.map(({ name }) => name);
  return { page, owner, contacted };
}

/** Presses and lets go of the mouse in one place, twice, as a nervous finger does. */
async function clickTwice(page: Page, button: Locator, pauseMs: number): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(pauseMs);
  await page.mouse.click(x, y);
}

describe('two nervous clicks', () => {
  it.each([0, 150, 400])('mark one person, with %d ms between them', async (pauseMs) => {
    const { page, contacted } = await openNew();
    await clickTwice(page, page.getByRole('button', { name: 'Não atendeu: Ana Souza' }), pauseMs);
    await told(page, 'Ligação registrada.');
    await page.locator('li.day-row').filter({ hasText: 'Ana Souza' }).waitFor({ state: 'detached' });
    expect(await contacted()).toEqual(['Bruno Lima']);
  });

  it('do not meet the row that takes the place of another, nor one that an arrival has moved', async () => {
    const { page, owner, contacted } = await openNew();
    const [ana] = (await owner.get<{ id: string; name: string }[]>('/leads')).data.filter(
      ({ name }) => name === 'Ana Souza',
    );
    const box = await page.getByRole('button', { name: 'Falei: Ana Souza' }).boundingBox();
    // What a click in that place would meet, at the moment in which the row is gone.
    const met = page.evaluate(
      ([x, y]) =>
        new Promise<string>((resolve) => {
          const look = (): void => {
            if (document.body.textContent?.includes('Ana Souza')) return;
            observer.disconnect();
            requestAnimationFrame(() =>
              resolve(document.elementFromPoint(x ?? 0, y ?? 0)?.closest('li') ? 'a row' : 'none'),
            );
          };
          const observer = new MutationObserver(look);
          observer.observe(document.body, { childList: true, subtree: true });
        }),
      [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5],
    );
    // A colleague takes the first row away, and the second takes its place.
    await owner.post(`/leads/${ana?.id}/activities`, { type: 'call', reached: true });
    expect(await met).toBe('none');
    await press(page, 'Falei: Bruno Lima');
    await settles(contacted, []);
  });

  it('take back what was done, in the place of the row', async () => {
    const { page, contacted } = await openNew();
    await press(page, 'Falei: Ana Souza');
    await page.locator('li.acted').getByRole('button', { name: 'Desfazer' }).click();
    await told(page, 'Desfeito.');
    await page.getByRole('button', { name: 'Falei: Ana Souza' }).waitFor();
    expect(await contacted()).toEqual(['Ana Souza', 'Bruno Lima']);
  });
});

it('keeps a row in which somebody writes, whoever takes it out of the list, and saves what was written', async () => {
  const { page, owner, contacted } = await openNew();
  const leads = (await owner.get<{ id: string; name: string }[]>('/leads')).data;
  await press(page, 'Anotar: Ana Souza');
  await page.keyboard.type('Prefere ');
  for (const { id } of leads) await owner.post(`/leads/${id}/activities`, { type: 'call', reached: true });
  await settles(() => page.locator('li.day-row').count(), 1);
  await page.keyboard.type('à tarde.');
  await page.keyboard.press('Control+Enter');
  await told(page, 'Nota guardada.');
  await settles(() => page.locator('li.day-row').count(), 0);
  expect(await contacted()).toEqual([]);
  const ana = leads.find(({ name }) => name === 'Ana Souza');
  const { data } = await owner.get<{ activity?: { text: string | null } }[]>(`/leads/${ana?.id}/timeline`);
  expect(data.flatMap(({ activity }) => activity?.text ?? [])).toEqual(['Prefere à tarde.']);
});

it('asks after a message how it went, and jumps to the lists of the day', async () => {
  const { page, owner, contacted } = await openNew();
  // The tests have no network: the link is followed up to there.
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  await page.getByRole('link', { name: 'WhatsApp: Ana Souza' }).click();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('Falou com Ana Souza?').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Amanhã, 09:00: Ana Souza');
  await told(page, 'Retorno marcado: amanhã, 09:00.');
  await settles(contacted, ['Bruno Lima']);
  const [lead] = (await owner.get<{ next_contact: string; name: string }[]>('/leads')).data.filter(
    ({ name }) => name === 'Ana Souza',
  );
  expect(lead?.next_contact).toMatch(/T12:00:00/);
  await page.getByRole('button', { name: 'Novos 1' }).click();
  await settles(() => page.evaluate(() => document.activeElement?.id), 'new');
});

it('says that no lead has come yet, until one comes, and shows the first steps', async () => {
  const { id, owner } = await under.openAccount();
  const page = await under.signIn(id, DESK);
  await open(page, 'hoje', 'Hoje');
  await page.getByText('Nenhum lead ainda').waitFor();
  await settles(() => page.getByText('Tudo em dia').count(), 0);
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ver os primeiros passos' }).click();
  await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();
  await open(page, 'hoje', 'Hoje');
  await page.getByText('Nenhum lead ainda').waitFor();
  await owner.post('/leads', { phone: '11987654321', deals: [] });
  await page.getByText('Tudo em dia').waitFor();
});
