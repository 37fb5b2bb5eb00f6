import { until } from '../fault/support/processes';
import { MailServer } from '../support/mail-server';
import { PATIENCE_MS } from '../support/patience';
import { consoleForAllTests } from './support/console';
import { enterBy, noticesTheEnd, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console');

const PHONE = '(11) 98765-4321';

/** Adds two leads of one phone. */
async function addDuplicates(accountId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['Paula Reis', 'Paula R.']) {
    const body = { phone: PHONE, name, allow_duplicate: true };
    ids.push((await under.operator.post<{ id: string }>(`/accounts/${accountId}/leads`, body)).data.id);
  }
  return ids;
}

describe('signing in', () => {
  const mailedLink = (email: string): Promise<string> =>
    until(`a mail to ${email}`, PATIENCE_MS, () => {
      const mail = under.mails.mails.find((one) => one.to === email);
      return mail && /http\S+#link=\w+/.exec(MailServer.text(mail))?.[0];
    });

  it('works with the link in the mail, once, and the link does not stay in the address', async () => {
    const { email } = await under.openAccount({ name: 'Clínica Sorriso' });
    const page = await under.newPage();
    await page.goto(`${under.url}/console`);
    await page.getByLabel('E-mail').fill('não é um e-mail');
    await press(page, 'Receber link de acesso');
    await page.getByText('E-mail: deve ser um e-mail válido').waitFor();
    await page.getByLabel('E-mail').fill(email);
    await press(page, 'Receber link de acesso');
    await page.getByText('o link está a caminho').waitFor();

    const link = under.here(await mailedLink(email));
    await enterBy(page, link);
    await page.getByRole('heading', { name: 'Painel' }).waitFor();
    await page.getByText('Clínica Sorriso').waitFor();
    await page.getByText(/Sessão até \d\d:\d\d/).waitFor();
    expect(page.url()).toBe(`${under.url}/console#/`);

    const other = await under.newPage();
    await other.goto(link);
    await other.getByText('Este link já foi usado ou venceu').waitFor();
    expect(other.url()).not.toContain('link=');
  });

  it('lasts over a reload and ends with signing out', async () => {
    const page = await under.signIn((await under.openAccount()).id);
    await page.reload();
    await page.getByRole('heading', { name: 'Painel' }).waitFor();
    await press(page, 'Sair');
    await page.getByText('Você saiu.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Entrar', exact: true }).waitFor();
  });

  it('is asked for again when the session has ended, and then shows the next account only', async () => {
    const first = await under.openAccount({ name: 'Primeira' });
    const second = await under.openAccount({ name: 'Segunda' });
    const [lead = ''] = await addDuplicates(first.id);
    const page = await under.signIn(first.id);
    await visit(page, 'Leads');
    await page.getByLabel('Telefone ou e-mail').fill(PHONE);
    await settles(() => page.getByRole('link', { name: /^Paula R/ }).count(), 2);
    await under.operator.put(`/accounts/${first.id}/owner`, { name: 'Outra', email: 'outra@example.com' });
    await noticesTheEnd(page, page.getByRole('link', { name: 'Paula Reis' }));

    const { data } = await under.operator.post<{ console_url: string }>(`/accounts/${second.id}/owner-sessions`);
    await enterBy(page, under.here(data.console_url));
    await page.getByText('Segunda').waitFor();
    await visit(page, 'Leads');
    await settles(() => page.getByText('Paula').count(), 0);
    await page.goto(`${under.url}/console#/leads/${lead}`);
    await page.getByText('Lead não encontrado').waitFor();
  });
});

