import type { CDPSession, Page } from 'playwright-core';
import type { OwnerLead } from '../../src/contract/lead';
import type { Pipeline } from '../support/pipelines';
import { forAllTests } from '../support/setup';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, rowsStand, settles, told } from './support/steps';

const under = consoleForAllTests('console_board_drag');

const LEADS = 400;
/** Of every forty leads, this many are in a stage; the first stage has the rest. */
const PLACES: readonly [stage: string, count: number][] = [
  ['Em contato', 12],
  ['Ganho', 1],
];

/** Hundreds of leads, the newest in the first stage. “Agendado” and “Perdido” are empty. */
const account = forAllTests(async () => {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const stages = Object.fromEntries((pipeline?.stages ?? []).map((stage) => [stage.name, stage.id]));
  const places = PLACES.flatMap(([name, count]) => Array.from({ length: count }, () => name));
  for (let n = 0; n < LEADS; n += 10) {
    const add = (index: number) => {
      const deals = [{ stage_id: stages[places[index % 40] ?? 'Novo'], value: 100 }];
      return owner.post<OwnerLead>('/leads', { phone: `119876${50_000 + index}`, name: `Lead ${index}`, deals });
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(n + index)));
  }
  return { id, stages };
});

async function openBoard(options: object): Promise<Page> {
  const page = await under.signIn(account.id, options);
  await page.goto(`${under.url}/console#/quadro`);
  await page.locator('[data-deal]').first().waitFor();
  return page;
}

const DESKS = [
  ['on a large screen', { width: 1920, height: 1080 }],
  ['on a laptop', { width: 1366, height: 768 }],
] as const;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const board = (page: Page) => page.locator('.board');
const has = (page: Page, stage: string, name: string) => () =>
  column(page, stage).locator(`[data-deal][aria-label="${name}"]`).count();
const scrolled = (page: Page) => board(page).evaluate(({ scrollTop }) => scrollTop);
const nameAt = async (page: Page, stage: string, place: number): Promise<string> =>
  (await column(page, stage).locator('[data-deal]').nth(place).getAttribute('aria-label')) ?? '';

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.x + box.width / 2 };
}

const cardBox = (page: Page, name: string) => boxOf(page, `[data-deal][aria-label="${name}"]`);
const columnBox = async (page: Page, name: string) => boxOf(page, `[data-stage="${account.stages[name]}"]`);

/** Takes a card with the mouse, above its bottom edge. */
async function take(page: Page, name: string): Promise<void> {
  await rowsStand(page);
  await page.locator(`[data-deal][aria-label="${name}"]`).scrollIntoViewIfNeeded();
  const card = await cardBox(page, name);
  await page.mouse.move(card.x + 20, card.bottom - 8);
  await page.mouse.down();
}

