import type { Page } from 'playwright-core';

/** What people do on every page of the console. */

/** Goes to a page by the menu. */
export const visit = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Waits for what the page says was done. */
export const told = (page: Page, text: string): Promise<void> => page.getByRole('status').getByText(text).waitFor();
