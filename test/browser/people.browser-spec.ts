import { problemsOf } from './support/axe';
import { ConsoleUnderTest } from './support/console';
import { press, settles, visit } from './support/steps';

let under: ConsoleUnderTest;

beforeAll(async () => {
  under = await ConsoleUnderTest.start('console_people');
});
afterAll(() => under.close());
afterEach(() => expect(under.complaints).toEqual([]));

const PHONE = '(11) 98765-4321';

it('the search says who wrote by chat, or whose submission is held, and is no lead yet', async () => {
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
    await press(page, 'Buscar');
  };
  await look('11 8765-4321');
  await page.getByRole('heading', { name: 'Rita Alves ainda não é um lead' }).waitFor();
  await page.getByText('Em contato pelo chat desde 01/03/2026, 09:00.').waitFor();
  await page.getByText('1 envio retido deste telefone espera a sua decisão.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await look('(11) 98765-1111');
  await page.getByRole('heading', { name: 'Esta pessoa ainda não é um lead' }).waitFor();
  await look('11 98765-2222');
  await page.getByText('Ninguém na conta tem o contato “11 98765-2222”.').waitFor();
  await look('rita@example.com');
  await page.getByText('Ninguém na conta tem o contato “rita@example.com”.').waitFor();
  await look(PHONE);
  await page.getByRole('link', { name: 'Ver envios retidos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Envios retidos' }).waitFor();
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
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Anotações' }) });
  await card.getByText('Não pagou.').waitFor();
  const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  await settles(
    () => card.getByRole('listitem').allInnerTexts(),
    [`Site · ${today}\n\n${notes}`, `Agenda · ${today}\n\nNão pagou.`],
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