describe.each(DESKS)('%s', (_name, viewport) => {
  it('a card is dropped anywhere beside a longer column, below the end of the shorter one', async () => {
    const page = await openBoard({ viewport });
    const name = await nameAt(page, 'Novo', 0);
    await take(page, name);
    const [goal, area] = [await columnBox(page, 'Agendado'), await boxOf(page, '.board')];
    await page.mouse.move(goal.middle, area.bottom - 80, { steps: 5 });
    await page.locator('.column.over').waitFor();
    await page.mouse.up();
    await settles(has(page, 'Agendado', name), 1);
    await told(page, `${name} agora está em “Agendado”.`);
  });

  it('a pointer that rests near an edge scrolls, down and up', async () => {
    const page = await openBoard({ viewport });
    await press(page, 'Mostrar mais de Novo');
    await settles(() => column(page, 'Novo').locator('[data-deal]').count(), 40);
    const last = await nameAt(page, 'Novo', 39);
    await take(page, last);
    const area = await boxOf(page, '.board');
    await page.mouse.move(area.x + 150, area.y + 10, { steps: 5 });
    await settles(() => scrolled(page), 0);
    const goal = await columnBox(page, 'Em contato');
    await page.mouse.move(goal.middle, area.y + 100, { steps: 5 });
    await page.mouse.up();
    await settles(has(page, 'Em contato', last), 1);
    // Another card has taken its place.
    await settles(() => column(page, 'Novo').locator('[data-deal]').count(), 40);

    const first = await nameAt(page, 'Novo', 0);
    await board(page).evaluate((element) => element.scrollTo(0, 0));
    await take(page, first);
    await page.mouse.move(area.x + 150, area.bottom - 10, { steps: 5 });
    const end = await board(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(end).toBeGreaterThan(1_000);
    await settles(async () => (await scrolled(page)) >= end - 1, true);
    const longest = await board(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    await page.mouse.move(goal.middle, area.bottom - 80, { steps: 5 });
    await page.mouse.up();
    await settles(has(page, 'Em contato', first), 1);
    // The carried card has not made the board longer.
    expect(longest).toBe(end);
  });

  it('a drag begins on the name too; a click there opens the lead, with Ctrl in a tab', async () => {
    const page = await openBoard({ viewport });
    const name = await nameAt(page, 'Novo', 0);
    const link = page.getByRole('link', { name, exact: true });
    const from = await link.boundingBox();
    const goal = await columnBox(page, 'Em contato');
    if (!from) throw new Error('no link');
    const at = { x: from.x + 10, y: from.y + from.height / 2 };
    // Back to its own place: nothing happens.
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(goal.middle, at.y + 40, { steps: 5 });
    await page.locator('.deal-card.dragged').waitFor();
    await page.mouse.move(at.x, at.y, { steps: 5 });
    await page.mouse.up();
    await page.locator('.deal-card.dragged').waitFor({ state: 'detached' });
    expect(page.url()).toContain('#/quadro');

    await page.mouse.down();
    await page.mouse.move(goal.middle, at.y + 40, { steps: 5 });
    await page.mouse.up();
    await settles(has(page, 'Em contato', name), 1);
    expect(page.url()).toContain('#/quadro');

    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name, exact: true }).click({ modifiers: ['Control'] }),
    ]);
    await tab.getByRole('heading', { level: 1, name }).waitFor();
    await tab.close();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });

  it('the heads of the columns stay, and nothing is cut that the window has room for', async () => {
    const page = await openBoard({ viewport });
    const frame = await boxOf(page, 'main');
    expect(frame.right).toBe(viewport.width);
    const hidden = await board(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    if (viewport.width === 1920) expect(hidden).toBe(0);
    const area = await boxOf(page, '.board');
    await page.mouse.move(area.x + 150, area.y + 200);
    await page.mouse.wheel(0, 1_500);
    await settles(async () => (await scrolled(page)) > 400, true);
    await settles(() => headIsShown(page, 'Novo'), true);
    await settles(() => headIsShown(page, 'Em contato'), true);
    expect(await problemsOf(page)).toEqual([]);
    await page.goto(`${under.url}/console#/leads`);
    await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
    expect((await boxOf(page, 'main')).width).toBeLessThanOrEqual(1480);
  });
});

/** Whether the head of a column is on the screen, and nothing lies above it. */
const headIsShown = (page: Page, name: string): Promise<boolean> =>
  column(page, name)
    .getByRole('heading')
    .evaluate((head) => {
      const { left, top, height } = head.getBoundingClientRect();
      return head.contains(document.elementFromPoint(left + 5, top + height / 2));
    });

it('a pointer that rests at the right edge scrolls to the last column', async () => {
  const page = await openBoard({ viewport: { width: 1366, height: 768 } });
  const name = await nameAt(page, 'Novo', 0);
  await take(page, name);
  const area = await boxOf(page, '.board');
  await page.mouse.move(area.right - 20, area.y + 200, { steps: 5 });
  const isAtEnd = () =>
    board(page).evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollLeft >= scrollWidth - clientWidth - 1);
  await settles(isAtEnd, true);
  await page.mouse.move(area.right - 100, area.y + 210, { steps: 3 });
  await page.mouse.up();
  await page.getByLabel('Motivo da perda').waitFor();
  await press(page, 'Cancelar');
});

