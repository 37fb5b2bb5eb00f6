import type { OwnerLead } from '../../src/contract/lead';
import type { Pipeline } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles } from './support/steps';

const under = consoleForAllTests('console_activity');

/** Makes an account with two leads of one phone, of which values and a sale are changed. */
async function open() {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const stages = Object.fromEntries((pipeline?.stages ?? []).map((stage) => [stage.name, stage.id]));
  const enter = async (phone: string, name: string) => {
    const deals = [{ stage_id: stages.Novo, value: 1000 }];
    const body = { phone, name, deals, allow_duplicate: true };
    return (await under.operator.post<OwnerLead>(`/accounts/${id}/leads`, body)).data;
  };
  const [rita, double, bia] = [
    await enter('11987654321', 'Rita Alves'),
    await enter('11987654321', 'Rita A.'),
    await enter('11987654322', 'Bia Reis'),
  ];
  const deal = (lead: OwnerLead): string => `/deals/${lead.deals[0]?.id}`;
  await owner.patch(deal(rita), { value: 900 });
  await owner.patch(deal(bia), { value: 50 });
  const won = { stage_id: stages.Ganho, closed_at: '2026-03-02T12:00:00Z' };
  await owner.put(`${deal(rita)}/stage`, won);
  await owner.put(`${deal(rita)}/stage`, { ...won, closed_value: 800 });
  await owner.put(`${deal(rita)}/stage`, { stage_id: stages.Novo });
  await owner.post(`/leads/${double.id}/merge`, { into: rita.id });
  await owner.patch(`/leads/${rita.id}`, { name: 'Rita Lima' });
  return { id, owner, rita, bia };
}

it('shows on the lead what changed its money, and all that was done to it in the audit trail', async () => {
  const { id, owner, rita, bia } = await open();
  const page = await under.signIn(id);
  await page.goto(`${under.url}/console#/leads/${rita.id}`);
  const entry = (text: string) => page.locator('.timeline li').filter({ hasText: text });
  const sale = (value: string): string => `venda de R$\u00a0${value} em 02/03/2026`;
  await entry('Valor do negócio: R$\u00a01.000,00 → R$\u00a0900,00').waitFor();
  await entry(`Fechamento corrigido: ${sale('900,00')} → ${sale('800,00')}`).waitFor();
  await entry(`Fechamento desfeito: ${sale('800,00')} → em andamento`).waitFor();
  await press(page, 'Mais ações');
  await page.getByRole('link', { name: 'Ver na auditoria' }).click();

  const rows = page.getByRole('region', { name: 'Atividades' }).locator('tbody tr');
  const actions = async (): Promise<(string | null)[]> => rows.locator('td:nth-child(3)').allTextContents();
  const merged = 'Leads mesclados';
  const money = [
    `Fechamento desfeitode ${sale('800,00')} para em andamento`,
    `Fechamento corrigidode ${sale('900,00')} para ${sale('800,00')}`,
    'Valor de um negócio alteradode R$\u00a01.000,00 para R$\u00a0900,00',
  ];
  await settles(actions, [merged, ...money]);
  await settles(
    () => rows.locator('td:nth-child(4)').allTextContents(),
    ['Rita Lima', ...money.map(() => 'Um negócio de Rita Lima')],
  );
  expect(await problemsOf(page)).toEqual([]);

  await page.getByLabel('Ação').selectOption('Valor de um negócio alterado');
  await settles(actions, money.slice(2));
  await press(page, 'Ver de todos os leads');
  await settles(async () => (await actions()).length, 2);
  await settles(() => page.evaluate(() => location.hash), '#/atividades?action=deal.value_changed');
  await page.getByLabel('Pessoa').selectOption({ index: 1 });
  await page.getByText('Nenhuma atividade com estes filtros').waitFor();
  await page.getByLabel('Pessoa').selectOption('operador do serviço');
  await settles(async () => (await actions()).length, 2);
  await page.goBack();
  await page.getByText('Nenhuma atividade com estes filtros').waitFor();

  const days = page.getByRole('form', { name: 'Escolher dias' });
  await days.getByLabel('De').fill('2026-01-05');
  await days.getByRole('button', { name: 'Mostrar' }).click();
  await page.getByText('Nenhuma atividade com estes filtros').waitFor();
  await settles(() => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('from')), '2026-01-05');
  await page.reload();
  await settles(() => days.getByLabel('De').inputValue(), '2026-01-05');
  await days.getByLabel('Até').fill('2020-01-01');
  await page.getByLabel('Pessoa').selectOption('operador do serviço');
  await settles(() => days.getByLabel('Até').inputValue(), '');
  await settles(async () => (await actions()).length, 2);

  await owner.post(`/leads/${bia.id}/erase`);
  await page.goto(`${under.url}/console#/atividades?lead_id=${bia.id}`);
  await settles(
    () => rows.locator('td:nth-child(4)').allTextContents(),
    ['lead apagado', 'Um negócio de lead apagado'],
  );
  expect(await problemsOf(page)).toEqual([]);
});
