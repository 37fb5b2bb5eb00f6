import type { Page } from 'playwright-core';
import { consoleForAllTests } from './support/console';
import { press, settles } from './support/steps';
import { fillAccount } from './support/world';
import { forAllTests } from '../support/setup';

const under = consoleForAllTests('console_media');
const world = forAllTests(() => fillAccount(under));

const colourOf = (page: Page, selector: string, property: 'color' | 'backgroundColor'): Promise<string | undefined> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element)[name as 'color'], property);

it('a lead is printed black on white, without what only a screen can do', async () => {
  const page = await under.signIn(world.accountId, { colorScheme: 'dark' });
  await page.goto(`${under.url}/console#/leads/${world.leadId}`);
  await page.getByText('Prefere contato à tarde.').first().waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const hidden of [
    page.getByRole('navigation'),
    page.getByText('Mais ações'),
    page.getByText('Adicionar', { exact: true }),
  ]) {
    await settles(() => hidden.isVisible(), false);
  }
  for (const shown of ['Ana Souza', 'Agendado', '(11) 98765-4300']) {
    await page.getByText(shown).first().waitFor();
  }
  for (const place of ['h1', '.card', '.step[aria-current] > *', '.timeline .notes']) {
    await settles(() => colourOf(page, place, 'color'), 'rgb(0, 0, 0)');
  }
  await settles(() => colourOf(page, '.card', 'backgroundColor'), 'rgb(255, 255, 255)');
  await settles(() => colourOf(page, '.step[aria-current]', 'backgroundColor'), 'rgba(0, 0, 0, 0)');
});

it('with forced colours the current page and the current stage are still told apart', async () => {
  const page = await under.signIn(world.accountId, { forcedColors: 'active' });
  await page.goto(`${under.url}/console#/leads/${world.leadId}`);
  await page.getByText('Prefere contato à tarde.').first().waitFor();
  for (const [current, other] of [
    ['nav a[aria-current]', 'nav a:not([aria-current])'],
    ['.step[aria-current]', '.step:not([aria-current])'],
  ] as const) {
    const differ = async () =>
      (await colourOf(page, current, 'backgroundColor')) !== (await colourOf(page, other, 'backgroundColor'));
    await settles(differ, true);
  }
  await press(page, 'Mais ações');
  await page.getByRole('button', { name: 'Apagar dados' }).waitFor();
});