describe('on a phone', () => {
  type Point = { readonly x: number; readonly y: number };

  const touch = (touches: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints });

  it('a held card scrolls at the edges, down and to the next column, and is dropped there', async () => {
    const page = await openBoard(PHONE);
    const touches = await page.context().newCDPSession(page);
    const name = await nameAt(page, 'Novo', 0);
    const [card, area] = [await cardBox(page, name), await boxOf(page, '.board')];
    await touch(touches, 'touchStart', { x: card.x + 60, y: card.y + 40 });
    await page.locator('.deal-card.dragged').waitFor();
    await touch(touches, 'touchMove', { x: 180, y: card.y + 60 });
    await touch(touches, 'touchMove', { x: 180, y: area.bottom - 5 });
    await settles(async () => (await scrolled(page)) > 500, true);
    await touch(touches, 'touchMove', { x: 180, y: area.y + 150 });
    await touch(touches, 'touchMove', { x: 345, y: area.y + 150 });
    const column = () => board(page).evaluate(({ scrollLeft, clientWidth }) => scrollLeft > 0.6 * clientWidth);
    await settles(column, true);
    await touch(touches, 'touchMove', { x: 200, y: area.y + 150 });
    await touch(touches, 'touchEnd');
    await settles(has(page, 'Novo', name), 0);
    expect(page.url()).toContain('#/quadro');
  });

  it('a card that is held at an edge goes on column by column, and rests at each', async () => {
    const page = await openBoard(PHONE);
    const touches = await page.context().newCDPSession(page);
    const name = await nameAt(page, 'Novo', 0);
    const [card, area] = [await cardBox(page, name), await boxOf(page, '.board')];
    const starts = await page
      .locator('[data-stage]')
      .evaluateAll(([first, ...others]) =>
        others.map((one) => Math.round(one.getBoundingClientRect().x - (first?.getBoundingClientRect().x ?? 0))),
      );
    const [second = 0] = starts;
    const left = () => board(page).evaluate(({ scrollLeft }) => Math.round(scrollLeft));
    // How long the board stood at each place.
    await board(page).evaluate((element) => {
      const stays: Record<number, number> = {};
      let before = performance.now();
      const look = (now: number): void => {
        const place = Math.round(element.scrollLeft);
        stays[place] = (stays[place] ?? 0) + now - before;
        before = now;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      Object.assign(window, { stays });
    });
    const stay = (place: number): Promise<number> =>
      page.evaluate((at) => (window as unknown as { stays: Record<number, number> }).stays[at] ?? 0, place);
    await touch(touches, 'touchStart', { x: card.x + 60, y: card.y + 40 });
    await page.locator('.deal-card.dragged').waitFor();
    await touch(touches, 'touchMove', { x: 200, y: area.y + 150 });
    await touch(touches, 'touchMove', { x: 350, y: area.y + 150 });
    await settles(async () => (await left()) > second + 20, true);
    expect(await stay(second)).toBeGreaterThan(400);
    // A finger that leaves the edge stops at the next column, not on the way to it.
    await touch(touches, 'touchMove', { x: 200, y: area.y + 150 });
    await settles(async () => starts.includes(await left()), true);
    await touch(touches, 'touchMove', { x: 10, y: area.y + 150 });
    await settles(left, 0);
    await touch(touches, 'touchEnd');
  });

  it('the heads of the columns stay below the page’s header', async () => {
    const page = await openBoard(PHONE);
    await board(page).evaluate((element) => element.scrollTo(0, 900));
    await page.evaluate(() => scrollTo(0, 5_000));
    await settles(async () => (await scrolled(page)) > 400, true);
    await settles(() => headIsShown(page, 'Novo'), true);
    expect(await problemsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 740, height: 360 });
    await page.evaluate(() => scrollTo(0, 5_000));
    await settles(() => headIsShown(page, 'Novo'), true);
  });
});
