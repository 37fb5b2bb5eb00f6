import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { nextCall, press, settles, told } from './support/steps';
import { textRows, workbookOf } from '../support/workbooks';

const under = consoleForAllTests('console_import_files');

const REAL_FILES = join(__dirname, '../owner/real-files/files');
const PHONE = { viewport: { width: 360, height: 780 } };

interface Lead {
  readonly deals: readonly object[];
}

interface Stage {
  readonly id: string;
  readonly name: string;
  readonly is_won: boolean;
}

/** Opens the import page of a new account. */
async function openImports(options = {}) {
  const { id, owner } = await under.openAccount();
  const page = await under.signIn(id, options);
  await page.goto(`${under.url}/console#/importar`);
  return { id, owner, page };
}

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('Arquivo', { exact: true }).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

const chooseReal = (page: Page, name: string): Promise<void> =>
  choose(page, name, readFileSync(join(REAL_FILES, name)));

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

it('a sheet of Excel in Brazil comes with what the owner says of all its rows', async () => {
  const { owner, page } = await openImports();
  await chooseReal(page, 'excel-ptbr.csv');
  await page.getByText('9 linhas, colunas separadas por ponto e vírgula, acentos do Excel (Windows-1252).').waitFor();
  await page.getByRole('row', { name: /^3 Conceição 5,5119999914E\+12 .* Será recusada Telefone: veio em/ }).waitFor();
  await page.getByRole('row', { name: /^8 Íris \(11\) 99999-1407 no arquivo: 11999991407,0 / }).waitFor();

  const { data: pipelines } = await owner.get<{ stages: Stage[] }[]>('/pipelines');
  const stages = pipelines.flatMap((pipeline) => pipeline.stages);
  const open = stages.filter((stage) => !stage.is_won).map(({ name }) => name);
  expect(open.length).toBeLessThan(stages.length);
  await settles(() => field(page, 'Etapa').locator('option').allTextContents(), ['Etapa de entrada', ...open]);

  await field(page, 'Valor').selectOption('Ignorar');
  await page.getByText('1 coluna fica de fora: Valor.').waitFor();
  await field(page, 'Origem').selectOption('Google Ads');
  await field(page, 'Etapa').selectOption('Em contato');
  await field(page, 'Consentimento').selectOption('Autorizaram o contato');
  await page.getByLabel('Etiquetas').fill('feira, "São Paulo, SP"');
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Importar arquivo');
  await page.getByText('Importação concluída').waitFor();
  await page.getByRole('row', { name: '3 Recusada Telefone' }).waitFor();

  const { data: leads } = await owner.get<Lead[]>('/leads?limit=100');
  expect(leads).toHaveLength(8);
  const [found] = (await owner.get<Lead[]>('/leads?phone=11999991406')).data;
  const stage = stages.find(({ name }) => name === 'Em contato');
  expect(found).toMatchObject({ name: 'Graça', origin: 'network_b_ads', tags: ['feira', 'São Paulo, SP'] });
  expect(found?.deals).toMatchObject([{ stage_id: stage?.id, value: null }]);
});

