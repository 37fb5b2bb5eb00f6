import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_people');

const PHONE = '(11) 98765-4321';

it('the search shows people who are not leads yet, but wrote by chat or have a held submission', async () => {
  const { id, owner } = await under.openAccount();
  const conversation = { phone: PHONE, channel: 'chat', name: 'Rita Alves', created_at: '2026-03-01T12:00:00Z' };
  await under.operator.post(`/accounts/${id}/conversations`, conversation);
  const key = async (...permissions: string[]) => {
    return under.partner((await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions })).data.key);
  };
  await (await key('leads:write', 'leads:read')).post('/leads', { phone: '11987650000', external_id: 'form-1' });
  const writer = await key('leads:write');
  for (const phone of [PHONE, '11987651111']) await writer.post('/leads', { phone, external_id: 'form-1' });
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  const look = async (contact: string): Promise<void> => {
    await page.getByLabel('Telefone ou e-mail').fill(contact);
  };
  await look('11 8765-4321');
  await page.getByRole('heading', { name: 'Rita Alves ainda não é um lead' }).waitFor();
  await page.getByText('Em contato pelo chat desde 01/03/2026, 09:00.').waitFor();
  await page.getByText('1 envio retido deste telefone espera a sua decisão.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await look('(11) 98765-1111');
  await page.getByRole('heading', { name: 'Esta pessoa ainda não é um lead' }).waitFor();
  await look('11 98765-2222');
  await page.getByText('Nenhum lead encontrado').waitFor();
  await look('rita@example.com');
  await page.getByText('Nenhum lead encontrado').waitFor();
  for (const copied of ['\u202a(+55)\u00a011\u00a098765\u20114321\u202c', '11.98765.4321']) {
    await look(copied);
    await page.getByRole('heading', { name: 'Rita Alves ainda não é um lead' }).waitFor();
    await look('rita@example.com');
    await settles(() => page.getByRole('heading', { name: 'Rita Alves ainda não é um lead' }).count(), 0);
  }
  await look(PHONE);
  await page.getByRole('link', { name: 'Conferir envios' }).click();
  await page.getByRole('heading', { level: 1, name: 'A conferir' }).waitFor();
});

describe('by the phone alone', () => {
  const search = async (page: Page): Promise<void> => {
    await visit(page, 'Leads');
    await page.getByLabel('Telefone ou e-mail').fill(PHONE);
    await page.getByRole('heading', { name: 'Rita Alves ainda não é um lead' }).waitFor();
    await page.getByText('Dados desta pessoa').click();
  };
  const erase = async (page: Page): Promise<void> => {
    await press(page, 'Apagar dados');
    const dialog = page.getByRole('dialog');
    expect(await problemsOf(page)).toEqual([]);
    await dialog.getByLabel('Entendo que não há como desfazer').check();
    await dialog.getByRole('button', { name: 'Apagar dados' }).click();
    await told(page, 'Os dados da pessoa foram apagados.');
  };

  it('a person who is not a lead is exported and erased', async () => {
    const { id, owner } = await under.openAccount();
    await under.operator.post(`/accounts/${id}/conversations`, { phone: PHONE, channel: 'chat', name: 'Rita Alves' });
    const page = await under.signIn(id);
    await search(page);
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar dados')]);
    expect(download.suggestedFilename()).toBe('pessoa.json');
    expect(await readFile(await download.path(), 'utf8')).toContain('Rita Alves');
    await erase(page);
    await page.getByText('Nenhum lead encontrado').waitFor();
    expect((await owner.post('/people/lookup', { phone: PHONE })).status).toBe(404);
  });

  it('all leads of a phone are erased at once', async () => {
    const { id, owner } = await under.openAccount();
    const leads: string[] = [];
    for (const name of ['Paula Reis', 'Paula R.']) {
      const body = { phone: PHONE, name, allow_duplicate: true };
      leads.push((await under.operator.post<{ id: string }>(`/accounts/${id}/leads`, body)).data.id);
    }
    const page = await under.signIn(id, { viewport: { width: 360, height: 740 } });
    await page.goto(`${under.url}/console#/leads`);
    await page.getByLabel('Telefone ou e-mail').fill(PHONE);
    await settles(() => page.getByRole('rowheader', { name: /^Paula R/ }).count(), 2);
    // Only the page of a lead offers it, not a list.
    await settles(() => page.getByText('Apagar dados').count(), 0);
    await page.getByRole('link', { name: 'Paula R.', exact: true }).click();
    await press(page, 'Mais ações');
    await erase(page);
    for (const lead of leads) {
      expect((await owner.get<{ erased_at: string }>(`/leads/${lead}`)).data.erased_at).toEqual(expect.any(String));
    }
  });

  it('the result of a search is gone when the person is erased', async () => {
    const { id } = await under.openAccount();
    await under.operator.post(`/accounts/${id}/leads`, { phone: PHONE, name: 'Rita Alves' });
    const page = await under.signIn(id);
    await visit(page, 'Leads');
    await page.getByLabel('Telefone ou e-mail').fill(PHONE);
    await page.getByRole('link', { name: 'Rita Alves' }).click();
    await press(page, 'Mais ações');
    await press(page, 'Apagar dados');
    await page.getByLabel('Entendo que não há como desfazer').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar dados' }).click();
    await page.getByText('Os dados desta pessoa foram apagados em').waitFor();
    await page.getByRole('link', { name: 'Todos os leads' }).click();
    await settles(() => page.getByLabel('Telefone ou e-mail').inputValue(), '');
    await settles(() => page.getByText('Rita Alves').count(), 0);
  });
});

