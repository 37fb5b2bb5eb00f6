import type { Page } from 'playwright-core';
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
 * Asks the page until it answers what is wanted, for as long as patience lasts. A page draws what it loads some time after what it has,
 * and what one request brought before what another brings: a single look at it is a race (the linter refuses one).
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

/** Waits for what the page says was done. */
export const told = (page: Page, text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor();

/** Opens a sign-in link and presses its button. */
export async function enterBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^Entrar em / }).click();
  await page.getByRole('navigation').waitFor();
}
