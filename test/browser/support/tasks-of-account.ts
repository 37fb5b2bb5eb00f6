import type { MemberView } from '../../../src/contract/members/member';
import { button, link, type Task } from './clicks';
import { settles, told } from './steps';

const SOURCES = (): readonly [string, string] => ['fontes', 'Fontes'];
const PIPELINES = (): readonly [string, string] => ['funis', 'Funis'];

/** What an owner or a manager sets up and watches. */
export const TASKS_OF_ACCOUNT: readonly Task[] = [
  {
    title: 'get an address for a tool',
    place: SOURCES,
    work: async ({ page, hand }) => {
      await hand.press(link(page, 'Nova fonte'));
      await hand.press(link(page, 'Elementor'));
      await hand.press(button(page, 'Criar endereço'));
      await hand.press(button(page, 'Copiar endereço'));
      await told(page, 'Endereço copiado.');
    },
    clicks: 4,
    formerClicks: 4,
  },
  {
    title: 'put a form online',
    place: SOURCES,
    work: async ({ page, hand }) => {
      await hand.press(link(page, 'Nova fonte'));
      await hand.press(link(page, 'Formulário pronto'));
      await hand.press(button(page, 'Criar formulário'));
      await page.getByText('O formulário está no ar').waitFor();
    },
    clicks: 3,
    formerClicks: 3,
  },
  {
    title: 'import a spreadsheet',
    place: () => ['importar', 'Importar'],
    work: async ({ page, hand }) => {
      const chooser = page.waitForEvent('filechooser');
      await hand.press(page.getByLabel('Arquivo'));
      const buffer = Buffer.from('Telefone;Nome\n(21) 97000-0001;Ana Souza\n(21) 97000-0002;Bruno Lima\n');
      await (await chooser).setFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer });
      await hand.press(button(page, 'Importar arquivo'));
      await page.getByText('Importação concluída').first().waitFor();
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'delete a stage that has deals',
    place: PIPELINES,
    before: async ({ owner, lead, pipeline }) => {
      await owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: pipeline.stages[1]?.id });
    },
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Excluir a etapa Em contato'));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Mover e excluir etapa' }));
      await told(page, 'A etapa “Em contato” foi excluída.');
    },
    clicks: 2,
    formerClicks: 11,
  },
  {
    title: 'be told of deals that rest in a stage',
    place: PIPELINES,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Automações da etapa Novo'));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Adicionar' }));
      await told(page, 'Automação criada.');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'invite somebody',
    place: () => ['equipe', 'Equipe'],
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Convidar pessoa'));
      await page.getByRole('dialog', { name: 'Convidar pessoa' }).waitFor();
      await page.keyboard.type('Paulo');
      await page.keyboard.press('Tab');
      await page.keyboard.type('paulo@example.com');
      await page.keyboard.press('Enter');
      await told(page, 'Convite enviado para paulo@example.com.');
    },
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'send an invitation again',
    place: () => ['equipe', 'Equipe'],
    before: async ({ owner, sql }) => {
      const { data } = await owner.post<MemberView>('/members', {
        ...{ name: 'Paulo', role: 'seller' },
        email: 'de-novo@example.com',
      });
      const stateOf = async (): Promise<string | undefined> =>
        (await owner.get<MemberView[]>('/members')).data.find(({ id }) => id === data.id)?.invitation?.state;
      await settles(stateOf, 'sent');
      await sql(`update outbox set sent_at = sent_at - interval '6 minutes' where recipient = $1`, [data.email]);
    },
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Reenviar convite a Paulo'));
      await told(page, 'Novo convite a caminho de de-novo@example.com.');
    },
    clicks: 1,
    formerClicks: Infinity,
  },
  {
    title: 'make an API key, and copy it',
    place: () => ['chaves', 'Chaves de API'],
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Nova chave'));
      await page.getByRole('dialog', { name: 'Nova chave' }).waitFor();
      await page.keyboard.type('Planilha');
      await page.keyboard.press('Enter');
      await hand.press(
        page.getByRole('dialog', { name: 'Chave criada' }).getByRole('button', { name: 'Copiar', exact: true }),
      );
      await told(page, 'Chave copiada.');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'see what one person has done',
    place: () => ['atividades', 'Registro de atividades'],
    work: async ({ page, hand }) => {
      await hand.choose(page.getByLabel('Pessoa'), 'Helena');
      await page.getByText('Nenhuma atividade com estes filtros').waitFor();
    },
    clicks: 2,
    formerClicks: Infinity,
  },
  {
    title: 'sign everybody else out',
    place: () => ['sessoes', 'Sessões'],
    before: ({ accountId, owner }) => owner.post(`/accounts/${accountId}/owner-sessions`),
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Encerrar todas as outras'));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Encerrar as outras' }));
      await told(page, 'As outras sessões foram encerradas.');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'mark what was told as read',
    place: () => ['avisos', 'Avisos'],
    before: ({ owner }) => owner.post('/api-keys', { name: 'Agência', permissions: ['leads:write'] }),
    work: ({ page, hand }) =>
      Promise.all([hand.press(button(page, 'Marcar todos como lidos')), told(page, 'Avisos marcados como lidos.')]),
    clicks: 1,
    formerClicks: 1,
  },
];
