import type { GivenRole } from '../../src/contract/members/roles';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { join } from './support/people';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_notifications');

const PHONE = '(11) 98765-4321';

it('reminders of automations name the lead and lead to it', async () => {
  const { id, owner } = await under.openAccount();
  const add = async (name: string) =>
    (await under.operator.post<{ id: string }>(`/accounts/${id}/leads`, { phone: PHONE, name })).data;
  const erased = await add('Ana Souza');
  await owner.post(`/leads/${erased.id}/erase`);
  const lead = await add('Paula Reis');
  // Written here, because their job runs every few minutes.
  for (const leadId of [erased.id, lead.id]) {
    await under.sql(
      `insert into notifications (account_id, id, type, subject_id, message, lead_id, created_at)
       values ($1, gen_random_uuid(), 'automation.notice', gen_random_uuid(), $2, $3, now())`,
      [id, `O lead ${leadId} está há 3 dias sem movimento na etapa “Novo”.`, leadId],
    );
  }
  const page = await under.signIn(id);
  await visit(page, 'Avisos');
  await page.getByText('O lead Sem nome está há 3 dias sem movimento').waitFor();
  await press(page, 'Marcar como lido: O lead Paula Reis está há 3 dias sem movimento na etapa “Novo”.');
  await told(page, 'Aviso marcado como lido.');
  await settles(() => page.getByText(lead.id).count(), 0);
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Paula Reis' }).click();
  await page.getByRole('heading', { level: 1, name: 'Paula Reis' }).waitFor();
});

it.each<[role: GivenRole, about: string]>([
  ['seller', 'Lembretes das automações sobre os leads que você vê.'],
  ['manager', 'Fontes novas, envios que precisam de você e lembretes das automações.'],
])('the page tells a %s of the notices that the role gets', async (role, about) => {
  const { owner } = await under.openAccount();
  const { page } = await join(under, owner, { name: 'Bruno Lima', role });
  await visit(page, 'Avisos');
  await page.getByText(about, { exact: true }).waitFor();
});

it('every page warns while the default pipeline refuses leads, until it is fixed', async () => {
  const { id, owner } = await under.openAccount();
  await owner.post('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  await under.sql('update stages set is_entry = false where account_id = $1', [id]);
  const page = await under.signIn(id, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const menu = page.getByRole('button', { name: 'Mais' });
  const warning = page.getByRole('status').getByText('o funil padrão “Funil de vendas” não tem etapa de entrada');
  for (const title of ['Leads', 'A conferir', 'Importar', 'Chaves de API', 'Avisos']) {
    await menu.click();
    await visit(page, title);
    await warning.waitFor();
  }
  await page.getByText('2 por ler').waitFor({ state: 'attached' });
  const rows = page.getByRole('listitem').filter({ has: page.getByText('Atenção') });
  await settles(() => rows.getByRole('link', { name: 'Abrir Funis' }).count(), 1);
  await settles(() => rows.getByRole('button').count(), 0);
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Marcar como lido: A chave de API “Site”' }).click();
  await told(page, 'Aviso marcado como lido.');
  await warning.waitFor();

  await page.getByRole('status').getByRole('link', { name: 'Abrir Funis' }).click();
  await press(page, 'Editar a etapa Novo');
  await page.getByLabel('Entrada').check();
  await press(page, 'Salvar etapa');
  await warning.waitFor({ state: 'detached' });
  await menu.click();
  await settles(() => page.getByRole('navigation').getByRole('link', { name: 'Avisos' }).textContent(), 'Avisos');
});
