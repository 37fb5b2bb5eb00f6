import type { BrowserContext, Page } from 'playwright-core';
import type { HttpClient } from '../support/http-client';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { enterBy, noticesTheEnd, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_sessions');

/** Makes a sign-in link of the account, through the operator. */
async function linkOf(accountId: string): Promise<string> {
  const { data } = await under.operator.post<{ console_url: string }>(`/accounts/${accountId}/owner-sessions`);
  return under.here(data.console_url);
}

/** Adds a lead, for its page. */
async function addLead(accountId: string, name = 'Rita Alves'): Promise<string> {
  const body = { phone: '(11) 98765-4321', name };
  return (await under.operator.post<{ id: string }>(`/accounts/${accountId}/leads`, body)).data.id;
}

const showsLead = (page: Page, name = 'Rita Alves'): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Returns the session cookie, which no script of the page can read. */
const sessionOf = async (context: BrowserContext): Promise<string | undefined> =>
  (await context.cookies()).find(({ name }) => name.includes('session'))?.value;

const sessionsOf = async (owner: HttpClient): Promise<number> => (await owner.get<object[]>('/sessions')).data.length;

describe('a sign-in link', () => {
  it('ends in Brasília time, wherever the browser is', async () => {
    const { id } = await under.openAccount({ name: 'Clínica Sorriso' });
    const link = await linkOf(id);
    const shown = [];
    for (const timezoneId of ['America/Sao_Paulo', 'Asia/Tokyo']) {
      const page = await under.newPage({ timezoneId });
      await page.goto(link);
      shown.push(await page.getByText('Este link é da conta Clínica Sorriso e vale até').textContent());
    }
    expect(shown[0]).toMatch(/vale até \d\d:\d\d\.$/);
    expect(shown[1]).toBe(shown[0]);
  });

  it('waits for its button, so that only opening it does not use it up', async () => {
    const { id, owner } = await under.openAccount({ name: 'Clínica Sorriso' });
    const link = await linkOf(id);
    const before = await sessionsOf(owner);
    const scanner = await under.newPage();
    await scanner.goto(link);
    await scanner.getByText('Este link é da conta Clínica Sorriso').waitFor();
    await scanner.reload();
    await scanner.getByRole('button', { name: 'Entrar em Clínica Sorriso' }).waitFor();
    expect(await problemsOf(scanner)).toEqual([]);
    expect(await sessionOf(scanner.context())).toBeUndefined();
    expect(await sessionsOf(owner)).toBe(before);

    const page = await under.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(link);
    await page.getByText('Este link é da conta Clínica Sorriso').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Entrar em Clínica Sorriso');
    await page.getByRole('heading', { level: 1, name: 'Painel' }).waitFor();
    expect(page.url()).toBe(`${under.url}/console#/`);
    expect(await sessionsOf(owner)).toBe(before + 1);

    await press(scanner, 'Entrar em Clínica Sorriso');
    await scanner.getByText('Este link já foi usado ou venceu. Peça um novo.').waitFor();
    await scanner.getByRole('button', { name: 'Receber link de acesso' }).waitFor();
    expect(scanner.url()).not.toContain('link=');
  });

  it('on another site does not replace the open account by its own', async () => {
    const [mine, foreign] = [await under.openAccount({ name: 'Minha' }), await under.openAccount({ name: 'Alheia' })];
    const lead = await addLead(mine.id);
    const first = await under.signIn(mine.id);
    const context = first.context();
    await first.goto(`${under.url}/console#/leads/${lead}`);
    await showsLead(first);
    const session = await sessionOf(context);

    const page = await context.newPage();
    await page.setContent(`<a href="${await linkOf(foreign.id)}">Promoção</a>`);
    await page.getByRole('link', { name: 'Promoção' }).click();
    await page.getByText('Este link é da conta Alheia').waitFor();
    await page.getByText('Neste navegador você está na conta Minha').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    expect(await sessionOf(context)).toBe(session);
    await press(page, 'Continuar em Minha');
    await showsLead(page);
    expect(page.url()).toBe(`${under.url}/console#/leads/${lead}`);
    expect(await sessionOf(context)).toBe(session);
  });
});

describe('two tabs of an owner of two accounts', () => {
  it('never act in the account that the other tab has switched to', async () => {
    const owner = { name: 'Helena', email: 'helena@example.com' };
    const [first, second] = [
      await under.openAccount({ name: 'Clínica Centro', owner }),
      await under.openAccount({ name: 'Clínica Praia', owner }),
    ];
    const page = await under.signIn(first.id);
    await visit(page, 'Importar');
    const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from('phone\n11987654321') };
    await page.getByLabel('Arquivo', { exact: true }).setInputFiles(file);
    await page.getByText('De 1 linha, nenhuma será recusada.').waitFor();
    // A stream that begins again would also find the other account.
    await page.route('**/admin/v1/events', () => undefined);

    const other = await page.context().newPage();
    await other.goto(`${under.url}/console`);
    await other.getByText('Trocar de conta').click();
    expect(await problemsOf(other)).toEqual([]);
    await press(other, 'Trocar para Clínica Praia');
    await other.locator('.account-name', { hasText: 'Clínica Praia' }).waitFor();

    await press(page, 'Importar arquivo');
    const dialog = page.getByRole('dialog', { name: 'Você entrou em outra conta em outra aba' });
    await dialog.getByText('a sessão agora é da conta Clínica Praia').waitFor();
    for (const account of [first, second]) expect((await account.owner.get<object[]>('/imports')).data).toEqual([]);
    expect(await problemsOf(page)).toEqual([]);

    await press(page, 'Agora não');
    await page.getByRole('alert').getByText('A sessão é de outra conta; nada foi feito.').waitFor();
    await press(page, 'Importar arquivo');
    await dialog.waitFor();
    await page.unrouteAll();
    await press(page, 'Recarregar');
    await page.locator('.account-name', { hasText: 'Clínica Praia' }).waitFor();
    await settles(async () => page.url(), `${under.url}/console#/importar`);
    await page.getByText('Nenhuma importação ainda').waitFor();
  });

  it('do not confuse this with other conflicts', async () => {
    const page = await under.signIn((await under.openAccount()).id);
    await visit(page, 'Funis');
    await press(page, 'Excluir a etapa Novo');
    const [asked] = await Promise.all([page.waitForResponse(/\/account$/), press(page, 'Excluir etapa')]);
    await asked.finished();
    await page.getByRole('alert').getByText('Esta é a etapa de entrada').waitFor();
    await settles(() => page.getByRole('dialog').count(), 1);
    await press(page, 'Cancelar');
    await settles(() => page.getByRole('dialog').count(), 0);
  });
});

