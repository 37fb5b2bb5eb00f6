import type { Locator, Page } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '../../src/contract/durations';
import { FORM_AGE } from '../../src/contract/limits';
import type { LeadDetail } from '../../src/contract/lead';
import type { SourceView } from '../../src/contract/source';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_source_form');

const PHONE = '(11) 98765-4321';

/** Begins at an empty list, and answers where the leads are born. */
async function choose(page: Page, tool: string): Promise<void> {
  await visit(page, 'Fontes');
  await page.getByRole('banner').or(page.locator('.page-head')).getByRole('link', { name: 'Nova fonte' }).click();
  await page.getByRole('link', { name: tool, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: tool }).waitFor();
}

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

describe('a form', () => {
  it('goes from nothing to the first lead, with a link, a line for a site and a QR code', async () => {
    const started = Date.now();
    const { id, owner } = await under.openAccount({ name: 'Clínica Sorriso' });
    const page = await under.signIn(id);
    await choose(page, 'Formulário pronto');
    await press(page, 'Criar formulário');
    const link = await field(page, 'Link').inputValue();
    expect(link).toMatch(/\/f\/\w{12}$/);
    await settles(() => field(page, 'Para o seu site').inputValue(), `<script src="${link}/embed.js" async></script>`);
    await settles(
      async () =>
        (await field(page, 'Se o site não aceita scripts (sem a origem da visita)').inputValue()).split('" ')[0],
      `<iframe src="${link}`,
    );
    await page.getByRole('img', { name: 'QR code que abre o formulário' }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Baixar QR code')]);
    expect(file.suggestedFilename()).toBe('formulario-qr-code.svg');
    expect(await problemsOf(page)).toEqual([]);

    await fillForm(await visitor(link), 'Rita Alves');
    await page.getByText('Seu primeiro lead chegou:').waitFor();
    expect((await owner.get<LeadDetail[]>('/leads')).data).toMatchObject([{ name: 'Rita Alves' }]);
    expect(Date.now() - started).toBeLessThan(2 * MINUTE_MS);
  });

  it('warns where a proxy gives all visitors one address', async () => {
    const { id, owner } = await under.openAccount();
    const { id: source } = (await owner.post<SourceView>('/sources', { kind: 'form', name: 'Site' })).data;
    const page = await under.signIn(id);
    const warning = page.getByText('O servidor não vê o endereço de cada visitante');
    const open = async () => {
      await page.goto(`${under.url}/console#/fontes`);
      await page.getByRole('link', { name: 'Site', exact: true }).click();
      await field(page, 'Link').waitFor();
    };
    await open();
    await settles(() => warning.count(), 0);
    await page.route(`**/sources/${source}`, async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: SourceView };
      await route.fulfill({ response: answer, json: { data: { ...data, is_visitor_limit_shared: true } } });
    });
    await open();
    await warning.waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });

  it('of WhatsApp opens the conversation with the number', async () => {
    const { id, owner } = await under.openAccount();
    const page = await under.signIn(id);
    await choose(page, 'Formulário com WhatsApp');
    await press(page, 'Criar formulário');
    await page.getByText('Seu número do WhatsApp: ').waitFor();
    await field(page, 'Seu número do WhatsApp').fill(PHONE);
    await press(page, 'Criar formulário');
    await field(page, 'Link').waitFor();
    const [source] = (await owner.get<SourceView[]>('/sources')).data;
    expect(source?.form?.after).toMatchObject({ whatsapp: '5511987654321' });
  });

  it('is changed beside a preview of its page', async () => {
    const { id, owner } = await under.openAccount();
    const { id: source } = (await owner.post<SourceView>('/sources', { kind: 'form', name: 'Site' })).data;
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/fontes/${source}`);
    const preview = page.frameLocator('iframe[title="Prévia do formulário"]');
    await preview.getByText('formulário de').waitFor();
    await settles(() => preview.getByLabel('Bairro').count(), 0);
    await field(page, 'Título').fill('Agende sua avaliação');
    await field(page, 'Nome').selectOption('Obrigatório');
    await press(page, 'Acrescentar pergunta');
    await press(page, 'Salvar formulário');
    await page.getByText('Pergunta 1: ').waitFor();
    await field(page, 'Pergunta 1').fill('Bairro');
    await field(page, 'Pedir consentimento').selectOption('Opcional');
    await field(page, 'O que acontece').selectOption('Abrir uma página');
    await field(page, 'Endereço da página').fill('loja.example');
    await press(page, 'Salvar formulário');
    await page.getByText('Endereço da página: deve ser um endereço que começa com https://').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await field(page, 'Endereço da página').fill('https://loja.example/obrigado');
    await press(page, 'Salvar formulário');
    await told(page, 'Formulário salvo: já está no ar.');
    await preview.getByText('Agende sua avaliação').waitFor();
    await preview.getByLabel('Bairro').waitFor();
    expect((await owner.get<SourceView>(`/sources/${source}`)).data.form).toMatchObject({
      fields: { name: 'required', email: 'off', message: 'off' },
      questions: [{ label: 'Bairro', required: false }],
      consent: { text: 'Aceito receber contato sobre o meu pedido.', required: false },
      after: { url: 'https://loja.example/obrigado' },
      remember_days: 0,
    });
  });

  it('says what stands where its owner writes nothing, and how to write the number', async () => {
    const { id, owner } = await under.openAccount();
    const { id: source, address } = (await owner.post<SourceView>('/sources', { kind: 'form', name: 'Site' })).data;
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/fontes/${source}`);
    const shown = async (label: string) => (await field(page, label).getAttribute('placeholder')) ?? 'nothing';
    const form = await visitor(address ?? '');
    await form.getByRole('heading', { name: await shown('Título'), exact: true }).waitFor();
    await form.getByRole('button', { name: await shown('Texto do botão'), exact: true }).waitFor();
    await fillForm(form);
    await form.getByText(await shown('Frase'), { exact: true }).waitFor();
    await field(page, 'O que acontece').selectOption('Abrir o WhatsApp');
    await field(page, 'Número do WhatsApp').fill('+351 912 345 678');
    await settles(async () => (await field(page, 'Primeira mensagem').inputValue()).slice(0, 4), 'Olá!');
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Salvar formulário');
    await told(page, 'Formulário salvo: já está no ar.');
    expect((await owner.get<SourceView>(`/sources/${source}`)).data.form).toMatchObject({
      after: { whatsapp: '351912345678', text: expect.stringMatching(/^Olá!/) as unknown },
    });
  });

  it('keeps what a robot sends as spam, which one click takes in', async () => {
    const { id, owner } = await under.openAccount();
    const made = (await owner.post<SourceView>('/sources', { kind: 'form', name: 'Site' })).data;
    // A robot posts without having read the page.
    const body = new URLSearchParams({ phone: PHONE });
    await fetch(under.here(made.address ?? ''), { method: 'POST', body, redirect: 'manual' });
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/fontes/${made.id}`);
    await page.getByText('1 spam barrado').waitFor();
    expect((await owner.get<LeadDetail[]>('/leads')).data).toEqual([]);
    await page.getByText(/^Ver o que chegou/).click();
    await page.getByRole('button', { name: /^Não é spam/ }).click();
    await told(page, 'Lido de novo: um lead novo.');
    expect((await owner.get<LeadDetail[]>('/leads')).data).toMatchObject([{ phone: '5511987654321' }]);
  });

  async function visitor(link: string): Promise<Page> {
    const page = await under.newPage();
    await page.goto(under.here(link));
    return page;
  }

  async function fillForm(page: Page, name?: string): Promise<void> {
    await page.getByLabel(/Telefone|WhatsApp/).fill(PHONE);
    if (name) await page.getByLabel(/Nome/).fill(name);
    // A form that is sent within two seconds is shown again.
    await sleep(FORM_AGE.minSeconds * SECOND_MS + 100);
    await page.getByRole('button').click();
    await page.waitForURL('**/obrigado');
  }
});
