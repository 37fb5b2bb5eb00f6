import type { HttpClient } from '../support/http-client';
import type { Pipeline, Stage } from '../support/pipelines';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { focused, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_pipelines');

const PHONE = '(11) 98765-4321';

describe('pipelines', () => {
  const stagesOf = async (owner: HttpClient): Promise<readonly Stage[]> =>
    (await owner.get<Pipeline[]>('/pipelines')).data[0]?.stages ?? [];

  it('are edited stage by stage, in order by the keyboard', async () => {
    const { id, owner } = await under.openAccount();
    const page = await under.signIn(id);
    await visit(page, 'Funis');
    await press(page, 'Editar a etapa Em contato');
    await page.getByLabel('Nome', { exact: true }).fill('Conversando');
    for (const unclear of ['mil', '1,250']) {
      await page.getByLabel('Valor em reais').fill(unclear);
      await press(page, 'Salvar etapa');
      await page.getByText('Valor em reais: escreva o valor como 1.250,00').waitFor();
    }
    await page.getByLabel('Valor em reais').fill('1250.50');
    await press(page, 'Salvar etapa');
    await told(page, 'A etapa “Conversando” foi alterada.');
    await settles(() => focused(page), 'Editar a etapa Conversando');

    await page.getByRole('button', { name: 'Descer a etapa Conversando' }).focus();
    await page.keyboard.press('Enter');
    await told(page, '“Conversando” agora é a etapa 3 de 5.');
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-label') === 'Descer a etapa Conversando',
    );
    await press(page, 'Nova etapa em Funil de vendas');
    await page.getByLabel('Nome', { exact: true }).fill('Desistiu');
    await page.getByRole('checkbox', { name: 'Perda' }).check();
    await press(page, 'Salvar etapa');
    await told(page, 'A etapa “Desistiu” foi criada.');
    expect((await stagesOf(owner)).map(({ name, is_lost, value }) => [name, is_lost, value])).toEqual([
      ['Novo', false, null],
      ['Agendado', false, null],
      ['Conversando', false, 1250.5],
      ['Ganho', false, null],
      ['Perdido', true, null],
      ['Desistiu', true, null],
    ]);
  });

  it('delete a stage with leads once their deals are in another one of its kind', async () => {
    const { id, owner } = await under.openAccount();
    const [entry, used] = await stagesOf(owner);
    await under.operator.post(`/accounts/${id}/leads`, { phone: PHONE, deals: [{ stage_id: used?.id }] });
    const page = await under.signIn(id);
    await visit(page, 'Funis');
    await press(page, 'Excluir a etapa Em contato');
    const dialog = page.getByRole('dialog', { name: 'Excluir “Em contato”?' });
    await dialog.getByText('1 lead está nesta etapa.').waitFor();
    await settles(() => dialog.getByRole('option').allTextContents(), ['Novo', 'Agendado']);
    expect(await problemsOf(page)).toEqual([]);
    await dialog.getByLabel('Mover os negócios para').selectOption('Novo');
    await press(page, 'Mover e excluir etapa');
    await told(page, 'A etapa “Em contato” foi excluída.');
    expect((await stagesOf(owner)).map(({ name }) => name)).toEqual(['Novo', 'Agendado', 'Ganho', 'Perdido']);
    const [lead] = (await owner.get<{ id: string; deals: { stage_id: string }[] }[]>('/leads')).data;
    expect(lead?.deals.map(({ stage_id }) => stage_id)).toEqual([entry?.id]);
    await page.goto(`${under.url}/console#/leads/${lead?.id}`);
    await page.getByText('Etapa excluída → Novo').waitFor();
    // Nobody is left to take the deals of the last stage of its kind.
    await owner.put(
      `/deals/${(await owner.get<{ deals: { id: string }[] }>(`/leads/${lead?.id}`)).data.deals[0]?.id}/stage`,
      {
        stage_id: (await stagesOf(owner)).find(({ is_won }) => is_won)?.id,
      },
    );
    await visit(page, 'Funis');
    await press(page, 'Excluir a etapa Ganho');
    await page.getByText('O funil não tem outra etapa como esta.').waitFor();
  });

  it('delete no stage before they know whether it has leads', async () => {
    const { id } = await under.openAccount();
    const page = await under.signIn(id);
    await visit(page, 'Funis');
    await page.route('**/board/totals', () => undefined);
    await press(page, 'Excluir a etapa Em contato');
    await settles(() => page.getByRole('button', { name: 'Excluir etapa' }).isDisabled(), true);
  });

  it('keep the entry stage of the default one, and say so', async () => {
    const { id, owner } = await under.openAccount();
    const page = await under.signIn(id);
    await visit(page, 'Funis');
    await press(page, 'Excluir a etapa Novo');
    await press(page, 'Excluir etapa');
    await page.getByRole('alert').getByText('Esta é a etapa de entrada do funil padrão').waitFor();
    await press(page, 'Cancelar');
    await press(page, 'Excluir a etapa Agendado');
    await press(page, 'Excluir etapa');
    await told(page, 'A etapa “Agendado” foi excluída.');
    // The focus moves to the next stage.
    await settles(() => focused(page), 'Subir a etapa Ganho');
    expect((await stagesOf(owner)).map(({ name }) => name)).toEqual(['Novo', 'Em contato', 'Ganho', 'Perdido']);
  });

  it('are made, renamed, made the default and deleted', async () => {
    const { id, owner } = await under.openAccount();
    const page = await under.signIn(id);
    await visit(page, 'Funis');
    await press(page, 'Novo funil');
    await page.getByLabel('Nome', { exact: true }).fill('Pós-venda');
    await page.getByLabel('Etapas em andamento').fill('Chegou\n\nSaiu');
    await page.getByLabel('Etapa de perda').fill('Desistiu');
    await press(page, 'Criar funil');
    await told(page, 'O funil “Pós-venda” foi criado.');
    await press(page, 'Renomear o funil Pós-venda');
    await page.getByLabel('Nome', { exact: true }).fill('Retorno');
    await press(page, 'Salvar');
    await told(page, 'Nome do funil alterado.');
    await press(page, 'Tornar padrão o funil Retorno');
    await told(page, '“Retorno” agora é o funil padrão.');
    await press(page, 'Excluir o funil Funil de vendas');
    await press(page, 'Excluir funil');
    await told(page, 'O funil “Funil de vendas” foi excluído.');
    const pipelines = (await owner.get<Pipeline[]>('/pipelines')).data;
    expect(pipelines).toMatchObject([
      {
        name: 'Retorno',
        is_default: true,
        stages: [
          { name: 'Chegou', is_entry: true },
          { name: 'Saiu', is_won: false, is_lost: false },
          { name: 'Ganho', is_won: true, is_sale: true },
          { name: 'Desistiu', is_lost: true },
        ],
      },
    ]);
  });

  it('have automations for idle leads', async () => {
    const { id } = await under.openAccount();
    const page = await under.signIn(id);
    await visit(page, 'Funis');
    await press(page, 'Automações da etapa Novo');
    await page.getByText('Nenhuma automação nesta etapa').waitFor();
    await page.getByLabel('Dias parado').fill('0');
    await press(page, 'Adicionar');
    await page.getByText('Dias parado: deve ser um número inteiro de 1 a 365').waitFor();
    await page.getByLabel('Dias parado').fill('7');
    await page.getByLabel('Ação', { exact: true }).selectOption('Mover para outra etapa');
    await page.getByLabel('Para a etapa').selectOption('Em contato');
    await press(page, 'Adicionar');
    const rule = 'Após 7 dias parados: mover para “Em contato”';
    await page.getByText(rule).waitFor();
    // Screen readers announce nothing outside an open dialog.
    await page.getByRole('dialog').getByRole('status').getByText('Automação criada.').waitFor();
    await press(page, 'Fechar');
    // It is shown at its stage too.
    const stage = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Novo' }) });
    await stage.getByText(rule).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await stage.getByRole('button', { name: 'Automações da etapa Novo' }).getByText('Automações').click();
    await press(page, `Excluir automação: ${rule}`);
    await press(page, 'Cancelar');
    await settles(() => focused(page), `Excluir automação: ${rule}`);
    await press(page, `Excluir automação: ${rule}`);
    await page.getByRole('dialog', { name: 'Excluir a automação?' }).getByText(rule).waitFor();
    await press(page, 'Excluir automação');
    await page.getByText('Nenhuma automação nesta etapa').waitFor();
    await page.getByRole('dialog').getByRole('status').getByText('Automação excluída.').waitFor();
    await settles(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null), true);
    await press(page, 'Fechar');
    await settles(() => focused(page), 'Automações da etapa Novo');
    await settles(() => page.getByText(rule).count(), 0);
  });
});