it('sessions are listed, and ended one by one or all but this one', async () => {
  const { id, owner } = await under.openAccount();
  const page = await under.signIn(id);
  const [second, third] = [await under.signIn(id), await under.signIn(id)];
  await visit(page, 'Sessões');
  await page.getByText('Esta sessão').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  const all = await sessionsOf(owner);
  await settles(() => page.getByRole('button', { name: /^Encerrar a sessão/ }).count(), all - 1);
  await page
    .getByRole('button', { name: /^Encerrar a sessão/ })
    .first()
    .click();
  await told(page, 'Sessão encerrada.');
  await settles(() => page.getByRole('button', { name: /^Encerrar a sessão/ }).count(), all - 2);
  expect(await sessionsOf(owner)).toBe(all - 1);
  await press(page, 'Encerrar todas as outras');
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Encerrar as outras');
  await told(page, 'As outras sessões foram encerradas.');
  await settles(() => page.getByRole('listitem').filter({ hasText: 'Iniciada em' }).count(), 1);
  expect(await sessionsOf(owner)).toBe(1);
  for (const ended of [second, third]) {
    await noticesTheEnd(ended, ended.getByRole('navigation').getByRole('link', { name: 'Funis' }));
  }
  await visit(page, 'Funis');
});

describe('the place', () => {
  it('is where the next session begins, in the old tab and in the tab of the link', async () => {
    const { id, owner } = await under.openAccount();
    const lead = await addLead(id);
    const page = await under.newPage();
    await enterBy(page, await linkOf(id));
    const used = page.url();
    await page.goto(`${under.url}/console#/leads/${lead}`);
    await showsLead(page);
    await owner.delete('/sessions');
    await noticesTheEnd(page, page.getByRole('button', { name: 'Mais ações' }));
    await page.reload();
    await page.getByRole('heading', { name: 'Entrar', exact: true }).waitFor();

    const tab = await page.context().newPage();
    const link = await linkOf(id);
    await enterBy(tab, link);
    await showsLead(tab);
    expect(tab.url()).toBe(`${under.url}/console#/leads/${lead}`);
    await showsLead(page);
    expect(page.url()).toBe(tab.url());
    expect(used).toBe(`${under.url}/console#/hoje`);

    // Opens the same link again, in the same tab and in another.
    for (const again of [tab, await page.context().newPage()]) {
      await again.goto(link);
      await told(again, 'Este link já foi usado ou venceu. Você continua em');
      await showsLead(again);
      expect(again.url()).toBe(tab.url());
    }
  });

  it('is the one that was opened last before signing in, also over the address of the sign-in page', async () => {
    const { id } = await under.openAccount();
    const lead = await addLead(id);
    const page = await under.newPage();
    await page.goto(`${under.url}/console`);
    await page.getByRole('button', { name: 'Receber link de acesso' }).waitFor();
    await page.goto(`${under.url}/console#/leads/${lead}`);
    const tab = await page.context().newPage();
    await enterBy(tab, await linkOf(id));
    await showsLead(tab);
    await showsLead(page);
  });

  it('is not taken over by another tab that hears of the session first', async () => {
    const { id } = await under.openAccount();
    const lead = await addLead(id);
    const idle = await under.newPage();
    await idle.goto(`${under.url}/console#/funis`);
    await idle.getByRole('button', { name: 'Receber link de acesso' }).waitFor();
    const wanted = await idle.context().newPage();
    await wanted.goto(`${under.url}/console#/leads/${lead}`);
    await wanted.getByRole('button', { name: 'Receber link de acesso' }).waitFor();
    const tab = await idle.context().newPage();
    await tab.goto(await linkOf(id));
    await tab.getByRole('button', { name: /^Entrar em / }).waitFor();
    await wanted.close();
    await tab.route('**/admin/v1/me', async (route) => {
      await settles(
        () => idle.evaluate(() => /funis.*[0-9a-f]{8}-/.test(localStorage.getItem('entrada-place') ?? '')),
        true,
      );
      await route.continue();
    });
    await tab.getByRole('button', { name: /^Entrar em / }).click();
    await showsLead(tab);
  });

  it('is not used in another account after the owner has switched', async () => {
    const [first, second] = [await under.openAccount(), await under.openAccount({ name: 'Segunda' })];
    const lead = await addLead(first.id);
    const page = await under.signIn(first.id);
    await page.goto(`${under.url}/console#/leads/${lead}`);
    await showsLead(page);
    await enterBy(page, await linkOf(second.id));
    await page.locator('.account-name', { hasText: 'Segunda' }).waitFor();
    expect(page.url()).toBe(`${under.url}/console#/`);
  });

  it('is removed from the screen when nobody has come back for as long as a session lasts', async () => {
    const { id, owner } = await under.openAccount();
    const lead = await addLead(id);
    const page = await under.signIn(id);
    await page.clock.install();
    await page.goto(`${under.url}/console#/leads/${lead}`);
    await page.reload();
    await showsLead(page);
    await owner.delete('/sessions');
    await page.clock.fastForward('02:05:00');
    await page.getByText('Sua sessão terminou.').waitFor();
    await settles(() => page.getByText('Rita Alves').count(), 0);
  });
});

