import type { Page } from 'playwright-core';
import { DAY_MS, HOUR_MS } from '../../src/contract/durations';
import type { OwnerLead } from '../../src/contract/lead';
import type { HttpClient } from '../support/http-client';
import type { Pipeline } from '../support/pipelines';
import { consoleForAllTests } from './support/console';
import { settles, told } from './support/steps';

const under = consoleForAllTests('console_clicks', { LIMIT_SESSION_PER_MINUTE: '1000000' });

const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

interface Shop {
  readonly owner: HttpClient;
  readonly page: Page;
  readonly lead: OwnerLead;
  readonly show: (place: string, heading: string) => Promise<void>;
}

/** An account with one new lead, which has a deal of 1.250 reais, an overdue task and an appointment today. */
async function openShop(options: object): Promise<Shop> {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  await owner.patch('/account', { loss_reasons: ['Preço', 'Sem resposta'] });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const body = { phone: '11987654321', name: 'Rita Alves', deal: { value: 1250 } };
  await under.partner(data.key).post('/leads', body);
  const [lead] = (await owner.get<OwnerLead[]>('/leads')).data;
  if (!lead) throw new Error('the lead was not stored');
  const page = await under.signIn(id, options);
  await page.addInitScript(() => {
    // A click by the keyboard has no detail.
    const count = ({ detail }: MouseEvent): void => {
      if (detail > 0) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
    };
    document.addEventListener('click', count, { capture: true });
  });
  const show = async (place: string, heading: string): Promise<void> => {
    await page.goto(`${under.url}/console#/${place}`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.evaluate(() => sessionStorage.removeItem('clicks'));
  };
  return { owner, page, lead, show };
}

const clicks = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('clicks')));
const click = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().click();

async function planned({ owner, lead }: Shop): Promise<void> {
  const task = { type: 'task', text: 'Enviar proposta', due_at: fromNow(-DAY_MS) };
  await owner.post(`/leads/${lead.id}/activities`, task);
  // Today in Brasília, whatever the hour is.
  const starts_at = new Date(Date.now() - 3 * HOUR_MS).toISOString().slice(0, 10) + 'T23:30:00-03:00';
  await owner.post('/appointments', { lead_id: lead.id, starts_at });
}

interface Task {
  readonly title: string;
  readonly place: (lead: OwnerLead, pipeline: Pipeline) => readonly [place: string, heading: string];
  readonly before?: (shop: Shop) => Promise<unknown>;
  /** What a person does, and what they see then. */
  readonly work: (page: Page) => Promise<unknown>;
  /** The most clicks that it may take; typing and its Enter are none. */
  readonly most: number;
}

const DAY = (): readonly [string, string] => ['hoje', 'Hoje'];
const SOURCES = (): readonly [string, string] => ['fontes', 'Fontes'];
const LEAD = ({ id }: OwnerLead): readonly [string, string] => [`leads/${id}`, 'Rita Alves'];

