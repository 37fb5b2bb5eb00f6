import type { Page } from 'playwright-core';
import { DAY_MS } from '../../src/contract/durations';
import type { LeadView } from '../../src/contract/lead';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { join } from './support/people';
import { focused, nextCall, press, settles, told } from './support/steps';

const under = consoleForAllTests('console_palette', { LIMIT_SESSION_PER_MINUTE: '1000000' });

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function openShop() {
  const account = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const [pipeline] = (await account.owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const deals = [{ stage_id: pipeline?.stages[0]?.id }];
  const add = async (phone: string, name: string): Promise<string> =>
    (await account.owner.post<LeadView>('/leads', { phone, name, deals })).data.id;
  const ids = [await add('11912349876', 'Ana D’Ávila'), await add('21985551234', 'Bruno Conceição')];
  return { ...account, ids, add };
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar leads' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');
const option = (page: Page, text: string) => options(page).filter({ hasText: text });
const texts = (page: Page) => (): Promise<string[]> => options(page).allInnerTexts();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await field(page).waitFor();
  await page.keyboard.type(text);
}

const PLACES = [
  ['', 'Painel'],
  ['hoje', 'Hoje'],
  ['leads', 'Leads'],
  ['quadro', 'Quadro'],
  ['agenda', 'Agenda'],
  ['fontes', 'Fontes'],
  ['equipe', 'Equipe'],
] as const;

it('leads from every page to a person by the keyboard alone, and leaves no trace of what was typed', async () => {
  const { id } = await openShop();
  const page = await under.signIn(id);
  for (const [place, title] of PLACES) {
    await page.goto(`${under.url}/console#/${place}`);
    await heading(page, title).waitFor();
    await search(page, '9876');
    await page.keyboard.press('Enter');
    await heading(page, 'Ana D’Ávila').waitFor();
    await settles(() => focused(page), 'Ana D’Ávila');
    await settles(() => palette(page).count(), 0);
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('conceicao');
  await option(page, 'Bruno Conceição').waitFor();
  const kept = () => page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]));
  expect(await kept()).not.toContain('conceicao');
  await page.keyboard.press('Enter');
  await heading(page, 'Bruno Conceição').waitFor();
  expect(await kept()).not.toContain('conceicao');
});

it('shows a line of each lead, moves by arrows around them, and Escape returns to where the keyboard was', async () => {
  const { id, ids, owner } = await openShop();
  const due_at = new Date(Date.now() - 2 * DAY_MS).toISOString();
  await owner.post(`/leads/${ids[0]}/activities`, { type: 'task', text: 'Ligar', due_at });
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads`);
  const link = page.getByRole('link', { name: 'Ana D’Ávila' });
  await link.focus();
  await search(page, '1234');
  await settles(
    async () => (await texts(page)()).map((text) => text.replaceAll(/\s+/g, ' ').replace(/: \d.*/, ': …')),
    [
      'Bruno Conceição (21) 98555-1234 Sem responsável Sem próximo passo',
      'Ana D’Ávila (11) 91234-9876 Sem responsável Atrasado: …',
      'Ver todos na lista',
    ],
  );
  await palette(page).getByText('2 leads', { exact: true }).waitFor();
  const active = () => palette(page).getByRole('option', { selected: true }).innerText();
  const isNamed = async () =>
    (await field(page).getAttribute('aria-activedescendant')) ===
    (await palette(page).getByRole('option', { selected: true }).getAttribute('id'));
  for (const [key, name] of [
    ['ArrowDown', 'Ana'],
    ['ArrowDown', 'Ver todos'],
    ['ArrowDown', 'Bruno'],
    ['ArrowUp', 'Ver todos'],
    ['ArrowUp', 'Ana'],
  ] as const) {
    await page.keyboard.press(key);
    await settles(async () => (await active()).includes(name), true);
    await settles(isNamed, true);
  }
  await page.keyboard.press('Escape');
  await settles(() => palette(page).count(), 0);
  await settles(() => focused(page), 'Ana D’Ávila');
  await page.keyboard.press('/');
  await field(page).waitFor();
  await page.goBack();
  await heading(page, 'Painel').waitFor();
  await settles(() => palette(page).count(), 0);
});

it('takes the first key after the shortcut', async () => {
  const { id } = await openShop();
  const page = await under.signIn(id);
  const first = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new MutationObserver(() => {
          if (document.querySelector('dialog[open] [role=combobox]')) resolve(document.activeElement?.role);
        }).observe(document, { childList: true, subtree: true });
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      }),
  );
  expect(first).toBe('combobox');
});

it('by touch, a phone gets to a lead from the field in its header', async () => {
  const { id } = await openShop();
  const page = await under.signIn(id, PHONE);
  await page.goto(`${under.url}/console#/equipe`);
  const button = page.getByRole('button', { name: 'Buscar leads' });
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await button.tap();
  await settles(() => focused(page), 'Nome, telefone ou e-mail');
  await page.keyboard.insertText('davila');
  await option(page, 'Ana D’Ávila').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await option(page, 'Ana D’Ávila').tap();
  await heading(page, 'Ana D’Ávila').waitFor();
  await button.tap();
  await palette(page).getByRole('button', { name: 'Fechar a busca' }).tap();
  await settles(() => palette(page).count(), 0);
});

