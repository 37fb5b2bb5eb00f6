import type { Page } from 'playwright-core';
import type { AccountWithSettings } from '../../src/contract/account';
import type { ActivityView } from '../../src/contract/day/activity';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told } from './support/steps';

/** Templates of messages: the owner writes them, and who opens a chat chooses one. */

const under = consoleForAllTests('console_templates');

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TEXT = 'Oi {nome} 👋\nAqui é {vendedor}, da {conta}. 100% & mais?';

/** An account with a new lead. */
async function open(templates: readonly object[] = []) {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena Prado', email: 'helena@example.com' } });
  const { name: account } = (await owner.patch<AccountWithSettings>('/account', { message_templates: templates })).data;
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const site = under.partner(data.key);
  await site.post('/leads', { phone: '11980000001', name: 'Ana Souza' });
  const leadId = (await owner.get<{ id: string }[]>('/leads')).data[0]?.id ?? '';
  const done = async () => {
    const { data } = await owner.get<{ activity?: ActivityView }[]>(`/leads/${leadId}/timeline`);
    return data.flatMap(({ activity }) => (activity ? [[activity.type, activity.reached]] : []));
  };
  return { id, owner, leadId, account, done };
}

async function goTo(page: Page, place: string): Promise<void> {
  await page.goto(`${under.url}/console#/${place}`);
  // The tests have no network: links are followed up to there.
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a[target]')) event.preventDefault();
    }),
  );
}

/** Comes back to the page, which may still be noticing that somebody has left. */
const comeBack = (page: Page): Promise<void> =>
  settles(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    return page.getByText('Falou com Ana Souza?').count();
  }, 1);

it('the owner writes them, and is told what may not stand in braces', async () => {
  const { id, owner } = await open();
  const page = await under.signIn(id);
  await goTo(page, 'funis');
  const form = page.getByRole('form', { name: 'Modelos de mensagem' });
  await form.getByRole('button', { name: 'Adicionar modelo' }).click();
  await form.getByRole('button', { name: 'Adicionar modelo' }).click();
  const second = form.getByRole('group', { name: 'Modelo 2' });
  await second.getByLabel('Nome').fill('Retorno');
  await second.getByLabel('Mensagem').fill('Oi {foo}');
  await form.getByRole('button', { name: 'Salvar modelos' }).click();
  await second.getByText(/tem \{foo\}; entre chaves pode haver só \{nome\}/).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await second.getByLabel('Mensagem').fill(TEXT);
  await form.getByRole('button', { name: 'Salvar modelos' }).click();
  await told(page, 'Modelos salvos.');
  const leftOf = async (name: string) => (await form.getByRole('button', { name }).locator('svg').boundingBox())?.x;
  expect(await leftOf('Remover o modelo 1')).toBe(await leftOf('Adicionar modelo'));
  await form.getByRole('button', { name: 'Remover o modelo 1' }).click();
  await form.getByRole('button', { name: 'Salvar modelos' }).click();
  const stored = async () => (await owner.get<AccountWithSettings>('/account')).data.message_templates;
  await settles(stored, [{ name: 'Retorno', text: TEXT }]);
});

it('one is chosen on the desk, filled, and how it went is asked', async () => {
  const { id, account, done } = await open([
    { name: 'Retorno', text: TEXT },
    { name: 'Curto', text: 'Oi!' },
  ]);
  const page = await under.signIn(id);
  await goTo(page, 'hoje');
  await press(page, 'WhatsApp: Ana Souza');
  await page.getByRole('dialog', { name: 'Mensagem para Ana Souza' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  const choice = page.getByRole('link', { name: 'Retorno' });
  const text = `Oi Ana 👋\nAqui é Helena, da ${account}. 100% & mais?`;
  await settles(
    async () => new URL((await choice.getAttribute('href')) ?? '').href,
    `https://wa.me/5511980000001?text=${encodeURIComponent(text)}`,
  );
  await settles(
    () => page.getByRole('link', { name: 'Sem modelo' }).getAttribute('href'),
    'https://wa.me/5511980000001',
  );
  await choice.press('Enter');
  await comeBack(page);
  await press(page, 'Sim: Ana Souza');
  await told(page, 'Mensagem registrada.');
  await settles(done, [['message', true]]);
});

it.each(['leads', 'lead'])('on a phone one is chosen from the page “%s”, which asks too', async (place) => {
  const { id, leadId, done } = await open([{ name: 'Retorno', text: TEXT }]);
  const page = await under.signIn(id, PHONE);
  await goTo(page, place === 'lead' ? `leads/${leadId}` : place);
  const link = page.getByRole('button', { name: 'WhatsApp: Ana Souza' });
  await settles(async () => ((await link.boundingBox())?.height ?? 0) >= 44, true);
  await link.tap();
  await page.getByRole('link', { name: 'Retorno' }).tap();
  await comeBack(page);
  await page.getByRole('dialog', { name: 'Falou com Ana Souza?' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Não respondeu: Ana Souza' }).tap();
  await told(page, 'Mensagem registrada.');
  await settles(() => page.getByRole('dialog').count(), 0);
  await settles(done, [['message', false]]);
});
