import { readFileSync } from 'node:fs';
import { violationsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { join, linksOf } from './support/people';
import { press, settles } from './support/steps';

const under = consoleForAllTests('console_licence');

const PHONE = '11987654321';

it('without a licence an open console has the data, the rights of people and the way out, and it comes back by itself', async () => {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const lead = (await owner.post<{ id: string }>('/leads', { phone: PHONE, name: 'Ana Souza' })).data;
  const seller = await join(under, owner, { name: 'Bruno Lima', role: 'seller' });
  const page = await under.signIn(id);
  await page.getByRole('navigation').waitFor();
  const setLicence = (isActive: boolean) => under.operator.patch(`/accounts/${id}`, { licence_active: isActive });
  await setLicence(false);
  for (const shown of [page, seller.page])
    await shown.getByRole('heading', { level: 1, name: 'Licença inativa' }).waitFor();
  await settles(() => page.getByRole('navigation').count(), 0);
  await page.getByText('fale com quem opera o serviço').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await settles(() => seller.page.getByRole('button', { name: 'Exportar CSV' }).count(), 0);
  await settles(() => seller.page.getByLabel('Telefone da pessoa').count(), 0);

  const saved = async (button: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
    return readFileSync(await download.path(), 'utf8');
  };
  expect(await saved('Exportar CSV')).toContain('Ana Souza');
  await page.getByLabel('Telefone da pessoa').fill(PHONE);
  expect(await saved('Exportar dados')).toContain(lead.id);
  await press(page, 'Apagar dados');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Apagar/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect((await owner.get<object[]>('/leads')).data).toEqual([]);

  await setLicence(true);
  await page.getByRole('navigation').waitFor();
  await settles(async () => (await linksOf(seller.page)()).length > 0, true);
  await setLicence(false);
  await press(page, 'Sair');
  await page.getByRole('heading', { name: /Entrar|Entre/ }).waitFor();
});
