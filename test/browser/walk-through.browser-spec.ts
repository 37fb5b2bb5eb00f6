import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { dragCard, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_walk');

const DESK = { width: 1900, height: 900 };
const PHONE = { width: 360, height: 740 };

const LOOKS: readonly [name: string, options: BrowserContextOptions][] = [
  ['light', { viewport: DESK, colorScheme: 'light' }],
  ['dark', { viewport: DESK, colorScheme: 'dark' }],
  ['light on a phone', { viewport: PHONE, colorScheme: 'light' }],
  ['dark on a phone', { viewport: PHONE, colorScheme: 'dark' }],
];

const NAME = 'Rita Alves';
const card = (page: Page): Locator => page.locator(`[data-deal][aria-label="${NAME}"]`);
const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const isIn = (page: Page, stage: string): Promise<void> =>
  settles(() => column(page, stage).locator('[data-deal]').count(), 1);

/** Makes a key for the site, and comes back. Returns its secret. */
async function makeKey(page: Page): Promise<string> {
  await page.goto(`${under.url}/console#/chaves`);
  await press(page, 'Nova chave');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome', { exact: true }).fill('Site');
  await dialog.getByRole('button', { name: 'Criar chave' }).click();
  const secret = await page.getByLabel('Valor da chave').inputValue();
  await settles(async () => (await page.getByLabel('Para testar no terminal').inputValue()).includes(secret), true);
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Já guardei a chave');
  expect(await page.content()).not.toContain(secret);
  await page.goto(`${under.url}/console#/`);
  await page.getByText('Esperando o primeiro lead…').waitFor();
  return secret;
}

async function edit(page: Page): Promise<void> {
  await press(page, 'Editar contato');
  await page.getByLabel('E-mail').fill('rita@example.com');
  await press(page, 'Salvar contato');
  await told(page, 'Contato alterado.');
}

async function exported(page: Page): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar CSV')]);
  return readFile(await file.path(), 'utf8');
}

/** Opens an account in two browsers: the first with these options, the second with a desktop window. */
async function openTwo(options: BrowserContextOptions): Promise<readonly [Page, Page]> {
  const { id } = await under.openAccount();
  return [await under.signIn(id, options), await under.signIn(id, { viewport: DESK })];
}

describe.each(LOOKS)('%s', (_look, options) => {
  it('from an empty account to a lead that is lost with a reason, with a second browser that sees all of it', async () => {
    const [mine, theirs] = await openTwo(options);
    for (const page of [mine, theirs]) await page.getByText('Esperando o primeiro lead…').waitFor();
    // Sales people begin with what they have.
    await settles(
      () => mine.locator('.first-step h3').allInnerTexts(),
      [
        'Traga os leads que você já tem',
        'Ou cadastre um à mão',
        'Ligue o lugar onde os seus leads nascem',
        'Veja o lead chegar',
      ],
    );
    await settles(() => mine.getByRole('link', { name: 'Importar planilha' }).getAttribute('href'), '#/importar');
    await settles(() => mine.getByRole('link', { name: 'Nova fonte' }).getAttribute('href'), '#/fontes/nova');
    await press(mine, 'Novo lead');
    await press(mine, 'Cancelar');
    expect(await problemsOf(mine)).toEqual([]);

    const secret = await makeKey(mine);
    const lead = { phone: '(11) 98765-4321', name: NAME, attribution: { utm_source: 'instagram' } };
    expect((await under.partner(secret).post('/leads', lead)).status).toBe(202);
    for (const page of [mine, theirs]) await page.getByText('Seu primeiro lead chegou:').waitFor();
    expect(await problemsOf(mine)).toEqual([]);

    await mine.getByRole('link', { name: NAME }).click();
    await mine.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await edit(mine);
    await settles(() => mine.getByRole('link', { name: 'Ligar' }).getAttribute('href'), 'tel:+5511987654321');
    expect(await problemsOf(mine)).toEqual([]);

    await press(theirs, 'Ver o painel');
    await visit(theirs, 'Quadro');
    await mine.goto(theirs.url());
    for (const page of [mine, theirs]) await card(page).waitFor();
    await card(mine).focus();
    await mine.keyboard.press('Control+ArrowRight');
    await told(mine, `${NAME} agora está em “Em contato”.`);
    await isIn(theirs, 'Em contato');
    await dragCard(theirs, card(theirs), column(theirs, 'Agendado'));
    await told(theirs, `${NAME} agora está em “Agendado”.`);
    await isIn(mine, 'Agendado');
    for (const page of [mine, theirs]) expect(await problemsOf(page)).toEqual([]);

    await card(mine).getByRole('link', { name: NAME }).click();
    await press(mine, 'Marcar como perdido o negócio em Funil de vendas');
    await mine.getByLabel('Motivo da perda').fill('Preço');
    expect(await problemsOf(mine)).toEqual([]);
    await press(mine, 'Marcar como perdido');
    await told(mine, 'Negócio perdido: agora está em “Perdido”.');
    await isIn(theirs, 'Perdido');

    await mine.getByRole('link', { name: 'Todos os leads' }).click();
    await mine.getByRole('link', { name: NAME, exact: true }).waitFor();
    expect(await problemsOf(mine)).toEqual([]);
    expect(await exported(mine)).toMatch(/\(11\) 98765-4321;Rita Alves;rita@example\.com;.*Perdido/);
  });
});