it('the browser keeps nothing of a person: in titles, addresses, history, storage, names of files', async () => {
  const { id } = await under.openAccount();
  const lead = await addLead(id);
  const page = await under.signIn(id);
  const kept = (): Promise<string> =>
    page.evaluate(() =>
      JSON.stringify([document.title, location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
    );
  const namesNobody = async (title: string): Promise<void> => {
    await settles(() => page.title(), `${title} · Entrada`);
    await settles(async () => /rita|9?8765-?4321/i.test(await kept()), false);
  };
  await visit(page, 'Leads');
  await page.getByLabel('Telefone ou e-mail').fill('11987654321');
  await page.getByRole('link', { name: 'Rita Alves' }).waitFor();
  await namesNobody('Leads');
  await page.getByRole('link', { name: 'Rita Alves' }).click();
  await showsLead(page);
  await namesNobody('Lead');
  await press(page, 'Mais ações');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar dados')]);
  expect(file.suggestedFilename()).toBe(`lead-${lead}.json`);

  // Text typed into the address is not kept either.
  await page.goto(`${under.url}/console#/leads/11987654321`);
  await page.getByText('Lead não encontrado').waitFor();
  await press(page, 'Sair');
  await page.getByText('Você saiu.').waitFor();
  await settles(async () => (await kept()).includes(lead), false);
  await namesNobody('Entrar');
});
