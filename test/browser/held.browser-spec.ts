import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_held');

const PHONE = '(11) 98765-4321';

describe('the lead of a held submission', () => {
  /** Makes an account with a lead. Submissions of other phones have the lead's external_id. */
  async function openWithLead() {
    const { id, owner } = await under.openAccount();
    const key = async (...permissions: string[]) =>
      under.partner((await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions })).data.key);
    const crm = await key('leads:write', 'leads:read');
    const body = { phone: '11987650000', name: 'Ana Souza', external_id: 'form-1' };
    const { id: leadId } = (await crm.post<{ id: string }>('/leads', body)).data;
    return { id, owner, leadId, writer: await key('leads:write') };
  }

  it('is a new one when no lead has the phone', async () => {
    const { id, owner, writer } = await openWithLead();
    await writer.post('/leads', { phone: PHONE, name: 'Rita Alves', external_id: 'form-1' });
    const page = await under.signIn(id);
    await visit(page, 'A conferir');
    await page.getByRole('button', { name: /^Aplicar/ }).click();
    await settles(() => page.getByLabel('Criar um novo lead').isChecked(), true);
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Criar lead');
    await told(page, 'Lead criado com o envio.');
    expect((await owner.get<object[]>(`/leads?phone=11987654321`)).data).toMatchObject([{ name: 'Rita Alves' }]);
  });

  it('goes where there is a place, and says what of the submission was left out', async () => {
    const { id, owner, writer } = await openWithLead();
    const stages = (await owner.get<{ stages: { id: string; name: string }[] }[]>('/pipelines')).data[0]?.stages ?? [];
    const stage_id = stages.find(({ name }) => name === 'Em contato')?.id;
    await writer.post('/leads', { phone: PHONE, external_id: 'form-1', deal: { stage_id } });
    await owner.delete(`/stages/${stage_id}`);
    const page = await under.signIn(id);
    await visit(page, 'A conferir');
    await page.getByRole('button', { name: /^Aplicar/ }).click();
    await press(page, 'Criar lead');
    await told(page, 'Lead criado com o envio. A etapa do envio não existe mais');
  });

  it('can be another one, found by search', async () => {
    const { id, owner, leadId, writer } = await openWithLead();
    await writer.post('/leads', { phone: PHONE, tags: ['retorno'], external_id: 'form-1' });
    const page = await under.signIn(id);
    await visit(page, 'A conferir');
    await page.getByRole('button', { name: /^Aplicar/ }).click();
    await page.getByText('É de outra pessoa?').click();
    await page.getByLabel('Telefone ou e-mail do lead').fill('11987650000');
    await press(page, 'Buscar');
    await page.getByLabel('Ana Souza').waitFor();
    await settles(() => page.getByLabel('Criar um novo lead').isChecked(), false);
    await press(page, 'Aplicar ao lead');
    await told(page, 'Envio aplicado ao lead.');
    expect((await owner.get<object>(`/leads/${leadId}`)).data).toMatchObject({ tags: ['retorno'] });
  });

  it('can only be the lead that got the rest, for a note that did not fit', async () => {
    const { id, owner, leadId, writer } = await openWithLead();
    const fill = (length: number) =>
      under.sql(`update leads set notes = repeat('x', $2) where id = $1`, [leadId, length]);
    await fill(2_000);
    await writer.post('/leads', { phone: '11987650000', notes: 'Quer remarcar.' });
    const page = await under.signIn(id);
    await visit(page, 'A conferir');
    await page.getByRole('button', { name: /^Aplicar/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Só a anotação é acrescentada').waitFor();
    await dialog.getByLabel('Ana Souza').waitFor();
    await settles(() => dialog.getByRole('radio').count(), 1);
    await settles(() => dialog.getByText('É de outra pessoa?').count(), 0);
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Aplicar ao lead');
    await dialog.getByRole('alert').waitFor();
    await fill(100);
    await press(page, 'Aplicar ao lead');
    await told(page, 'Envio aplicado ao lead.');
    expect((await owner.get<{ notes: string }>(`/leads/${leadId}`)).data.notes).toContain('Quer remarcar.');
  });
});
