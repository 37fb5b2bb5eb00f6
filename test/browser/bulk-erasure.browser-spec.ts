import type { LeadView, OwnerLead } from '../../src/contract/lead';
import type { Metrics } from '../../src/contract/metrics';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { join } from './support/people';
import { focused, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_bulk_erasure');

const NAMES = ['Ana Souza', 'Bruno Lima', 'Carla Dias'];

/** Makes an account with these leads, of which the first is of an ad, and a second lead of the last phone. */
async function openFull() {
  const account = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const add = async (body: object) =>
    (await under.operator.post<LeadView>(`/accounts/${account.id}/leads`, { ...body, allow_duplicate: true })).data.id;
  const ids: string[] = [];
  for (const [index, name] of NAMES.entries())
    ids.push(await add({ phone: `1198765432${index}`, name, origin: index === 0 ? 'network_a_ads' : 'untracked' }));
  return { ...account, ids, twin: await add({ phone: '11987654322', name: 'Carla D.' }) };
}

it('erases the people of the selected leads as spam, after their number is typed, by the keyboard alone', async () => {
  const { id, owner } = await openFull();
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  for (const name of ['Bruno Lima', 'Carla Dias', 'Carla D.']) await page.getByLabel(`Selecionar ${name}`).check();
  await page.getByText('3 leads selecionados').first().waitFor();
  await page.getByRole('button', { name: 'Apagar…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Apagar 2 pessoas?' });
  await dialog.waitFor();
  expect(await problemsOf(page)).toEqual([]);
  const erase = dialog.getByRole('button', { name: 'Apagar 2 pessoas' });
  await dialog.getByLabel('Quantas pessoas apagar').focus();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await settles(() => erase.isDisabled(), true);
  await page.keyboard.press('Escape');
  await settles(() => dialog.count(), 0);
  await settles(() => focused(page), 'Apagar…');
  await settles(() => page.getByRole('rowheader').count(), 4);

  await page.keyboard.press('Enter');
  await dialog.getByLabel('Quantas pessoas apagar').focus();
  await page.keyboard.type('2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await settles(() => dialog.getByLabel('São spam').isChecked(), true);
  await dialog.getByLabel('Quantas pessoas apagar').press('Enter');
  await told(page, '2 pessoas apagadas.');
  await settles(() => page.getByRole('rowheader').allInnerTexts(), ['Ana Souza']);
  const leads = async (query = '') => (await owner.get<Metrics>(`/metrics${query}`)).data.leads;
  expect([await leads(), await leads('?without_spam=true')]).toEqual([3, 1]);
});

it('gives the untracked ones of the selected leads an origin', async () => {
  const { id, owner, ids } = await openFull();
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  const given = page.getByLabel('Origem dos sem classificação');
  await page.getByLabel('Selecionar Ana Souza').check();
  await page.getByText('1 lead selecionado').first().waitFor();
  await settles(() => given.count(), 0);
  await page.getByLabel('Selecionar todos os leads mostrados').check();
  await given.selectOption('Meta Ads');
  expect(await problemsOf(page)).toEqual([]);
  await press(page, 'Dar origem');
  await told(page, '3 leads alterados.');
  const origins = await Promise.all(
    ids.map(async (lead) => (await owner.get<OwnerLead>(`/leads/${lead}`)).data.origin),
  );
  expect(origins).toEqual(['network_a_ads', 'network_a_ads', 'network_a_ads']);
});

it('is not offered to sellers', async () => {
  const { owner } = await openFull();
  const manager = await join(under, owner, { name: 'Bruno Lima', role: 'manager' });
  const seller = await join(under, owner, { name: 'Clara Dias', role: 'seller' });
  for (const { page, role } of [manager, seller]) {
    await page.getByLabel('Selecionar Ana Souza').check();
    await page.getByText('1 lead selecionado').first().waitFor();
    expect([role, await page.getByRole('button', { name: 'Apagar…' }).count()]).toEqual([
      role,
      role === 'seller' ? 0 : 1,
    ]);
  }
});
