import { problemsOf } from './support/axe';
import { ConsoleUnderTest } from './support/console';
import { press, visit } from './support/steps';
import { forAllTests } from '../support/setup';

const under = forAllTests(() => ConsoleUnderTest.start('console_refusals'));
afterEach(() => expect(under.complaints).toEqual([]));

it('a key has its last errors: what was wanted, why it was refused, and which fields', async () => {
  const { id, owner } = await under.openAccount();
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const partner = under.partner(data.key);
  const page = await under.signIn(id, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await visit(page, 'Chaves de API');
  await press(page, 'Últimos erros da chave Site');
  await page.getByText('Nenhuma chamada com esta chave foi recusada até agora.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await partner.post('/leads', { phone: 'x', 'meu campo': 1 });
  await partner.get('/metrics');
  // The service writes refusals some seconds later.
  const row = page.getByRole('listitem').filter({ hasText: 'Enviar um lead' }).filter({ hasText: 'inválidos' });
  while ((await row.count()) === 0) {
    await press(page, 'Atualizar');
    await page.waitForTimeout(500);
  }
  await row.getByText('phone e campos que não existem nesta chamada').waitFor();
  await page.getByText('Ler números').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Fechar');
});
