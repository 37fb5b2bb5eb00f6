import type { Page } from 'playwright-core';
import type { Pipeline } from '../support/pipelines';
import { consoleForAllTests } from './support/console';
import { join } from './support/people';
import { settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_shared_board');

const card = (page: Page, name: string) => page.locator(`[data-deal][aria-label="${name}"]`);
const cardsIn = (page: Page, stage: string) => () =>
  page
    .getByRole('region', { name: stage, exact: true })
    .locator('[data-deal]')
    .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label')));

/** Moves a card one stage on, by the keyboard. */
async function moveOn(page: Page, name: string): Promise<void> {
  await card(page, name).focus();
  await page.keyboard.press('Control+ArrowRight');
}

it('two people work on one board at once, each under their own name, and see what the other does', async () => {
  const { owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const entry = (await owner.get<Pipeline[]>('/pipelines')).data[0]?.stages[0];
  const ids: Record<string, string> = {};
  for (const [index, name] of ['Ana Souza', 'Rita Alves'].entries()) {
    const body = { phone: `1198765432${index}`, name, deals: [{ stage_id: entry?.id }] };
    ids[name] = (await owner.post<{ id: string }>('/leads', body)).data.id;
  }
  const { page: bruno } = await join(under, owner, { name: 'Bruno Lima', role: 'seller' });
  const { page: clara } = await join(under, owner, { name: 'Clara Dias', role: 'manager' });
  for (const page of [bruno, clara]) {
    await visit(page, 'Quadro');
    await settles(cardsIn(page, 'Novo'), ['Rita Alves', 'Ana Souza']);
  }
  await Promise.all([moveOn(bruno, 'Rita Alves'), moveOn(clara, 'Ana Souza')]);
  await Promise.all([
    told(bruno, 'Rita Alves agora está em “Em contato”.'),
    told(clara, 'Ana Souza agora está em “Em contato”.'),
  ]);
  for (const page of [bruno, clara]) {
    await settles(cardsIn(page, 'Novo'), []);
    await settles(async () => (await cardsIn(page, 'Em contato')()).sort(), ['Ana Souza', 'Rita Alves']);
  }
  await moveOn(clara, 'Rita Alves');
  await settles(cardsIn(bruno, 'Agendado'), ['Rita Alves']);

  await bruno.goto(`${under.url}/console#/leads/${ids['Rita Alves']}`);
  const moves = bruno.locator('.timeline li').filter({ hasText: '→' });
  await moves.filter({ hasText: 'Novo → Em contato' }).getByText('por Bruno Lima').waitFor();
  await moves.filter({ hasText: 'Em contato → Agendado' }).getByText('por Clara Dias').waitFor();
  await clara.goto(`${under.url}/console#/leads/${ids['Ana Souza']}`);
  await clara.locator('.timeline li').filter({ hasText: 'Novo → Em contato' }).getByText('por Clara Dias').waitFor();
});
