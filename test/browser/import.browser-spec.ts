import { problemsOf } from './support/axe';
import { ConsoleUnderTest } from './support/console';
import { settles } from './support/steps';
import { forAllTests } from '../support/setup';

const under = forAllTests(() => ConsoleUnderTest.start('console_import'));

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

it('imports a spreadsheet, shows the progress, and reports the rows that were refused', async () => {
  const { id, owner } = await under.openAccount();
  const page = await under.signIn(id, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await page.goto(`${under.url}/console#/importar`);
  await page.getByText('Nenhuma importação ainda').waitFor();
  expect(await problemsOf(page)).toEqual([]);

  await page.getByLabel('Arquivo CSV').setInputFiles(csv('leads.csv', 'telefone', '11987654321'));
  await page.getByRole('button', { name: 'Importar arquivo' }).click();
  await page.getByRole('alert').waitFor();
  expect((await owner.get<object[]>('/imports')).data).toEqual([]);

  const rows = ['phone,name', '11987654321,Ana Souza', 'sem telefone,Bia', '11987654322,Caio'];
  await page.getByLabel('Arquivo CSV').setInputFiles(csv('leads.csv', ...rows));
  await page.getByRole('button', { name: 'Importar arquivo' }).click();
  await page.getByText('Importação concluída').waitFor();
  await settles(() => page.getByRole('progressbar').getAttribute('value'), '3');
  await page.getByRole('row', { name: '3 Recusada phone' }).waitFor();
  expect((await owner.get<object[]>('/imports')).data).toMatchObject([{ rows: 3, created: 2, refused: 1 }]);
  expect((await owner.get<object[]>('/leads?phone=11987654321')).data).toMatchObject([{ name: 'Ana Souza' }]);
  expect(await problemsOf(page)).toEqual([]);

  await page.getByRole('link', { name: 'Todas as importações' }).click();
  await page.getByText('3 linhas · 2 leads novos · 1 recusada').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  expect(under.complaints).toEqual([]);
});
