import { button, isPhone, planned, type Task } from './clicks';
import { brasiliaDay } from './days';
import { told } from './steps';

const DAY = (): readonly [string, string] => ['hoje', 'Hoje'];

const CALLS: readonly Task[] = (['Falei', 'Não atendeu'] as const).map((outcome) => ({
  title: `say how a call ended (${outcome})`,
  place: DAY,
  work: ({ page, hand }) =>
    Promise.all([hand.press(button(page, `${outcome}: Rita Alves`)), told(page, 'Ligação registrada.')]),
  clicks: 1,
  formerClicks: 1,
}));

/** What a day of sales consists of, begun on the page Hoje. */
export const TASKS_OF_DAY: readonly Task[] = [
  {
    title: 'see whom to call',
    place: DAY,
    work: ({ page }) => page.getByText('Chegou agora').waitFor(),
    clicks: 0,
    formerClicks: 0,
  },
  ...CALLS,
  {
    title: 'take a call back',
    place: DAY,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Não atendeu: Rita Alves'));
      await page.getByText('Nenhum lead novo espera contato.').waitFor();
      await hand.press(page.getByRole('status').getByRole('button', { name: 'Desfazer' }));
      await told(page, 'Desfeito.');
      await page.getByText('Chegou agora').waitFor();
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'write in WhatsApp, and say how it went',
    place: DAY,
    work: async ({ page, hand }) => {
      // The tests have no network: the link is followed up to there.
      await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
      await hand.press(page.getByRole('link', { name: 'WhatsApp: Rita Alves' }));
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await hand.press(button(page, 'Sim: Rita Alves'));
      await told(page, 'Mensagem registrada.');
    },
    clicks: 2,
    formerClicks: 4,
  },
  {
    title: 'return tomorrow',
    place: DAY,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Retornar em…'));
      await hand.press(button(page, 'Amanhã'));
      await told(page, 'Retorno marcado: amanhã, 09:00.');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'note what was said',
    place: DAY,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Anotar: Rita Alves'));
      await page.keyboard.type('Prefere à tarde.');
      await page.keyboard.press('Control+Enter');
      await told(page, 'Nota guardada.');
    },
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'tick off a task',
    place: DAY,
    before: planned,
    work: ({ page, hand }) =>
      Promise.all([hand.press(button(page, 'Concluir: Enviar proposta')), told(page, 'Tarefa feita.')]),
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'say that somebody came',
    place: DAY,
    before: planned,
    work: ({ page, hand }) =>
      Promise.all([hand.press(button(page, 'Veio: Rita Alves')), told(page, 'Comparecimento marcado.')]),
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'say in the agenda that somebody came',
    place: () => ['agenda', 'Agenda'],
    before: ({ owner, lead }) =>
      owner.post('/appointments', { lead_id: lead.id, starts_at: `${brasiliaDay()}T10:00:00-03:00` }),
    work: ({ page, hand }) =>
      Promise.all([hand.press(button(page, /^Veio: Rita Alves/)), told(page, 'Comparecimento marcado.')]),
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'put an appointment off',
    place: DAY,
    before: planned,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Remarcar: Rita Alves'));
      await hand.write(page.getByRole('dialog').getByLabel('Hora'), '23:45');
      await page.keyboard.press('Enter');
      await told(page, 'Agendado para');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'find the lead whose phone ends with four digits',
    place: DAY,
    work: async ({ page, hand }) => {
      await hand.press(page.getByRole('button', { name: 'Buscar leads' }));
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type('4321');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
    },
    clicks: 1,
    formerClicks: 3,
  },
  {
    title: 'enter a caller who is not yet a lead',
    place: DAY,
    work: async ({ page, hand }) => {
      await hand.press(page.getByRole('button', { name: 'Buscar leads' }));
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.keyboard.type('11912349876');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Novo lead' }).waitFor();
      await page.keyboard.type('Carla Dias');
      await page.keyboard.press('Enter');
      await told(page, 'Lead criado.');
    },
    clicks: 1,
    formerClicks: 2,
  },
  {
    title: 'open the leads of a stage and an origin again',
    place: DAY,
    isOfMember: true,
    before: async ({ page, pipeline }) => {
      await page.evaluate(
        (address) => void (location.hash = address),
        `#/leads?stage_id=${pipeline.stages[0]?.id}&origin=untracked`,
      );
      await button(page, 'Salvar visão').click();
      await page.getByRole('dialog').getByLabel('Nome').fill('Novos');
      await page.keyboard.press('Enter');
      await told(page, 'Visão salva.');
    },
    work: async ({ page, hand }) => {
      if (isPhone(page)) await hand.press(page.getByRole('button', { name: 'Mais', exact: true }));
      await hand.press(page.getByRole('link', { name: 'Novos', exact: true }));
      await page.getByRole('heading', { level: 1, name: 'Novos' }).waitFor();
      await page.getByRole('link', { name: 'Rita Alves', exact: true }).waitFor();
    },
    clicks: 1,
    taps: 2,
    formerClicks: 6,
  },
  {
    title: 'tick off a task in the agenda',
    place: () => [`agenda?dia=${brasiliaDay(1)}`, 'Agenda'],
    before: ({ owner, lead }) =>
      owner.post(`/leads/${lead.id}/activities`, {
        ...{ type: 'task', text: 'Enviar proposta' },
        due_at: `${brasiliaDay(1)}T10:00:00-03:00`,
      }),
    work: async ({ page, hand }) => {
      await hand.press(button(page, /^10:00 Enviar proposta/));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Concluir: Enviar proposta' }));
      await told(page, 'Tarefa feita.');
    },
    clicks: 2,
    formerClicks: 4,
  },
];