it('what was done in the account is listed, newest first, by days, and exported', async () => {
  const { id, owner } = await under.openAccount();
  const { data: key } = await owner.post<{ id: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const { data: lead } = await under.operator.post<{ id: string }>(`/accounts/${id}/leads`, {
    phone: PHONE,
    name: 'Rita Alves',
  });
  await owner.get(`/leads/${lead.id}/export`);
  const page = await under.signIn(id);
  await visit(page, 'Registro de atividades');
  const entries = page.getByRole('row').filter({ hasText: '127.0.0.1' });
  const exported = entries.filter({ hasText: 'Dados de uma pessoa exportados' });
  await exported.getByText('operador do serviço').waitFor();
  await exported.getByRole('link', { name: 'Rita Alves' }).waitFor();
  await entries.filter({ hasText: 'Chave de API criada' }).getByText('Chave Site').waitFor();
  // No id is shown in place of a name.
  await settles(async () => /[0-9a-f]{8}-/.test((await entries.allInnerTexts()).join()), false);
  const deeds = async (): Promise<number[]> => {
    const texts = await entries.allInnerTexts();
    return ['Dados de uma pessoa exportados', 'Chave de API criada', 'Conta aberta'].map((deed) =>
      texts.findIndex((text) => text.includes(deed)),
    );
  };
  await settles(async () => (await deeds()).every((at, index, all) => at > (all[index - 1] ?? -1)), true);
  expect(await problemsOf(page)).toEqual([]);

  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar registro')]);
  const file = await readFile(await download.path(), 'utf8');
  for (const part of ['person.exported', lead.id, 'api_key.created', key.id]) expect(file).toContain(part);

  await page.getByLabel('De', { exact: true }).fill('2020-01-02');
  await page.getByLabel('Até').fill('2020-01-01');
  await press(page, 'Mostrar');
  await page.getByText('De: não pode ser depois do último dia').first().waitFor();
  await page.getByLabel('Até').fill('2020-01-03');
  await press(page, 'Mostrar');
  await page.getByText('Nenhuma atividade nestes dias').waitFor();
  await page.getByLabel('Até').fill('');
  await press(page, 'Mostrar');
  await exported.waitFor();
});

it('notes are shown as entries: who wrote each of them, when, and what', async () => {
  const { id, owner } = await under.openAccount();
  const key = async (name: string) => {
    const body = { name, permissions: ['leads:read', 'leads:write'] };
    return under.partner((await owner.post<{ key: string }>('/api-keys', body)).data.key);
  };
  const notes = 'Quer remarcar.\n[API · Agenda · 2026-03-01] Pagou à vista.';
  const { data: lead } = await (await key('Site')).post<{ id: string }>('/leads', { phone: PHONE, notes });
  await (await key('Agenda')).patch(`/leads/${lead.id}`, { notes: 'Não pagou.' });
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads/${lead.id}`);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Anotações recebidas' }) });
  await card.getByText('Não pagou.').waitFor();
  const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  await settles(
    () => card.getByRole('listitem').allInnerTexts(),
    [`Agenda · ${today}\n\nNão pagou.`, `Site · ${today}\n\n${notes}`],
  );
  expect(await problemsOf(page)).toEqual([]);

  const { data: copy } = await under.operator.post<{ id: string }>(`/accounts/${id}/leads`, {
    phone: PHONE,
    allow_duplicate: true,
  });
  await owner.post(`/leads/${lead.id}/merge`, { into: copy.id });
  await page.goto(`${under.url}/console#/leads/${copy.id}`);
  const merged = page.locator('section').filter({ hasText: 'Leads mesclados neste' });
  await merged.getByText('Anotações de antes').click();
  await merged.getByText('Não pagou.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});
