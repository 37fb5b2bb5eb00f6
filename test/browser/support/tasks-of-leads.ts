import { DAY_MS } from '../../../src/contract/durations';
import { isoDay } from '../../../console/format';
import { button, isPhone, type Shop, type Task } from './clicks';
import { brasiliaDay } from './days';
import { settles, told } from './steps';

const LEAD = ({ lead }: Shop): readonly [string, string] => [`leads/${lead.id}`, 'Rita Alves'];
const LEADS = (): readonly [string, string] => ['leads', 'Leads'];

/** Leads of a filter: more than one page of the list. */
const VISITORS = 312;

/** Adds them, some at a time. */
async function atTheFair({ owner }: Shop): Promise<void> {
  const phones = Array.from({ length: VISITORS }, (_, n) => String(21_970_000_000 + n));
  while (phones.length > 0)
    await Promise.all(
      phones.splice(0, 8).map((phone) => owner.post('/leads', { phone, name: 'Ana', tags: ['feira'] })),
    );
}

/** The name of a month before this one, in Brasília. */
function monthBefore(months: number): string {
  const day = new Date(`${brasiliaDay().slice(0, 8)}15`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toLocaleDateString('pt-BR', { month: 'long', timeZone: 'UTC' });
}

/** A second lead of the same phone. */
const twice = ({ owner, accountId }: Shop): Promise<unknown> =>
  owner.post(`/accounts/${accountId}/leads`, { phone: '11987654321', name: 'Rita A.', allow_duplicate: true });

const VALUES: readonly Task[] = (['leads', 'quadro', 'lead'] as const).map((where) => ({
  title: `correct a value (${where})`,
  place: (shop) =>
    where === 'lead' ? LEAD(shop) : where === 'leads' ? LEADS() : [`quadro/${shop.pipeline.id}`, 'Quadro'],
  work: async ({ page, hand }) => {
    await hand.press(button(page, /^Alterar o valor/));
    await page.keyboard.type('990');
    await page.keyboard.press('Enter');
    await told(page, 'Valor alterado: R$ 990,00.');
  },
  clicks: 1,
  formerClicks: 1,
  // Values are not in the short rows of a phone.
  ...(where === 'leads' && { taps: null }),
}));

/** What is done with leads: on their list, their page, the board, and the agenda. */
export const TASKS_OF_LEADS: readonly Task[] = [
  ...VALUES,
  {
    title: 'win with the value and the day that are filled in',
    place: LEAD,
    work: async ({ page, hand }) => {
      await hand.press(button(page, /^Marcar como ganho/));
      await page.getByLabel('Valor vendido').waitFor();
      await page.keyboard.press('Enter');
      await told(page, 'Negócio ganho');
    },
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'lose with a reason',
    place: LEAD,
    work: async ({ page, hand }) => {
      await hand.press(button(page, /^Marcar como perdido/));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Preço' }));
      await told(page, 'Negócio perdido');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'reopen a lost deal',
    place: LEAD,
    before: async ({ owner, lead, pipeline }) => {
      const lost = pipeline.stages.find(({ is_lost: isLost }) => isLost);
      await owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: lost?.id, reason: 'Preço' });
    },
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Mover para Novo'));
      await settles(() => page.locator('.step[aria-current]').innerText(), 'Novo');
    },
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'move a deal, and take it back',
    place: LEAD,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Mover para Agendado'));
      await hand.press(page.getByRole('button', { name: 'Desfazer' }));
      await page.getByRole('button', { name: 'Mover para Agendado' }).waitFor();
      await settles(() => page.locator('.step[aria-current]').innerText(), 'Novo');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'correct a phone',
    place: LEAD,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Editar contato'));
      await hand.write(page.getByRole('dialog').getByLabel('Telefone'), '11 91234-9876');
      await page.keyboard.press('Enter');
      await told(page, 'Contato alterado.');
    },
    clicks: 1,
    formerClicks: 1,
  },
  {
    title: 'erase what is known of a person',
    place: LEAD,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Mais ações'));
      await hand.press(button(page, 'Apagar dados'));
      await hand.press(page.getByRole('checkbox', { name: 'Entendo que não há como desfazer' }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Apagar dados' }));
      await told(page, 'Os dados da pessoa foram apagados.');
    },
    clicks: 4,
    formerClicks: 4,
  },
  {
    title: 'give selected leads to a colleague',
    place: LEADS,
    before: ({ owner }) => owner.post('/members', { name: 'Paulo', email: 'paulo@example.com', role: 'seller' }),
    work: async ({ page, hand }) => {
      await hand.press(page.getByRole('checkbox', { name: 'Selecionar Rita Alves' }));
      const selected = page.getByRole('region', { name: 'Leads selecionados' });
      await hand.choose(selected.getByLabel('Responsável'), 'Paulo');
      await hand.press(selected.getByRole('button', { name: 'Passar' }));
      await told(page, '1 lead alterado.');
    },
    clicks: 4,
    formerClicks: 4,
  },
  {
    title: 'export the leads without a next step',
    place: LEADS,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Filtros'));
      await hand.press(page.getByRole('checkbox', { name: 'Só sem próximo passo' }));
      if (isPhone(page)) await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Mostrar leads' }));
      await Promise.all([page.waitForEvent('download'), hand.press(button(page, 'Exportar CSV'))]);
    },
    clicks: 3,
    formerClicks: Infinity,
    taps: 4,
  },
  {
    title: 'make an appointment in a free half hour',
    place: () => [`agenda?dia=${isoDay(Date.now() + DAY_MS)}`, 'Agenda'],
    work: async ({ page, hand }) => {
      if (isPhone(page)) await hand.press(page.getByText(/^Livre das/).first());
      await hand.press(button(page, /^Agendar às 10:00/));
      await page.keyboard.type('Rita');
      await page.getByRole('radio', { name: /Rita Alves/ }).waitFor();
      await page.keyboard.press('Enter');
      await told(page, 'Agendado para');
    },
    clicks: 1,
    formerClicks: 2,
    taps: 2,
  },
  {
    title: 'merge two leads of one phone',
    place: () => ['duplicados', 'Duplicados'],
    before: twice,
    work: async ({ page, hand }) => {
      await hand.press(button(page, 'Manter este: Rita Alves'));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Mesclar' }));
      await told(page, 'Tudo está agora em Rita Alves.');
    },
    clicks: 2,
    formerClicks: 2,
  },
  {
    title: 'say whose a held submission is',
    place: () => ['retidos', 'A conferir'],
    before: async (shop) => {
      await twice(shop);
      await shop.site.post('/leads', { phone: '11987654321', name: 'Rita', notes: 'Quer remarcar.' });
    },
    work: async ({ page, hand }) => {
      await hand.press(button(page, /^Aplicar o envio de/));
      await hand.press(page.getByRole('radio', { name: 'Rita Alves' }));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Aplicar ao lead' }));
      await told(page, 'Envio aplicado ao lead.');
    },
    clicks: 3,
    formerClicks: 3,
  },
  {
    title: 'open the leads of a figure of this month',
    place: () => ['', 'Painel'],
    work: async ({ page, hand }) => {
      await hand.press(page.getByRole('link', { name: 'Ver os leads: Leads' }));
      await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor();
      await page.getByRole('link', { name: 'Rita Alves', exact: true }).waitFor();
    },
    clicks: 1,
    formerClicks: 4,
  },
  {
    title: 'open the leads of those who came',
    place: () => ['', 'Painel'],
    before: async ({ owner, lead }) => {
      const starts_at = new Date(Date.now() - 1000).toISOString();
      const { data } = await owner.post<{ id: string }>('/appointments', { lead_id: lead.id, starts_at });
      await owner.patch(`/appointments/${data.id}`, { attended: true });
    },
    work: async ({ page, hand }) => {
      await hand.press(page.getByRole('link', { name: 'Ver os leads: Presenças' }));
      await page.getByRole('link', { name: 'Rita Alves', exact: true }).waitFor();
    },
    clicks: 1,
    formerClicks: Infinity,
  },
  {
    title: 'see last month beside the month before',
    place: () => ['', 'Painel'],
    work: async ({ page, hand }) => {
      await hand.choose(page.getByLabel('Período', { exact: true }), 'Mês passado');
      const [last, before] = [1, 2].map((months) => monthBefore(months));
      await page.getByText(new RegExp(`de ${last}.*comparado com .*de ${before}`)).waitFor();
    },
    clicks: 2,
    formerClicks: 4,
  },
  {
    title: 'see the dearest deals first',
    place: LEADS,
    work: async ({ page, hand }) => {
      await (isPhone(page)
        ? hand.choose(page.getByLabel('Ordem'), 'Maior valor primeiro')
        : hand.press(button(page, 'Valor')));
      await settles(() => page.getByLabel('Ordem').locator('option:checked').innerText(), 'Maior valor primeiro');
    },
    clicks: 1,
    taps: 2,
    formerClicks: Infinity,
  },
  {
    title: 'tag all leads of a filter',
    place: () => ['leads?tag=feira', 'Leads'],
    before: atTheFair,
    work: async ({ page, hand }) => {
      // A phone shows no head of the table.
      if (isPhone(page)) {
        await hand.press(page.getByRole('checkbox', { name: /^Selecionar/ }).first());
        await hand.press(button(page, /^Selecionar os \d+ mostrados$/));
      } else await hand.press(page.getByRole('checkbox', { name: 'Selecionar todos os leads mostrados' }));
      await hand.press(button(page, `Selecionar todos os ${VISITORS} do filtro`));
      await hand.write(page.getByLabel('Nova etiqueta'), 'vip');
      await hand.press(button(page, 'Adicionar'));
      await page.getByText(`${VISITORS} leads alterados.`).waitFor();
    },
    clicks: 4,
    taps: 5,
    formerClicks: 9,
  },
];