const TASKS: readonly Task[] = [
  { title: 'see whom to call', place: DAY, work: (page) => page.getByText('Chegou agora').waitFor(), most: 0 },
  {
    title: 'say that a call reached somebody',
    place: DAY,
    work: (page) => Promise.all([click(page, 'Falei: Rita Alves'), told(page, 'Ligação registrada.')]),
    most: 1,
  },
  {
    title: 'say that a call reached nobody',
    place: DAY,
    work: (page) => Promise.all([click(page, 'Não atendeu: Rita Alves'), told(page, 'Ligação registrada.')]),
    most: 1,
  },
  {
    title: 'take a call back',
    place: DAY,
    work: async (page) => {
      await click(page, 'Não atendeu: Rita Alves');
      await page.getByText('Todo lead novo já teve contato.').waitFor();
      await page.getByRole('status').getByRole('button', { name: 'Desfazer' }).click();
      await told(page, 'Desfeito.');
      await page.getByText('Chegou agora').waitFor();
    },
    most: 2,
  },
  {
    title: 'return tomorrow',
    place: DAY,
    work: async (page) => {
      await click(page, 'Retornar em…');
      await click(page, 'Amanhã');
      await told(page, 'Retorno marcado: amanhã, 09:00.');
    },
    most: 2,
  },
  {
    title: 'note what was said',
    place: DAY,
    work: async (page) => {
      await click(page, 'Anotar: Rita Alves');
      await page.keyboard.type('Prefere à tarde.');
      await page.keyboard.press('Control+Enter');
      await told(page, 'Nota guardada.');
    },
    most: 1,
  },
  {
    title: 'tick off a task',
    place: DAY,
    before: planned,
    work: (page) => Promise.all([click(page, 'Concluir: Enviar proposta'), told(page, 'Tarefa feita.')]),
    most: 1,
  },
  {
    title: 'say that somebody came',
    place: DAY,
    before: planned,
    work: (page) => Promise.all([click(page, 'Veio: Rita Alves'), told(page, 'Comparecimento marcado.')]),
    most: 1,
  },
  {
    title: 'find the lead whose phone ends with four digits',
    place: DAY,
    work: async (page) => {
      await page.getByRole('button', { name: 'Buscar leads' }).click();
      await page.getByRole('dialog').getByRole('combobox').pressSequentially('4321');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
    },
    most: 1,
  },
  {
    title: 'enter a caller who is not yet a lead',
    place: DAY,
    work: async (page) => {
      await page.getByRole('button', { name: 'Buscar leads' }).click();
      await page.getByRole('dialog').getByRole('combobox').pressSequentially('11912349876');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Novo lead' }).waitFor();
      await page.keyboard.type('Carla Dias');
      await page.keyboard.press('Enter');
      await told(page, 'Lead criado.');
    },
    most: 1,
  },
  ...(['leads', 'quadro', 'lead'] as const).map((where): Task => ({
    title: `correct a value (${where})`,
    place: (lead, { id }) =>
      where === 'lead' ? LEAD(lead) : where === 'leads' ? ['leads', 'Leads'] : [`quadro/${id}`, 'Quadro'],
    work: async (page) => {
      await click(page, /^Alterar o valor/);
      await page.keyboard.type('990');
      await page.keyboard.press('Enter');
      await told(page, 'Valor alterado: R$ 990,00.');
    },
    most: 1,
  })),
  {
    title: 'win with the value and the day that are filled in',
    place: LEAD,
    work: async (page) => {
      await click(page, /^Marcar como ganho/);
      await page.getByLabel('Valor vendido').press('Enter');
      await told(page, 'Negócio ganho');
    },
    most: 1,
  },
  {
    title: 'lose with a reason',
    place: LEAD,
    work: async (page) => {
      await click(page, /^Marcar como perdido/);
      await page.getByRole('dialog').getByRole('button', { name: 'Preço' }).click();
      await told(page, 'Negócio perdido');
    },
    most: 2,
  },
  {
    title: 'move a deal, and take it back',
    place: LEAD,
    work: async (page) => {
      await click(page, 'Mover para Agendado');
      await page.getByRole('button', { name: 'Desfazer' }).click();
      await page.getByRole('button', { name: 'Mover para Agendado' }).waitFor();
      await settles(() => page.locator('.step[aria-current]').innerText(), 'Novo');
    },
    most: 2,
  },
  {
    title: 'get an address for a tool',
    place: SOURCES,
    work: async (page) => {
      await follow(page, 'Nova fonte');
      await follow(page, 'Elementor');
      await click(page, 'Criar endereço');
      await click(page, 'Copiar endereço');
      await told(page, 'Endereço copiado.');
    },
    most: 4,
  },
  {
    title: 'put a form online',
    place: SOURCES,
    work: async (page) => {
      await follow(page, 'Nova fonte');
      await follow(page, 'Formulário pronto');
      await click(page, 'Criar formulário');
      await page.getByText('O formulário está no ar').waitFor();
    },
    most: 3,
  },
];

const LOOKS = [
  ['at a desk', { viewport: { width: 1280, height: 860 } }],
  ['on a phone', { viewport: { width: 360, height: 740 } }],
] as const;

describe.each(LOOKS)('%s', (look, options) => {
  // Values are not in the short rows of a phone.
  const tasks = TASKS.filter(({ title }) => look === 'at a desk' || title !== 'correct a value (leads)');
  it.each(tasks)('$title takes $most clicks', async ({ place, before, work, most }) => {
    const shop = await openShop(options);
    const [pipeline] = (await shop.owner.get<Pipeline[]>('/pipelines')).data;
    await before?.(shop);
    await shop.show(...place(shop.lead, pipeline as Pipeline));
    await work(shop.page);
    expect(await clicks(shop.page)).toBe(most);
  });
});
