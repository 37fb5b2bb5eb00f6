import { PHONE_PROBLEMS } from '../../src/leads/record/phone';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told } from './support/steps';

const under = consoleForAllTests('console_import');

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

const choose = (page: Page, ...file: Parameters<typeof csv>): Promise<void> =>
  page.getByLabel('Arquivo', { exact: true }).setInputFiles(csv(...file));

/** Presses a button that saves a file, and returns the file's text. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  return readFile(await download.path(), 'utf8');
}

const SMALL = { viewport: { width: 360, height: 780 }, colorScheme: 'dark' } as const;

it('imports a spreadsheet, shows the progress, and reports the rows that were refused', async () => {
  const { id, owner } = await under.openAccount();
  const page = await under.signIn(id, SMALL);
  await page.goto(`${under.url}/console#/importar`);
  await page.getByText('Nenhuma importação ainda').waitFor();
  expect(await problemsOf(page)).toEqual([]);

  await choose(page, 'vazio.csv', 'telefone');
  await page.getByText('Arquivo: o arquivo não tem linhas abaixo do cabeçalho').waitFor();
  expect((await owner.get<object[]>('/imports')).data).toEqual([]);

  const rows = ['phone,name', '11987654321,Ana Souza', 'sem telefone,Bia', '11987654322,Caio'];
  await choose(page, 'leads.csv', ...rows);
  await page.getByText('De 3 linhas, 1 será recusada; as outras entram.').waitFor();
  await page.getByRole('row', { name: '3 sem telefone Bia Será recusada Telefone: tem letras' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Importar arquivo');
  await page.getByText('Importação concluída').waitFor();
  await settles(() => page.getByRole('progressbar').getAttribute('value'), '3');
  await page.getByRole('row', { name: '3 Recusada Telefone' }).waitFor();
  expect((await owner.get<object[]>('/imports')).data).toMatchObject([{ rows: 3, created: 2, refused: 1 }]);
  expect((await owner.get<object[]>('/leads?phone=11987654321')).data).toMatchObject([{ name: 'Ana Souza' }]);
  expect(await problemsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Todas as importações' }).click();
  await page.getByRole('link', { name: 'leads.csv' }).waitFor();
  await page.getByText('3 linhas · 2 leads novos · 1 recusada').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

it('lets people name the columns of their own spreadsheet, and shows how its rows would be read', async () => {
  const { id, owner } = await under.openAccount();
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/importar`);
  const header = 'Pessoa;Contato;Quanto;Data;Cidade;Origem';
  const row = 'Ana Souza;(11) 98765-4321;R$ 1.234,50;23/11/2019 14:30;Recife;Indicação';
  await choose(page, 'clientes.csv', header, row);
  await page.getByText('Escolha qual coluna traz o telefone').waitFor();
  await settles(() => page.getByRole('button', { name: 'Importar arquivo' }).isDisabled(), true);
  expect(await problemsOf(page)).toEqual([]);

  const field = (name: string) => page.getByRole('combobox', { name });
  await settles(() => field('Data').inputValue(), 'created_at');
  await field('Pessoa').selectOption('Telefone');
  await page.getByText('De 1 linha, 1 será recusada').waitFor();
  // Several columns may have phones.
  await field('Contato').selectOption('Telefone');
  await page.getByText('De 1 linha, nenhuma será recusada.').waitFor();
  await settles(() => field('Pessoa').inputValue(), 'phone');
  await field('Pessoa').selectOption('Nome');
  // Only one column may have the value. The page says that the choice moved.
  await field('Cidade').selectOption('Valor');
  await field('Quanto').selectOption('Valor');
  await told(page, 'Só uma coluna pode trazer Valor: “Cidade” passou a ser ignorada.');
  await settles(() => field('Cidade').inputValue(), '');
  await page
    .getByRole('row', {
      name: '2 Ana Souza (11) 98765-4321 R$ 1.234,50 23/11/2019, 14:30 Indicação de outro site no arquivo: Indicação Entra',
    })
    .waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Importar arquivo');
  await page.getByText('Nada: todas as linhas entraram por inteiro').waitFor();
  await page.getByText('clientes.csv, enviada em').waitFor();
  expect((await owner.get<object[]>('/leads?phone=11987654321')).data).toMatchObject([
    { name: 'Ana Souza', origin: 'referral', created_at: '2019-11-23T17:30:00.000Z', deals: [{ value: 1234.5 }] },
  ]);
});

it('saves the refused rows with their reasons, also on another day, from the same file', async () => {
  const { id } = await under.openAccount();
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/importar`);
  const rows = ['Telefone;Nome', '11987654321;Ana', '=12;João'];
  await choose(page, 'a.csv', ...rows);
  await page.getByText('1 será recusada').waitFor();
  await press(page, 'Importar arquivo');
  const refused = `\uFEFFTelefone;Nome;motivo\r\n'=12;João;"Telefone: ${PHONE_PROBLEMS.other_characters}"\r\n`;
  expect(await saved(page, 'Baixar recusadas')).toBe(refused);
  await told(page, 'Linhas recusadas salvas em recusadas.csv.');

  await page.reload();
  await settles(() => page.getByRole('button', { name: 'Baixar recusadas' }).isDisabled(), true);
  expect(await problemsOf(page)).toEqual([]);
  await page.getByLabel('Arquivo importado').setInputFiles(csv('b.csv', ...rows, '1;x'));
  await press(page, 'Baixar recusadas');
  await page.getByText('não é o arquivo desta importação').waitFor();
  await page.getByLabel('Arquivo importado').setInputFiles(csv('a.csv', ...rows));
  expect(await saved(page, 'Baixar recusadas')).toBe(refused);
});

it('offers a file to fill in, whose columns it knows', async () => {
  const { id } = await under.openAccount();
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/importar`);
  const template = await saved(page, 'Baixar modelo');
  const filled = '(11) 98765-4321;Ana;ana@example.com;vip;Ligar;Direto;23/11/2019;Em contato;1.234,50';
  await choose(page, 'modelo.csv', template.trim(), filled);
  await page.getByText('De 1 linha, nenhuma será recusada.').waitFor();
  await page
    .getByRole('row', {
      name: /^2 \(11\) 98765-4321 Ana ana@example.com vip Ligar Direto 23\/11\/2019, 00:00 no arquivo: 23\/11\/2019 Em contato R\$.1.234,50 Entra$/,
    })
    .waitFor();
});
