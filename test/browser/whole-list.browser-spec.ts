import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { BulkJobView, OwnerLead } from '../../src/contract/lead';
import { MAX_BULK_JOB_LEADS } from '../../src/contract/limits';
import type { MemberView } from '../../src/contract/members/member';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, rests, settles, visit } from './support/steps';

/** Changes of all leads of a list, of which one page is shown. */

const under = consoleForAllTests('whole_list');
const LEADS = 60;

async function filledAccount() {
  const account = await under.openAccount();
  for (let n = 0; n < LEADS; n++) {
    const phone = `119876${String(50_000 + n)}`;
    await under.operator.post(`/accounts/${account.id}/leads`, { phone, name: `Lead ${n}`, tags: ['feira'] });
  }
  return account;
}

it('tags every lead of the filter, says how far it is, and puts them back', async () => {
  const { id, owner } = await filledAccount();
  const tagged = async () => (await owner.get<{ count: number }>('/leads/count?tag=vip')).data.count;
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  await page.getByText(`${LEADS} leads`).waitFor();
  await page.getByLabel('Selecionar todos os leads mostrados').check();
  await press(page, `Selecionar todos os ${LEADS} do filtro`);
  await page.getByText(`${LEADS} leads do filtro selecionados`).waitFor();
  await page.getByLabel('Nova etiqueta').fill('vip');
  await press(page, 'Adicionar');
  await page.getByText(`${LEADS} leads alterados.`, { exact: false }).waitFor();
  await settles(tagged, LEADS);
  expect(await problemsOf(page)).toEqual([]);
  // Still there after a reload.
  await page.reload();
  await press(page, 'Desfazer');
  await page.getByRole('button', { name: 'Desfazer' }).waitFor({ state: 'detached' });
  await settles(tagged, 0);
});

/** Selects all leads of the list, those that are not shown too. */
async function selectWhole(page: Page): Promise<void> {
  await page.getByText(`${LEADS} leads`).waitFor();
  await page.getByLabel('Selecionar todos os leads mostrados').check();
  await press(page, `Selecionar todos os ${LEADS} do filtro`);
  await page.getByText(`${LEADS} leads do filtro selecionados`).waitFor();
}