describe('API keys', () => {
  it('are created, shown once, used over HTTP, and revoked', async () => {
    const page = await under.signIn((await under.openAccount()).id, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await visit(page, 'Chaves de API');
    await page.getByText('Nenhuma chave ativa').waitFor();
    await press(page, 'Nova chave');
    await press(page, 'Criar chave');
    await page.getByText('Nome: deve ser um texto de 1 a 60 caracteres').waitFor();
    await page.getByLabel('Nome', { exact: true }).fill('Site');
    await page.getByLabel('Ler leads').check();
    await press(page, 'Criar chave');

    const secret = await page.getByLabel('Valor da chave').inputValue();
    expect(secret).toMatch(/^ent_live_[0-9A-Za-z]{49}$/);
    await press(page, 'Copiar');
    await settles(() => page.evaluate(() => navigator.clipboard.readText()), secret);
    await page.keyboard.press('Escape');
    await page.getByLabel('Valor da chave').waitFor();
    await press(page, 'Já guardei a chave');
    await page.getByText('1 de 5 ativas').waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByText(`final ${secret.slice(-4)}`).waitFor();

    const partner = under.partner(secret);
    const body = { phone: PHONE, name: 'Maria Silva', attribution: { utm_source: 'instagram' } };
    expect((await partner.post('/leads', body)).status).toBe(201);
    await visit(page, 'Leads');
    await page.getByLabel('Telefone ou e-mail').fill(PHONE);
    await page.getByRole('link', { name: 'Maria Silva' }).click();
    await page.getByText('mas não há clique em anúncio').waitFor();
    await page.getByText('instagram', { exact: true }).waitFor();

    await visit(page, 'Chaves de API');
    await press(page, 'Revogar a chave Site');
    await press(page, 'Revogar chave');
    await told(page, 'A chave “Site” foi revogada.');
    await page.getByText('0 de 5 ativas').waitFor();
    expect((await partner.post('/leads', body)).status).toBe(401);
    await settles(() => page.evaluate(() => document.activeElement?.tagName), 'H1');
  });

  it('are renamed and replaced; the new one stays on the page whatever key is pressed', async () => {
    const { id, owner } = await under.openAccount();
    const made = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
    const page = await under.signIn(id);
    await visit(page, 'Chaves de API');
    await press(page, 'Renomear a chave Site');
    await page.getByLabel('Nome', { exact: true }).fill('Loja');
    await press(page, 'Salvar nome');
    await told(page, 'Nome alterado.');
    await press(page, 'Substituir a chave Loja');
    await page.getByLabel(/deixa de valer/).selectOption('daqui a 1 hora');
    await press(page, 'Criar chave nova');
    const secret = await page.getByLabel('Valor da chave').inputValue();
    for (let n = 0; n < 5; n++) await page.keyboard.press('Escape');
    await settles(() => page.getByLabel('Valor da chave').inputValue(), secret);
    await press(page, 'Já guardei a chave');
    await page.getByText('2 de 5 ativas').waitFor();
    await page.getByText('substituída: vale até').waitFor();
    await settles(() => page.getByRole('button', { name: 'Substituir a chave Loja' }).count(), 1);
    for (const key of [made.data.key, secret]) {
      expect((await under.partner(key).post('/leads', { phone: PHONE })).status).toBe(202);
    }
  });

  it('are offered up to five, with a warning where one could tell known phones from new ones', async () => {
    const { id, owner } = await under.openAccount();
    for (let made = 0; made < 4; made++)
      await owner.post('/api-keys', { name: `${made}`, permissions: ['leads:write'] });
    const page = await under.signIn(id);
    await visit(page, 'Chaves de API');
    await press(page, 'Nova chave');
    const warning = page.getByText('Enviar leads e ver números na mesma chave');
    await settles(() => warning.count(), 0);
    for (const name of ['Ler leads', 'Ver funis', 'Mover negócios']) await page.getByLabel(name).check();
    await settles(() => warning.count(), 0);
    await page.getByLabel('Ver números').check();
    await warning.waitFor();
    await page.getByLabel('Enviar leads').uncheck();
    await warning.waitFor({ state: 'detached' });
    await page.getByLabel('Enviar leads').check();
    await warning.waitFor();
    await page.getByLabel('Nome', { exact: true }).fill('Tudo');
    await press(page, 'Criar chave');
    await press(page, 'Já guardei a chave');
    await page.getByText('5 de 5 ativas').waitFor();
    await settles(() => page.getByRole('button', { name: 'Nova chave' }).isDisabled(), true);
    const keys = (await owner.get<{ name: string; permissions: string[] }[]>('/api-keys')).data;
    expect(keys.find(({ name }) => name === 'Tudo')?.permissions).toHaveLength(5);
  });
});

it('notifications are counted until they are read', async () => {
  const { id, owner } = await under.openAccount();
  for (const name of ['Um', 'Dois', 'Três']) await owner.post('/api-keys', { name, permissions: ['leads:write'] });
  const page = await under.signIn(id);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Avisos' });
  await page.getByText('3 por ler').waitFor();
  await visit(page, 'Avisos');
  await page.getByRole('button', { name: 'Marcar como lido: A chave de API “Dois”' }).click();
  await page.getByText('2 por ler').waitFor();
  await press(page, 'Marcar todos como lidos');
  await told(page, 'Avisos marcados como lidos.');
  await settles(() => link.textContent(), 'Avisos');
  expect((await owner.get('/notifications')).body).toMatchObject({ unread: 0 });
});

it('duplicates are merged into the one that stays', async () => {
  const { id, owner } = await under.openAccount();
  const [stays = '', goes = ''] = await addDuplicates(id);
  const page = await under.signIn(id);
  await visit(page, 'Duplicados');
  await press(page, 'Manter este: Paula Reis');
  await press(page, 'Mesclar');
  await told(page, 'Tudo está agora em Paula Reis.');
  await page.getByText('Nenhum duplicado').waitFor();
  expect((await owner.get<{ merged_leads: object[] }>(`/leads/${stays}`)).data.merged_leads).toMatchObject([
    { id: goes },
  ]);
});

it('held submissions are applied to a lead, or dismissed', async () => {
  const { id, owner } = await under.openAccount();
  const [, chosen = ''] = await addDuplicates(id);
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  for (const notes of ['Quer remarcar.', 'Ligar amanhã.'])
    await under.partner(data.key).post('/leads', { phone: PHONE, notes });
  const page = await under.signIn(id);
  await visit(page, 'A conferir');
  const held = page.getByRole('listitem').filter({ hasText: 'Quer remarcar.' });
  await held.getByRole('button', { name: 'Aplicar' }).click();
  await page.getByLabel('Paula R.').check();
  await press(page, 'Aplicar ao lead');
  await told(page, 'Envio aplicado ao lead.');
  expect((await owner.get<{ notes: string }>(`/leads/${chosen}`)).data.notes).toContain('Quer remarcar.');

  // The row that was acted on keeps its place for a second.
  await settles(() => page.getByRole('button', { name: 'Descartar o envio' }).count(), 1);
  await page.getByRole('button', { name: 'Descartar o envio' }).click();
  await press(page, 'Descartar');
  await told(page, 'Envio descartado.');
  await page.getByText('Nada pendente').waitFor();
  await page.getByLabel('Mostrar').selectOption('Descartados');
  await page.getByText('Ligar amanhã.').waitFor();
  await page.getByText('Os envios das fontes ficam na página de cada uma').waitFor();
  expect((await owner.get<object[]>('/held-submissions?state=applied')).data).toMatchObject([{ lead_id: chosen }]);
});

it('a person is exported and erased', async () => {
  const { id, owner } = await under.openAccount();
  const [lead = ''] = await addDuplicates(id);
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads/${lead}`);
  await press(page, 'Mais ações');
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar dados')]);
  expect(download.suggestedFilename()).toBe(`lead-${lead}.json`);
  await press(page, 'Mais ações');
  await press(page, 'Apagar dados');
  const dialog = page.getByRole('dialog');
  await settles(() => dialog.getByRole('button', { name: 'Apagar dados' }).isDisabled(), true);
  await dialog.getByLabel('Entendo que não há como desfazer').check();
  await dialog.getByRole('button', { name: 'Apagar dados' }).click();
  await page.getByText('Os dados desta pessoa foram apagados em').waitFor();
  expect((await owner.get<{ name: null; erased_at: string }>(`/leads/${lead}`)).data).toMatchObject({ name: null });
});
