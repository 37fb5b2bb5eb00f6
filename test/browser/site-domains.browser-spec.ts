import type { AccountWithSettings } from '../../src/contract/account';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_site_domains');

it('the owner names the domains of the site, also by an address copied from the browser', async () => {
  const { id, owner } = await under.openAccount();
  const domains = async () => (await owner.get<AccountWithSettings>('/account')).data.site_domains;
  const page = await under.signIn(id);
  await visit(page, 'Chaves de API');
  const field = page.getByLabel('Domínios', { exact: true });
  await field.fill('https://www.MinhaLoja.com.br/contato\nblog.example');
  await press(page, 'Salvar domínios');
  await told(page, 'Domínios salvos.');
  await settles(() => field.inputValue(), 'www.minhaloja.com.br\nblog.example');
  expect(await domains()).toEqual(['www.minhaloja.com.br', 'blog.example']);
  expect(await problemsOf(page)).toEqual([]);

  await field.fill('minha loja');
  await press(page, 'Salvar domínios');
  await page.getByText('Domínios: deve ser só o domínio, como minhaloja.com.br').waitFor();
  await settles(() => field.inputValue(), 'minha loja');
  expect(await domains()).toEqual(['www.minhaloja.com.br', 'blog.example']);

  await field.fill('');
  await press(page, 'Salvar domínios');
  await settles(domains, []);
});