it('opens all on the list, whatever its filters were, and not in the address', async () => {
  const { id, add } = await openShop();
  for (let n = 0; n < 9; n++) await add(`119876500${10 + n}`, `Maria ${n}`);
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads?responsible=none&origin=social`);
  await search(page, 'maria');
  await palette(page).getByText('Os primeiros 8 leads').waitFor();
  await settles(() => options(page).count(), 9);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await settles(() => page.getByRole('rowheader').count(), 9);
  await settles(() => page.getByLabel('Nome, telefone ou e-mail').inputValue(), 'maria');
  expect(page.url()).toBe(`${under.url}/console#/leads`);
});

describe('somebody who is not a lead yet', () => {
  it('is entered by the last result, with the phone filled in', async () => {
    const { id, owner } = await openShop();
    const page = await under.signIn(id);
    await search(page, '11 98888-7777');
    await settles(texts(page), ['Cadastrar (11) 98888-7777']);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Novo lead' });
    await settles(() => form.getByLabel('Telefone').inputValue(), '(11) 98888-7777');
    await settles(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'name');
    await page.keyboard.type('Carla Dias');
    await page.keyboard.press('Enter');
    await told(page, 'Lead criado.');
    await heading(page, 'Carla Dias').waitFor();
    const [first] = (await owner.get<{ phone: string }[]>('/leads')).data;
    expect(first?.phone).toBe('5511988887777');
  });

  it('is named as typed; one who is there is not offered', async () => {
    const { id } = await openShop();
    const page = await under.signIn(id);
    await search(page, 'ana');
    await option(page, 'Ana D’Ávila').waitFor();
    await settles(() => option(page, 'Cadastrar').count(), 0);
    for (const [text, shown, label] of [
      ['Zilda Reis', 'Cadastrar “Zilda Reis”', 'Nome'],
      ['zilda@example.com', 'Cadastrar zilda@example.com', 'E-mail'],
    ] as const) {
      await field(page).fill(text);
      await settles(texts(page), [shown]);
      await option(page, shown).click();
      const form = page.getByRole('dialog', { name: 'Novo lead' });
      await settles(() => form.getByLabel(label).inputValue(), text);
      await settles(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'phone');
      await press(page, 'Cancelar');
      await page.keyboard.press('/');
    }
    await field(page).fill('8555');
    await option(page, 'Bruno').waitFor();
    await field(page).fill('5559');
    await palette(page).getByText('Nenhum lead encontrado.').waitFor();
    await settles(texts(page), []);
  });
});

