import { MINUTE_MS } from '../../src/contract/durations';
import type { Locator, Page } from 'playwright-core';
import type { LeadDetail } from '../../src/contract/lead';
import type { SourceView } from '../../src/contract/source';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { join, linksOf } from './support/people';
import { focused, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_sources');

const PHONE = '(11) 98765-4321';
const MOBILE = { width: 360, height: 740 };

/** Sends what a tool sends, to an address of the console. */
async function send(address: string, body: unknown): Promise<number> {
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(under.here(address), { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

/** Begins at an empty list, and answers where the leads are born. */
async function choose(page: Page, tool: string): Promise<void> {
  await visit(page, 'Fontes');
  await page.getByRole('banner').or(page.locator('.page-head')).getByRole('link', { name: 'Nova fonte' }).click();
  await page.getByRole('link', { name: tool, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: tool }).waitFor();
}

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

describe('a new source', () => {
  it('of a tool goes from nothing to the first lead, which its page waits for', async () => {
    const started = Date.now();
    const { id } = await under.openAccount();
    const page = await under.signIn(id, { permissions: ['clipboard-read', 'clipboard-write'] });
    await choose(page, 'Elementor');
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Criar endereço');
    const address = await field(page, 'Endereço').inputValue();
    expect(address).toMatch(/\/in\/ent_in_\w+$/);
    await press(page, 'Copiar endereço');
    await settles(() => page.evaluate(() => navigator.clipboard.readText()), address);
    await page.getByText('Esperando o primeiro lead…').waitFor();
    expect(await problemsOf(page)).toEqual([]);

    await press(page, 'Enviar lead de teste');
    await told(page, 'O teste chegou. Nenhum lead foi criado.');
    await page.getByText('O teste chegou. Esperando o primeiro lead…').waitFor();
    expect(await send(address, { form: { name: 'Contato' }, fields: { nome: 'Ana Souza', telefone: PHONE } })).toBe(
      200,
    );
    await page.getByText('Seu primeiro lead chegou:').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ana Souza' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Souza' }).waitFor();
    await page.goBack();
    await page.getByText('Como ligar a ferramenta').click();
    await settles(() => page.getByLabel('Ferramenta').locator('option:checked').textContent(), 'Elementor');
    expect(Date.now() - started).toBeLessThan(2 * MINUTE_MS);

    await visit(page, 'Fontes');
    await page.getByText('1 de 20 ligadas').waitFor();
    await page.getByText(/^Recebeu hoje, /).waitFor();
    expect(await page.content()).not.toContain(address);
  });

  it('of Google Ads has a key, which the console draws and shows once', async () => {
    const { id, owner } = await under.openAccount();
    const page = await under.signIn(id);
    await choose(page, 'Google Ads');
    await press(page, 'Criar endereço');
    const address = await field(page, 'Endereço').inputValue();
    const google_key = await field(page, 'Chave').inputValue();
    const lead = { lead_id: 'L1', user_column_data: [{ column_id: 'PHONE_NUMBER', string_value: '+5511987654321' }] };
    expect(await send(address, { ...lead, google_key: 'outra' })).toBe(404);
    expect(await send(address, { ...lead, google_key })).toBe(200);
    await page.getByText('Seu primeiro lead chegou:').waitFor();
    const [source] = (await owner.get<SourceView[]>('/sources')).data;
    expect(source).toMatchObject({ has_google_key: true, defaults: { origin: 'network_b_ads' } });
  });

  it('of Meta has the origin that its page says', async () => {
    const { id, owner } = await under.openAccount();
    const page = await under.signIn(id);
    await choose(page, 'Formulário da Meta');
    await page.getByText('A origem dos leads desta fonte será Meta Ads').waitFor();
    await press(page, 'Criar endereço');
    await field(page, 'Endereço').waitFor();
    expect((await owner.get<SourceView[]>('/sources')).data).toMatchObject([{ defaults: { origin: 'network_a_ads' } }]);
  });

  it('is one click from the question where the leads are born, for each tool', async () => {
    const page = await under.signIn((await under.openAccount()).id);
    await page.goto(`${under.url}/console#/fontes/nova`);
    const tools = page.getByRole('main').getByRole('listitem').getByRole('link');
    await tools.first().waitFor();
    const names = await tools.allInnerTexts();
    const named = ['Elementor', 'WPForms', 'Contact Form 7', 'Typeform', 'Tally', 'Jotform', 'Make', 'n8n', 'Zapier'];
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    for (const name of names) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await page.getByRole('main').getByRole('button').or(page.getByRole('textbox')).first().waitFor();
      await page.goBack();
    }
  });

  it.each([
    ['Planilha', 'Programa da planilha', 'enviarNovas'],
    ['Meu programa', 'Pedido de teste', 'curl -i'],
    ['Página em PHP', 'contato.php', '<?php'],
  ])('%s has its lines for ever, and says that it needs a key', async (tool, label, line) => {
    const { id, owner } = await under.openAccount();
    await owner.post('/leads', { phone: PHONE });
    const page = await under.signIn(id);
    await choose(page, tool);
    await settles(async () => (await field(page, label).inputValue()).includes(line), true);
    await settles(() => page.getByRole('link', { name: 'Criar em Chaves de API' }).getAttribute('href'), '#/chaves');
    expect(await problemsOf(page)).toEqual([]);
  });
});

describe('a delivery without a usable phone', () => {
  const BODY = { contato: PHONE, nome_completo: 'Rita Alves', bairro: 'Centro' };

  async function openHeld() {
    const { id, owner } = await under.openAccount();
    const { data } = await owner.post<SourceView & { address: string }>('/sources', { kind: 'webhook', name: 'Site' });
    const unread = { campo_x: '98765-4321 ramal', nome: 'Rita Alves' };
    expect(await send(data.address, unread)).toBe(200);
    return { id, owner, source: data };
  }

  it('is counted in “A conferir”, gets its phone by a select, and is read again', async () => {
    const { id, owner, source } = await openHeld();
    expect(await send(source.address, { ...BODY, contato: 'ver observações', celular_dele: 'x' })).toBe(200);
    const page = await under.signIn(id);
    await page.getByText('2 a conferir').waitFor();
    await visit(page, 'Fontes');
    await press(page, 'Excluir a fonte Site');
    await page.getByText('O que espera em “A conferir” (2) fica lá').waitFor();
    await press(page, 'Cancelar');
    await visit(page, 'A conferir');
    const card = page.getByRole('listitem').filter({ hasText: '98765-4321 ramal' }).first();
    await card.getByText('Nenhum campo trouxe um telefone').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await card.getByRole('button', { name: /^Descartar/ }).click();
    await told(page, 'Envio descartado. Nenhum lead mudou.');
    await page.getByText('1 a conferir').waitFor();
    expect((await owner.get<LeadDetail[]>('/leads')).data).toEqual([]);
  });

  it('of a deleted source becomes a lead by the choice of its field too', async () => {
    const { id, owner } = await under.openAccount();
    const { data } = await owner.post<SourceView & { address: string }>('/sources', { kind: 'webhook', name: 'Site' });
    expect(await send(data.address, { codigo_zx: '11987654321', nome: 'Rita Alves' })).toBe(200);
    await owner.delete(`/sources/${data.id}`);
    const page = await under.signIn(id);
    await visit(page, 'A conferir');
    await page.getByText('Fonte excluída').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByLabel('codigo_zx').selectOption('phone');
    await page.getByRole('button', { name: /^Salvar e ler de novo/ }).click();
    await told(page, 'Lido de novo: um lead novo.');
    expect((await owner.get<LeadDetail[]>('/leads')).data.map(({ name }) => name)).toEqual(['Rita Alves']);
  });

  it('becomes a lead by the choice of its field, which counts for the next ones too', async () => {
    const { id, owner } = await under.openAccount();
    const { data: source } = await owner.post<SourceView & { address: string }>('/sources', {
      kind: 'webhook',
      name: 'Sistema',
    });
    const body = (number: string) => ({ codigo_zx: number, nome: 'Rita Alves' });
    expect(await send(source.address, body('11987654321'))).toBe(200);
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/fontes/${source.id}`);
    await page.getByText('1 envio a conferir', { exact: true }).waitFor();
    const select = page.getByLabel('codigo_zx');
    await settles(() => select.locator('option:checked').textContent(), 'Automático');
    await select.selectOption('Telefone');
    await page.getByRole('button', { name: /^Salvar e ler de novo/ }).click();
    await told(page, 'Lido de novo: um lead novo.');
    await page.getByRole('link', { name: 'Ver lead' }).waitFor();
    await page.getByText('1 envio a conferir', { exact: true }).waitFor({ state: 'detached' });
    expect((await owner.get<SourceView>(`/sources/${source.id}`)).data.mapping).toEqual([
      { path: 'codigo_zx', field: 'phone' },
    ]);
    await send(source.address, body('11987650000'));
    await settles(() => page.getByRole('link', { name: 'Ver lead' }).count(), 2);
    await send(source.address, { telefone: '11987650001' });
    await page.getByText('O campo que você marcou como telefone não veio neste envio.').waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });
});

it('a delivery of two people names its fields apart, and becomes a lead of the one that is chosen', async () => {
  const { id, owner } = await under.openAccount();
  const { data: source } = await owner.post<SourceView & { address: string }>('/sources', {
    kind: 'webhook',
    name: 'Indicações',
  });
  const body = { cliente: { nome: 'Rita', phone: PHONE }, indicado: { nome: 'Bia', phone: '11987650000' } };
  expect(await send(source.address, body)).toBe(200);
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/fontes/${source.id}`);
  await page.getByText('Vieram telefones de pessoas diferentes.').waitFor();
  await field(page, 'cliente.phone').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await field(page, 'indicado.phone').selectOption('Telefone');
  await page.getByRole('button', { name: /^Salvar e ler de novo/ }).click();
  await told(page, 'Lido de novo: um lead novo.');
  expect((await owner.get<LeadDetail[]>('/leads')).data).toMatchObject([{ name: 'Bia', phone: '5511987650000' }]);
});

it('a delivery says what was read from the address of its page, and what was left out', async () => {
  const { id, owner } = await under.openAccount();
  const { data: source } = await owner.post<SourceView & { address: string }>('/sources', {
    kind: 'webhook',
    name: 'Site',
  });
  const page_url = 'https://loja.example/?utm_source=google&utm_medium=cpc&gclid=Cj0KCQpage1';
  expect(await send(source.address, { telefone: PHONE, page_url, gclid: 'Cj0KCQnamed1', cor: '{{cor}}' })).toBe(200);
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/fontes/${source.id}`);
  await page.getByText(/^Ver o que chegou/).click();
  const readAs = (label: string) => field(page, label).locator('option:checked').textContent();
  await settles(() => readAs('page_url'), 'Origem da visita (automático)');
  await settles(() => readAs('gclid'), 'gclid (automático)');
  await page.getByText('Ficou de fora: veio sem valor').waitFor();
  expect(await problemsOf(page)).toEqual([]);
});

describe('the list of sources', () => {
  it('renames, replaces the address, switches off and deletes', async () => {
    const { id, owner } = await under.openAccount();
    const made = (await owner.post<SourceView & { address: string }>('/sources', { kind: 'webhook', name: 'Site' }))
      .data;
    const page = await under.signIn(id);
    await visit(page, 'Fontes');
    await press(page, 'Renomear a fonte Site');
    await field(page, 'Nome').fill('Loja');
    await press(page, 'Salvar nome');
    await told(page, 'Nome alterado.');
    await press(page, 'Novo endereço da fonte Loja');
    await page.getByLabel(/deixa de valer/).selectOption('agora');
    await press(page, 'Criar endereço');
    const address = await field(page, 'Endereço').inputValue();
    await page.keyboard.press('Escape');
    await settles(() => field(page, 'Endereço').inputValue(), address);
    await press(page, 'Já copiei o endereço');
    expect([await send(made.address, { phone: PHONE }), await send(address, { phone: PHONE })]).toEqual([410, 200]);
    await press(page, 'Desligar a fonte Loja');
    await page.getByText('O que for enviado até você ligar de novo é recusado, e não é guardado.').waitFor();
    await press(page, 'Cancelar');
    expect(await send(address, { phone: PHONE })).toBe(200);
    await press(page, 'Desligar a fonte Loja');
    await press(page, 'Desligar fonte');
    await told(page, '“Loja” foi desligada: não recebe mais nada.');
    await page.getByText('Desligada', { exact: true }).waitFor();
    expect(await send(address, { phone: PHONE })).toBe(410);
    await press(page, 'Ligar a fonte Loja');
    await told(page, '“Loja” foi ligada.');
    await press(page, 'Excluir a fonte Loja');
    await press(page, 'Excluir fonte');
    await told(page, 'A fonte “Loja” foi excluída.');
    await page.getByText('Nenhuma fonte ainda').waitFor();
  });

  it('says when its code cannot be loaded, and is there after a reload', async () => {
    const page = await under.signIn((await under.openAccount()).id);
    await page.route(/\/assets\/pages-.*\.js$/, (route) => route.abort());
    await page.getByRole('navigation').getByRole('link', { name: 'Fontes' }).click();
    await page.getByText('Esta parte da página não pôde ser carregada.').waitFor();
    await page.unroute(/\/assets\/pages-.*\.js$/);
    await press(page, 'Recarregar a página');
    await page.getByRole('heading', { level: 1, name: 'Fontes' }).waitFor();
  });

  it('is for owner and managers, who get by without keys; a seller does not see it', async () => {
    const { owner } = await under.openAccount();
    const manager = await join(under, owner, { name: 'Bruno Lima', role: 'manager' });
    await choose(manager.page, 'Meu programa');
    await manager.page.getByText('Quem é dono(a) da conta cria a chave').waitFor();
    await choose(manager.page, 'Tally');
    await press(manager.page, 'Criar endereço');
    await field(manager.page, 'Endereço').waitFor();
    const seller = await join(under, owner, { name: 'Clara Dias', role: 'seller' });
    expect(await linksOf(seller.page)()).not.toContain('Fontes');
    await seller.page.goto(`${under.url}/console#/fontes`);
    await seller.page.getByText('O papel Vendedor(a) não inclui esta página').waitFor();
  });

  it('is used by the keyboard alone, on a phone in the dark', async () => {
    const { id, owner } = await under.openAccount();
    await owner.post('/sources', { kind: 'webhook', name: 'Site' });
    const page = await under.signIn(id, { viewport: MOBILE, colorScheme: 'dark' });
    await page.goto(`${under.url}/console#/fontes`);
    await page.getByRole('link', { name: 'Site' }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.locator('.page-head').getByRole('link', { name: 'Nova fonte' }).focus();
    await page.keyboard.press('Enter');
    await settles(() => focused(page), 'Nova fonte');
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Typeform' }).focus();
    await page.keyboard.press('Enter');
    await settles(() => focused(page), 'Typeform');
    await field(page, 'Nome da fonte').focus();
    await page.keyboard.press('Enter');
    await field(page, 'Endereço').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ajustar etapa, etiquetas e campos' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Nada chegou ainda').waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });
});
