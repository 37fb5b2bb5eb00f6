import { consoleForAllTests } from './support/console';
import { cardOf, join, linksOf, MENUS } from './support/people';
import { press, settles, visit } from './support/steps';

const under = consoleForAllTests('console_rights');

const openAccount = () => under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });

it('a role that changes reaches an open page by itself, with its menu, page and details', async () => {
  const { id, owner } = await openAccount();
  const bruno = await join(under, owner, { name: 'Bruno Lima', role: 'seller' });
  const seller = await join(under, owner, { name: 'Clara Dias', role: 'seller' });
  await visit(bruno.page, 'Equipe');
  await seller.page.goto(`${under.url}/console#/funis`);
  await seller.page.getByText('O papel Vendedor(a) não inclui esta página').waitFor();
  const page = await under.signIn(id);
  await visit(page, 'Equipe');
  const give = async (name: string, role: string): Promise<void> => {
    await press(page, `Editar ${name}`);
    await page.getByRole('radio', { name: role }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  await give('Bruno Lima', 'Gestor(a)');
  await give('Clara Dias', 'Gestor(a)');
  await settles(linksOf(bruno.page), MENUS.manager);
  await bruno.page.locator('.account').getByText('Gestor(a)').waitFor();
  await bruno.page.getByRole('button', { name: 'Convidar pessoa' }).waitFor();
  await cardOf(bruno.page, 'Helena').getByText('helena@example.com').waitFor();
  await seller.page.getByRole('button', { name: 'Renomear o funil Funil de vendas' }).waitFor();
  await give('Clara Dias', 'Vendedor(a)');
  await seller.page.getByText('O papel Vendedor(a) não inclui esta página').waitFor();
  await settles(linksOf(seller.page), MENUS.seller);
});

it('what sellers may do reaches their open pages by itself', async () => {
  const { id, owner } = await openAccount();
  const { page } = await join(under, owner, { name: 'Bruno Lima', role: 'seller' });
  const account = under.operator.with({ 'X-Account-Id': id });
  const exports = () => page.getByRole('button', { name: 'Exportar CSV' }).count();
  await settles(exports, 0);
  await account.patch('/account', { sellers_export: true });
  await settles(exports, 1);
  await account.patch('/account', { sellers_export: false });
  await settles(exports, 0);
});

it('a role that changes unnoticed reaches an open page with the next refusal', async () => {
  const { owner } = await openAccount();
  const { page, id } = await join(under, owner, { name: 'Bruno Lima', role: 'manager' });
  await page.route('**/admin/v1/events', (route) => route.abort());
  await page.reload();
  await visit(page, 'Funis');
  await owner.patch(`/members/${id}`, { role: 'seller' });
  await press(page, 'Renomear o funil Funil de vendas');
  await page.getByLabel('Nome', { exact: true }).fill('Outro');
  await press(page, 'Salvar');
  await page.getByText('O papel Vendedor(a) não inclui esta página').waitFor();
  await settles(linksOf(page), MENUS.seller);
});