it('Ctrl+K while a note is typed keeps it, and the place in it', async () => {
  const { id, ids } = await openShop();
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads/${ids[0]}`);
  const note = page.getByLabel('Texto', { exact: true });
  await note.fill('Prefere à tarde');
  await page.keyboard.press('/');
  await settles(() => note.inputValue(), 'Prefere à tarde/');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type('bruno');
  await option(page, 'Bruno').waitFor();
  await page.keyboard.press('Escape');
  await settles(() => palette(page).count(), 0);
  await page.keyboard.type('!');
  await settles(() => note.inputValue(), 'Prefere à tarde/!');
});

it('shows the answer to what was typed last, also when an older one comes later', async () => {
  const { id } = await openShop();
  const page = await under.signIn(id);
  await page.keyboard.press('/');
  await field(page).waitFor();
  const [older] = await Promise.all([nextCall(page, /leads\?q=ana/), page.keyboard.type('ana')]);
  await field(page).fill('bruno');
  await option(page, 'Bruno').waitFor();
  await older.continue();
  await page.waitForTimeout(300);
  await settles(async () => (await texts(page)()).join().includes('Ana'), false);
  // An Enter before the answer opens what the answer has, not what is still shown.
  await field(page).fill('b');
  await field(page).fill('ana');
  await page.keyboard.press('Enter');
  await heading(page, 'Ana D’Ávila').waitFor();
});

it('a lost connection is told, and the search goes on by itself', async () => {
  const { id } = await openShop();
  const page = await under.signIn(id);
  await page.keyboard.press('/');
  await field(page).waitFor();
  await page.context().setOffline(true);
  await page.keyboard.type('davila');
  await palette(page).getByText('O serviço não respondeu.').waitFor();
  await page.context().setOffline(false);
  await option(page, 'Ana D’Ávila').waitFor();
  await settles(() => palette(page).getByText('O serviço não respondeu.').count(), 0);
});

it('any text is searched for or left alone, and none is too long', async () => {
  const { id } = await openShop();
  const page = await under.signIn(id);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await page.keyboard.press('/');
  await field(page).waitFor();
  await palette(page)
    .getByText(/^Digite parte do nome/)
    .waitFor();
  for (const text of ['%', '_', '%%%', '"\'`', '😀', 'a', '\u200b\u200b', '-- ;', '()', '/']) {
    await field(page).fill(text);
    await palette(page)
      .getByText(/^Digite parte do nome/)
      .waitFor();
  }
  const searched = ["d'ávila\tana", 'an%', 'an_', '"ana"', '😀 ana', "'; drop table leads; --", '\u202aana\u200b'];
  for (const text of searched) {
    await field(page).fill(text);
    await palette(page)
      .getByText(/^(Nenhum lead encontrado\.|1 lead)$/)
      .waitFor();
  }
  await field(page).fill('');
  await page.keyboard.insertText(`ana ${'x'.repeat(1_000_000)}`);
  await palette(page).getByText('Nenhum lead encontrado.').waitFor();
  await settles(async () => (await field(page).inputValue()).length, 60);
  await field(page).fill('ana');
  await option(page, 'Ana D’Ávila').waitFor();
  expect(refused).toEqual([]);
});

describe('whom it is for', () => {
  it('a seller finds what a seller sees', async () => {
    const { owner, ids } = await openShop();
    const [seller, other] = [
      await join(under, owner, { name: 'Caio', role: 'seller' }),
      await join(under, owner, { name: 'Davi', role: 'seller' }),
    ];
    await owner.patch('/account', { sellers_see: 'own' });
    await owner.patch(`/leads/${ids[0]}`, { responsible_id: other.id });
    await search(seller.page, '1234');
    await option(seller.page, 'Bruno').waitFor();
    await settles(() => options(seller.page).count(), 2);
    await field(seller.page).fill('davila');
    await settles(texts(seller.page), ['Cadastrar “davila”']);
    await search(other.page, '9876');
    await option(other.page, 'Ana').waitFor();
  });

  it('opens neither beside another dialog, nor without a licence, nor on the pages for signing in', async () => {
    const { id } = await openShop();
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/leads`);
    await press(page, 'Novo lead');
    await page.getByRole('dialog', { name: 'Novo lead' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Tab');
    await settles(() => page.getByRole('dialog').count(), 1);
    await press(page, 'Cancelar');
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await under.operator.patch(`/accounts/${id}`, { licence_active: false });
    await heading(page, 'Licença inativa').waitFor();
    await settles(() => palette(page).count(), 0);
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await settles(() => page.getByRole('dialog').count(), 0);
    await settles(() => page.getByRole('button', { name: 'Buscar leads' }).count(), 0);
    await press(page, 'Sair');
    await page.getByRole('heading', { name: /Entrar|Entre/ }).waitFor();
    await page.keyboard.press('Control+k');
    await settles(() => page.getByRole('dialog').count(), 0);
  });
});
