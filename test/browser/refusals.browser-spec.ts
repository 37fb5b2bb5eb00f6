import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, visit } from './support/steps';

const under = consoleForAllTests('console_refusals');

it('a key has its last errors: what was wanted, why it was refused, and which fields', async () => {
  const { id, owner } = await under.openAccount();
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const partner = under.partner(data.key);
  const page = await under.signIn(id, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Mais' }).click();
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
  await row.getByText('Telefone e campos que não existem nesta chamada').waitFor();
  await page.getByText('Ler números').waitFor();
  await page.getByText('Por dia, nos últimos 30 dias').click();
  const days = page.getByRole('region', { name: 'Recusas por dia' }).getByRole('row');
  const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  const invalid = days.filter({ hasText: today }).filter({ hasText: 'inválidos' });
  await invalid.getByText('campos que não existem nesta chamada: 1, Telefone: 1').waitFor();
  await settles(() => invalid.getByRole('cell').last().textContent(), '1');
  await settles(() => days.count(), 3);
  expect(await problemsOf(page)).toEqual([]);
  // Words only: the codes are for programs.
  await settles(() => page.getByText(/validation_error|insufficient_scope|422|403/).count(), 0);
  await press(page, 'Fechar');
  await page.reload();
  await page.getByRole('button', { name: 'Últimos erros: 2 recusas em 7 dias da chave Site' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

it('two keys of one name are told apart by their ends and days', async () => {
  const { id, owner } = await under.openAccount();
  const make = () => owner.post<{ hint: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const hints = [(await make()).data.hint, (await make()).data.hint];
  await owner.post('/api-keys', { name: 'Agenda', permissions: ['leads:write'] });
  const page = await under.signIn(id);
  await visit(page, 'Chaves de API');
  const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  for (const hint of hints)
    await page.getByRole('button', { name: `Revogar a chave Site (final ${hint}, de ${today})` }).waitFor();
  await page.getByRole('button', { name: 'Revogar a chave Agenda', exact: true }).waitFor();
  await visit(page, 'Registro de atividades');
  for (const hint of hints) await page.getByText(`Chave Site (final ${hint}, de ${today})`).waitFor();
});
