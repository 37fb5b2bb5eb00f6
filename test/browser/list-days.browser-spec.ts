import type { Page } from 'playwright-core';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles } from './support/steps';

const under = consoleForAllTests('list_days');

/** Opens a page in a browser whose own language is English. */
async function openInEnglish(place: string): Promise<Page> {
  const { id } = await under.openAccount();
  const page = await under.signIn(id, { locale: 'en-US' });
  await page.goto(`${under.url}/console#/${place}`);
  return page;
}

/** The Portuguese text of a field; none while the field shows its own. */
const textOf = (page: Page, label: string) => (): Promise<string[]> =>
  page.locator('.field', { hasText: label }).locator('.native-field > span:not(.button):visible').allInnerTexts();

it('days are written in Portuguese, and show what the field has while somebody is in it', async () => {
  const page = await openInEnglish('leads');
  await page.getByText('Filtros', { exact: true }).click();
  const field = page.getByLabel('Criado de');
  await settles(textOf(page, 'Criado de'), ['dd/mm/aaaa']);
  await field.focus();
  await settles(textOf(page, 'Criado de'), []);
  // Month first, because the browser is in English.
  await field.pressSequentially('03042026');
  await page.keyboard.press('Tab');
  await page.getByLabel('Criado até').focus();
  await settles(textOf(page, 'Criado de'), ['04/03/2026']);
  await settles(async () => page.url().includes('from=2026-03-04'), true);
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Limpar filtros');
  await settles(textOf(page, 'Criado de'), ['dd/mm/aaaa']);
});

it('a day that was left before its end keeps what was typed in sight', async () => {
  const page = await openInEnglish('leads');
  await page.getByText('Filtros', { exact: true }).click();
  await page.getByLabel('Criado de').pressSequentially('03');
  await page.getByLabel('Etiqueta').focus();
  await settles(textOf(page, 'Criado de'), []);
});

it('a file is chosen in Portuguese, by its button or dropped on it', async () => {
  const page = await openInEnglish('importar');
  await settles(textOf(page, 'Arquivo'), ['Nenhum arquivo escolhido']);
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('Arquivo', { exact: true }).click();
  await (
    await chooser
  ).setFiles({ name: 'março.csv', mimeType: 'text/csv', buffer: Buffer.from('Telefone\n11987654321') });
  await settles(textOf(page, 'Arquivo'), ['março.csv']);
  await page.getByLabel('Arquivo', { exact: true }).focus();
  expect(await problemsOf(page)).toEqual([]);
});