it('asks before it moves them, gives them to a colleague, and erases none', async () => {
  const { id, owner } = await filledAccount();
  const { data: bruno } = await owner.post<MemberView>('/members', {
    ...{ name: 'Bruno Lima', email: 'bruno@example.com', role: 'seller' },
  });
  const stages = (await owner.get<Pipeline[]>('/pipelines')).data[0]?.stages ?? [];
  for (const { id: lead } of (await owner.pages<OwnerLead>('/leads?limit=100')).flat())
    await owner.post(`/leads/${lead}/deals`, { stage_id: stages[0]?.id });
  const count = async (query: string) => (await owner.get<{ count: number }>(`/leads/count?${query}`)).data.count;
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  await selectWhole(page);
  const bar = page.getByRole('region', { name: 'Todos os leads do filtro' });
  await settles(() => bar.getByRole('button').allInnerTexts(), ['Adicionar', 'Mover', 'Passar', 'Limpar seleção']);
  await bar.getByLabel('Mover para').selectOption({ label: 'Em contato' });
  await bar.getByRole('button', { name: 'Mover', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Mover ${LEADS} leads?` });
  await question.getByText('Por 15 minutos dá para desfazer.').waitFor();
  expect(await problemsOf(page)).toEqual([]);
  expect(await count(`stage_id=${stages[1]?.id}`)).toBe(0);
  await question.getByRole('button', { name: `Mover ${LEADS} leads` }).click();
  await page.getByText(`${LEADS} leads alterados.`, { exact: false }).waitFor();
  expect(await count(`stage_id=${stages[1]?.id}`)).toBe(LEADS);
  await press(page, 'Entendi');
  await selectWhole(page);
  await bar.getByLabel('Responsável').selectOption('Bruno Lima');
  await bar.getByRole('button', { name: 'Passar' }).click();
  await page.getByText(`${LEADS} leads alterados.`, { exact: false }).waitFor();
  expect(await count(`responsible=${bruno.id}`)).toBe(LEADS);
});

it('shows how far a change is', async () => {
  const { id } = await filledAccount();
  const page = await under.signIn(id);
  let seen = 12;
  await page.route('**/bulk-jobs', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: BulkJobView[] };
    const running = data.map((job) => ({ ...job, state: 'running', pending: LEADS - seen, undo_until: null }));
    await route.fulfill({ response: answer, json: { data: running } });
  });
  await visit(page, 'Leads');
  await selectWhole(page);
  await page.getByLabel('Nova etiqueta').fill('vip');
  await press(page, 'Adicionar');
  const progress = page.getByRole('progressbar', { name: 'Leads já vistos' });
  await settles(() => progress.evaluate((bar: HTMLProgressElement) => [bar.value, bar.max]), [12, LEADS]);
  await page.getByText(`Alterando ${LEADS} leads: 12 já vistos.`).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  seen = 31;
  await settles(() => progress.evaluate((bar: HTMLProgressElement) => [bar.value, bar.max]), [31, LEADS]);
});

it.each<[string, (page: Page) => Promise<void>]>([
  ['another filter', (page) => page.getByLabel('Etiqueta', { exact: true }).fill('outra')],
  ['no filter', (page) => page.getByLabel('Etiqueta', { exact: true }).fill('')],
  ['a search', (page) => page.getByLabel('Nome, telefone ou e-mail').fill('Lead')],
])('changes nothing once %s is typed, whatever is pressed next', async (_, type) => {
  const { id, owner } = await filledAccount();
  await owner.post('/leads', { phone: '21987654321', name: 'Fora', tags: ['outra'] });
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads?tag=feira`);
  await selectWhole(page);
  await page.getByLabel('Nova etiqueta').fill('vip');
  const box = await page.getByRole('button', { name: 'Adicionar', exact: true }).boundingBox();
  await type(page);
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await settles(() => page.getByText('do filtro selecionados').count(), 0);
  await rests(page);
  expect((await owner.get<object[]>('/bulk-jobs')).data).toEqual([]);
  expect((await owner.get<{ count: number }>('/leads/count?tag=vip')).data.count).toBe(0);
});

it('exports every lead of the filter, those that are not shown too', async () => {
  const { id, owner } = await filledAccount();
  await owner.post('/leads', { phone: '21987654321', name: 'Fora' });
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads?tag=feira`);
  await page.getByText(`${LEADS} leads`).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar CSV')]);
  const [, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines.map((line) => line.split(';')[1]).sort()).toEqual(
    Array.from({ length: LEADS }, (_, n) => `Lead ${n}`).sort(),
  );
});

it('is not offered where all are shown', async () => {
  const { id } = await under.openAccount();
  await under.operator.post(`/accounts/${id}/leads`, { phone: '11987654321', name: 'Ana' });
  const page = await under.signIn(id);
  await visit(page, 'Leads');
  await page.getByLabel('Selecionar todos os leads mostrados').check();
  await page.getByText('1 lead selecionado').first().waitFor();
  await settles(() => page.getByRole('button', { name: /do filtro/ }).count(), 0);
});

it('says at once that a list is too long for it', async () => {
  const { id } = await filledAccount();
  const page = await under.signIn(id);
  await page.route('**/leads/count*', (route) =>
    route.fulfill({ json: { data: { count: MAX_BULK_JOB_LEADS + 1, is_complete: true } } }),
  );
  await visit(page, 'Leads');
  await page.getByText('100.001 leads').waitFor();
  await page.getByLabel('Selecionar todos os leads mostrados').check();
  await press(page, 'Selecionar todos os 100.001 do filtro');
  const bar = page.getByRole('region', { name: 'Todos os leads do filtro' });
  await bar.getByText('até 100.000 de uma vez').waitFor();
  await settles(() => bar.getByRole('button').allInnerTexts(), ['Limpar seleção']);
});
