import type { BrowserContextOptions, Page } from 'playwright-core';
import { allProblemsOf, violationsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { settles } from './support/steps';
import { problemsOfSights } from './support/sights';
import { fillAccount } from './support/world';
import { forAllTests } from '../support/setup';

const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 740 };
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };

type Look = readonly [name: string, options: BrowserContextOptions, check: (page: Page) => Promise<string[]>];

const LOOKS: readonly Look[] = [
  ['light', { viewport: DESKTOP, colorScheme: 'light' }, allProblemsOf],
  ['on a phone', { ...TOUCH, colorScheme: 'light' }, allProblemsOf],
  // Only its colours are others, on every width.
  ['dark', { viewport: DESKTOP, colorScheme: 'dark' }, (page) => violationsOf(page, ['color-contrast'])],
];

// Pages are opened faster than a person does.
const under = consoleForAllTests('accessibility', { LIMIT_SESSION_PER_MINUTE: '1000000' });
const world = forAllTests(() => fillAccount(under));

describe.each(LOOKS)('%s', (_name, options, check) => {
  it('has no violation on any page, and nothing is wider than the window', async () => {
    const page = await under.signIn(world.accountId, options);
    expect(await problemsOfSights(page, under.url, world, check)).toEqual({});
  });

  it('has none under the warning that leads are refused', async () => {
    const { id } = await under.openAccount();
    await under.sql('update stages set is_entry = false where account_id = $1', [id]);
    const page = await under.signIn(id, options);
    await page.getByRole('link', { name: 'Abrir Funis' }).waitFor();
    expect(await check(page)).toEqual([]);
  });

  it('has none on the pages for signing in', async () => {
    const page = await under.newPage(options);
    await page.goto(`${under.url}/console`);
    await page.getByRole('button', { name: 'Receber link de acesso' }).click();
    await page.getByRole('alert').waitFor();
    expect(await check(page)).toEqual([]);
  });
});

it('opens the menu of a phone by the keyboard and closes it on the way', async () => {
  const page = await under.signIn(world.accountId, { viewport: PHONE });
  const keys = page.getByRole('link', { name: 'Chaves de API' });
  await keys.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Mais' }).focus();
  await page.keyboard.press('Enter');
  await keys.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Chaves de API' }).waitFor();
  await keys.waitFor({ state: 'hidden' });
  await settles(() => page.evaluate(() => document.activeElement?.textContent), 'Chaves de API');
});
