import type { Locator, Page, Route } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PATIENCE_MS } from '../../support/patience';

/** Steps on any page of the console. */

/** Opens a page from the menu. */
export const visit = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/**
 * Polls the page until `look` returns the wanted value. A page draws the data of each request at another time. A single look is a
 * race, which the linter refuses.
 */
export async function settles<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  let seen = await look();
  while (!isDeepStrictEqual(seen, wanted) && performance.now() < end) {
    await sleep(50);
    seen = await look();
  }
  expect(seen).toEqual(wanted);
}

/** Waits for a status message of the page. */
export const told = (page: Page, text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor();

/** Waits until no row has just moved: such a row takes no click and no drag, and a raw mouse does not wait for it. */
export const rowsStand = (page: Page): Promise<void> => settles(() => page.locator('[data-moved]').count(), 0);

/** Waits until no row keeps its place any more, and whatever a click has begun is over. */
export const rests = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"], [inert], [data-moved]').first().waitFor({ state: 'detached' });
};

/** Drags a card with the mouse, from above its bottom edge, to a column. */
export async function dragCard(page: Page, card: Locator, column: Locator): Promise<void> {
  await rowsStand(page);
  await card.scrollIntoViewIfNeeded();
  const [from, to] = [await card.boundingBox(), await column.boundingBox()];
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + 20, from.y + from.height - 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 8 });
  await page.locator('.column.over').waitFor();
  await page.mouse.up();
}

/** Opens a sign-in link and presses its button. */
export async function enterBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^Entrar em / }).click();
  await page.getByRole('navigation').waitFor();
}

/** Waits for the next call of the page to this address, which goes on when the test lets it. */
export function nextCall(page: Page, url: RegExp): Promise<Route> {
  let isHeld = false;
  return new Promise((resolve) => {
    // Not with `times`: Playwright lets all calls go on after the last route.
    void page.route(url, async (route) => {
      if (isHeld) return route.continue();
      isHeld = true;
      resolve(route);
    });
  });
}

/** Does the work while the next call of the page to this method and address is on its way. */
export async function meanwhile(page: Page, method: string, url: string, work: () => Promise<unknown>): Promise<void> {
  let isDone = false;
  await page.route(url, async (route) => {
    if (!isDone && route.request().method() === method) {
      isDone = true;
      await work();
    }
    await route.continue();
  });
}

/** Returns the name of the focused element. */
export const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
  );

/**
 * Clicks on a page whose session has ended, and waits for its message. A page that was still loading may already show the message in
 * place of the button.
 */
export async function noticesTheEnd(page: Page, by: Locator): Promise<void> {
  const told = page.getByText('Sua sessão terminou.');
  await by.or(told).first().click();
  await told.waitFor();
}
