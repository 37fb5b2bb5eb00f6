import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { addLeads } from '../support/many-leads';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_lead_count');

it('the list says how many leads it has, and is put in order by the heads of its columns', async () => {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const place = { accountId: id, pipelineId: pipeline?.id ?? '', stageId: pipeline?.stages[0]?.id ?? '' };
  await addLeads(under, place, { count: 1_234, since: '2026-01-01' });
  const page = await under.signIn(id);
  await page.setViewportSize({ width: 1900, height: 900 });
  await visit(page, 'Leads');
  await told(page, '1.234 leads');
  const sorted = () => page.locator('[aria-sort=descending]').allInnerTexts();
  await settles(sorted, ['Criado em ↓']);
  await press(page, 'Última mudança');
  await settles(sorted, ['Última mudança ↓']);
  expect(page.url()).toContain('order=changed');
  await press(page, 'Criado em');
  await settles(sorted, ['Criado em ↓']);
  await page.getByLabel('Nome, telefone ou e-mail').fill('ninguém');
  await told(page, '0 leads');
  expect(await problemsOf(page)).toEqual([]);
});