it('a lead form of Meta is read, and a column that is not known by its name can be chosen', async () => {
  const { owner, page } = await openImports();
  await chooseReal(page, 'meta-utf16le.csv');
  await page.getByText('4 linhas, colunas separadas por tabulação, acentos em UTF-16, como a Meta exporta.').waitFor();
  await page.getByText('16 colunas ficam de fora: id, ad_id').waitFor();
  await page.getByText('16 colunas ignoradas').click();
  await field(page, 'city').selectOption('Etiquetas');
  await page.getByText('15 colunas ficam de fora').waitFor();
  await page.getByRole('row', { name: /São Paulo Entra$/ }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Importar arquivo');
  await page.getByRole('row', { name: '5 Recusada Telefone' }).waitFor();
  const { data: found } = await owner.get<Lead[]>('/leads?phone=11999990101');
  expect(found).toMatchObject([{ name: 'Maria da Conceição Ávila', tags: ['São Paulo'] }]);
});

it('phones without an area code come in once the owner names theirs', async () => {
  const { owner, page } = await openImports(PHONE);
  await choose(page, 'bairro.csv', Buffer.from('Nome;Telefone\nAna;98765-4321'));
  await page.getByRole('row', { name: /^2 Ana 98765-4321 Será recusada Telefone: falta o DDD/ }).waitFor();
  await field(page, 'DDD padrão').selectOption('71');
  await told(page, 'De 1 linha, nenhuma será recusada.');
  await page.getByRole('row', { name: '2 Ana (71) 98765-4321 no arquivo: 98765-4321 Entra', exact: true }).waitFor();
  await press(page, 'Importar arquivo');
  await page.getByText('Nada: todas as linhas entraram por inteiro').waitFor();
  expect((await owner.get<Lead[]>('/leads')).data).toMatchObject([{ name: 'Ana', phone: '5571987654321' }]);
});

it('says what was left out of a person who arrived', async () => {
  const { page } = await openImports(PHONE);
  await choose(page, 'feira.csv', Buffer.from('Nome;Telefone;E-mail;Valor\nAna;11987654321;ana@;-50,00'));
  await page
    .getByRole('row', { name: /Entra, com ressalva E-mail: .*ficou de fora Valor: .*ficou de fora$/ })
    .waitFor();
  await press(page, 'Importar arquivo');
  await page.getByRole('row', { name: /^2 Criada, com ressalva E-mail: .*ficou de fora Valor: / }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

const CARDS = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana Souza\nTEL;TYPE=CELL:(11) 98765-4321\nEND:VCARD\n';
const SHEET = textRows(['Nome', 'Celular'], ['Ana Souza', '(11) 98765-4321']);

it.each([
  ['contacts of a phone', 'contatos.vcf', '1 linha, acentos em UTF-8.', Buffer.from(CARDS)],
  ['the rows of a workbook', 'p.xlsx', '1 linha.', workbookOf({ sheets: [SHEET] })],
])('%s come in', async (_, name, form, bytes) => {
  const { owner, page } = await openImports();
  await choose(page, name, bytes);
  await page.getByText(form, { exact: true }).waitFor();
  await page.getByText('De 1 linha, nenhuma será recusada.').waitFor();
  await press(page, 'Importar arquivo');
  await page.getByText('Nada: todas as linhas entraram por inteiro').waitFor();
  expect((await owner.get<Lead[]>('/leads')).data).toMatchObject([{ name: 'Ana Souza', phone: '5511987654321' }]);
});

it('a file that is something else is told in a sentence, and so is one that is too large', async () => {
  const { page } = await openImports(PHONE);
  await choose(page, 'lista.pdf', Buffer.from('%PDF-1.7\n'));
  await page.getByText('Arquivo: é um PDF; exporte a planilha do programa de origem como .xlsx ou CSV').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await choose(page, 'grande.csv', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'));
  await page.getByText('Arquivo: tem mais de 5 MB; divida em arquivos menores').waitFor();
  await settles(() => page.getByRole('button', { name: 'Importar arquivo' }).isDisabled(), true);
  await choose(page, 'certo.csv', Buffer.from('Telefone\n11987654321'));
  await page.getByText('De 1 linha, nenhuma será recusada.').waitFor();
  await settles(() => page.getByRole('alert').count(), 0);
});

it('a sixth tag is refused next to its field, and can still be taken away after another file is chosen', async () => {
  const { owner, page } = await openImports();
  await choose(page, 'a.csv', Buffer.from('Telefone\n11987654321'));
  await page.getByLabel('Etiquetas').fill('1,2,3,4,5,6');
  await page.getByText('Etiquetas: deve ter de 1 a 5 etiquetas').waitFor();
  await settles(() => page.getByRole('button', { name: 'Importar arquivo' }).isDisabled(), true);
  expect(await problemsOf(page)).toEqual([]);
  // Another file keeps the tags, which can still be corrected.
  await choose(page, 'b.csv', Buffer.from('Telefone\n11987654321\n11987654322'));
  await page.getByLabel('Etiquetas').fill('1,2,3,4,5');
  await told(page, 'De 2 linhas, nenhuma será recusada.');
  // Enter ends a tag, and does not import.
  await settles(() => page.getByRole('button', { name: 'Importar arquivo' }).isEnabled(), true);
  await page.getByLabel('Etiquetas').press('Enter');
  const [preview] = await Promise.all([nextCall(page, /\/imports\/preview/), page.getByLabel('Etiquetas').fill('1,2')]);
  await told(page, 'Conferindo o arquivo…');
  await preview.continue();
  await told(page, 'De 2 linhas, nenhuma será recusada.');
  expect((await owner.get<object[]>('/imports')).data).toEqual([]);
});

describe('a file of sixty columns', () => {
  const header = ['Telefone', ...Array.from({ length: 59 }, (_, index) => `Observações ${index + 1}`)];
  const wide = Buffer.from(
    [header, header.map((_, index) => (index === 0 ? '11987654321' : 'a'.repeat(30)))].join('\n'),
  );

  it.each([360, 1280])('has its results in sight in a window of %i px, wherever the table is', async (width) => {
    const { page } = await openImports({ viewport: { width, height: 780 } });
    await choose(page, 'larga.csv', wide);
    const table = page.getByRole('region', { name: 'Primeiras linhas do arquivo' });
    const isInSight = async (): Promise<boolean> => {
      const frame = await table.boundingBox();
      const cells = [
        table.getByRole('columnheader', { name: 'Resultado' }),
        table.getByRole('cell', { name: 'Entra' }),
      ];
      const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
      const isWithin = boxes.every(
        (box) => frame && box && box.x >= frame.x && box.x + box.width <= frame.x + frame.width + 0.5,
      );
      return (
        isWithin && boxes.every((box) => box && box.width > 100) && frame !== null && frame.x + frame.width <= width
      );
    };
    await settles(() => table.evaluate((frame) => frame.scrollWidth > 5_000), true);
    await settles(isInSight, true);
    await table.evaluate((frame) => frame.scrollTo({ left: frame.scrollWidth / 2 }));
    await settles(isInSight, true);
    expect(await problemsOf(page)).toEqual([]);
  });
});

it('a late answer to an earlier choice never replaces the last one', async () => {
  const { page } = await openImports();
  await choose(page, 'a.csv', Buffer.from('Nome;Telefone\nAna;98765-4321'));
  await page.getByText('De 1 linha, 1 será recusada').waitFor();
  let answer = (): void => undefined;
  await page.route(/preview\?.*area_code=11/, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest(/area_code=11/);
  await field(page, 'DDD padrão').selectOption('11');
  await asked;
  await field(page, 'DDD padrão').selectOption('21');
  const sample = page.getByRole('region', { name: 'Primeiras linhas do arquivo' });
  await sample.getByText('(21) 98765-4321').waitFor();
  answer();
  await settles(() => page.getByText('(11) 98765-4321', { exact: true }).count(), 0);
  await sample.getByText('(21) 98765-4321').waitFor();
});

it('a column of another’s phones is offered, a guess is named, and what counts is shown', async () => {
  const { owner, page } = await openImports();
  const rows = ['Ana;(11) 98765-4321;(11) 3333-1001', 'Bia;(11) 98765-4322;', 'Caio;;'];
  const file = ['Nome;Qual o seu WhatsApp para retornarmos?;Celular da mãe', ...rows].join('\r\n');
  await choose(page, 'escola.csv', Buffer.from(file));
  await page
    .getByRole('row', { name: 'Telefone Qual o seu WhatsApp para retornarmos? (11) 98765-4321 · (11) 98765-4322 1' })
    .waitFor();
  await page.getByText('É um palpite: confira.').waitFor();
  await page.getByText('Esta coluna parece telefone de outra pessoa.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await field(page, 'Celular da mãe').selectOption('Telefone');
  await page.getByRole('row', { name: /^Telefone Qual o seu .*, Celular da mãe/ }).waitFor();
  await field(page, 'Celular da mãe').selectOption('Ignorar');
  await page.getByText('De 3 linhas, 1 será recusada; as outras entram.').waitFor();
  await press(page, 'Importar arquivo');
  await page.getByText('Importação concluída').waitFor();
  expect((await owner.get<object[]>('/leads')).data).toHaveLength(2);
});
