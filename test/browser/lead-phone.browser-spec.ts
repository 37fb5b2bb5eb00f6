import type { LeadDetail } from '../../src/contract/lead';
import { consoleForAllTests } from './support/console';
import { settles } from './support/steps';

const under = consoleForAllTests('console_lead_phone');

it('a wrong phone is corrected; where another lead has the right one, the two are merged from there', async () => {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const lead = async (phone: string, name: string) =>
    (await owner.post<{ id: string }>('/leads', { phone, name })).data.id;
  const wrong = await lead('(11) 98765-4321', 'Rita Alves');
  const other = await lead('(11) 98765-1234', 'Rita A.');
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads/${wrong}`);
  const edit = async (phone: string) => {
    await page.getByRole('button', { name: 'Editar contato' }).click();
    await page.getByLabel('Telefone').fill(phone);
    await page.getByRole('button', { name: 'Salvar contato' }).click();
  };
  const phoneOf = async (leadId: string) => (await owner.get<LeadDetail>(`/leads/${leadId}`)).data.phone;
  await edit('11 98765-9999');
  await settles(() => phoneOf(wrong), '5511987659999');
  await page.getByRole('button', { name: 'Editar contato' }).click();
  await page.getByLabel('Telefone').fill('123');
  await page.getByRole('button', { name: 'Salvar contato' }).click();
  await page.getByText('tem dígitos de menos').waitFor();
  await page.getByLabel('Telefone').fill('(11) 98765-1234');
  await page.getByRole('button', { name: 'Salvar contato' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Rita A.' }).waitFor();
  await page.getByRole('button', { name: 'Mesclar com Rita A.' }).click();
  await page.getByText('Fica o telefone').waitFor();
  await page.getByRole('button', { name: 'Mesclar', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Rita A.' }).waitFor();
  expect(page.url()).toContain(other);
  await settles(() => phoneOf(other), '5511987651234');
  expect((await owner.get(`/leads/${wrong}`)).status).toBe(404);
});
