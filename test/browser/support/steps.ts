import type { Locator, Page } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PATIENCE_MS } from '../../support/patience';

/** What people do on every page of the console. */

/** Goes to a page by the menu. */
export const visit = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/**
 * Asks the page until the answer is the wanted one, for as long as patience lasts. A page draws loaded data later, and the data of
 * each request at another time: a single look at the page is a race (the linter refuses one).
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

/** Waits for the page's message that something was done. */
export const told = (page: Page, text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor();

/** Opens a sign-in link and presses its button. */
export async function enterBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^Entrar em / }).click();
  await page.getByRole('navigation').waitFor();
}

/** The name of the focused element. */
export const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
  );

/**
 * Asks for something on a page whose session has ended, until the page says so. A page that still had something to load may have
 * noticed before, and then shows the words instead of what is clicked.
 */
export async function noticesTheEnd(page: Page, by: Locator): Promise<void> {
  const told = page.getByText('Sua sessão terminou.');
  await by.or(told).first().click();
  await told.waitFor();
}
