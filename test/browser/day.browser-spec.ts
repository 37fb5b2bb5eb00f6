import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ActivityView } from '../../src/contract/day/activity';
import type { MemberView } from '../../src/contract/members/member';
import { DAY_MS, MINUTE_MS } from '../../src/contract/durations';
import type { Today } from '../../src/contract/day/today';
import type { HttpClient } from '../support/http-client';
import type { Pipeline } from '../support/pipelines';
import { forAllTests } from '../support/setup';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { brasiliaDay } from './support/days';
import { join } from './support/people';
import { press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_day');

const DESK = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 360, height: 740 } };
const LOOKS: readonly [name: string, options: BrowserContextOptions][] = [
  ['light', DESK],
  ['dark', { ...DESK, colorScheme: 'dark' }],
  ['light on a phone', PHONE],
  ['dark on a phone', { ...PHONE, colorScheme: 'dark' }],
];

const [FRESH, IDLE] = [30, 370];
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
const today = async (owner: HttpClient) => (await owner.get<Today>('/today')).data;

interface Selling {
  readonly id: string;
  readonly owner: HttpClient;
  readonly site: HttpClient;
  readonly stageId: string | undefined;
}

async function openShop(): Promise<Selling> {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  return { id, owner, site: under.partner(data.key), stageId: pipeline?.stages[0]?.id };
}

/** A shop of 400 leads: 30 wait for a contact, the others have rested for 9 days or more. */
const shop = forAllTests(async () => {
  const made = await openShop();
  for (let n = 0; n < IDLE; n++) {
    const created_at = fromNow(-(9 + (n % 9)) * DAY_MS - MINUTE_MS);
    const body = { phone: `21${970_000_000 + n}`, name: `Parado ${n}`, created_at };
    await under.operator.post(`/accounts/${made.id}/leads`, { ...body, deals: [{ stage_id: made.stageId }] });
  }
  for (let n = 0; n < FRESH; n++) await made.site.post('/leads', { phone: `11${980_000_000 + n}`, name: `Novo ${n}` });
  return made;
});

/** A section of the day, or a card of a lead's page. */
const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const row = (page: Page, title: string, name: string) =>
  section(page, title)
    .locator('li')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const countOf = (page: Page, title: string) => () => section(page, title).locator('h2 .badge').innerText();

async function openDay({ id }: Pick<Selling, 'id'>, options: BrowserContextOptions = DESK): Promise<Page> {
  const page = await under.signIn(id, options);
  await page.goto(`${under.url}/console`);
  await page.getByRole('heading', { level: 1, name: 'Hoje' }).waitFor();
  await section(page, 'Novos sem contato').waitFor();
  return page;
}

/** A lead’s page of a small shop. */
async function openLead(options: BrowserContextOptions = DESK) {
  const small = await openShop();
  await small.site.post('/leads', { phone: '11987654321', name: 'Rita Alves', notes: 'Quer o plano anual.' });
  const [lead] = (await small.owner.get<{ id: string }[]>('/leads')).data;
  const page = await under.signIn(small.id, options);
  const leadId = lead?.id ?? '';
  await page.goto(`${under.url}/console#/leads/${leadId}`);
  await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
  return { ...small, page, leadId, text: page.getByRole('textbox', { name: 'Texto' }) };
}

describe('the day of a shop with 400 leads', () => {
  it('is the start, with the oldest new lead first and all others behind a link', async () => {
    const page = await openDay(shop);
    await settles(countOf(page, 'Novos sem contato'), String((await today(shop.owner)).new.count));
    await settles(countOf(page, 'Parados'), String(IDLE));
    await row(page, 'Novos sem contato', 'Novo 0')
      .getByText(/Chegou (agora|há)/)
      .waitFor();
    await section(page, 'Parados').getByText('Parado há 17 dias').first().waitFor();
    await settles(() => page.getByRole('navigation').getByRole('link').first().innerText(), 'Hoje');
    await page.getByRole('link', { name: 'Ver todos: Parados' }).click();
    const rows = section(page, 'Parados').locator('li.day-row');
    await settles(() => rows.count(), 20);
    await press(page, 'Mostrar mais');
    await settles(() => rows.count(), 40);
    await press(page, 'Voltar ao dia');
    await section(page, 'Novos sem contato').waitFor();
  });

  it('loses a row with one click, and the count follows', async () => {
    const page = await openDay(shop);
    const before = (await today(shop.owner)).new;
    const [first, second, third] = before.leads.map(({ name }) => name ?? '');
    const title = 'Novos sem contato';
    await press(page, `Falei: ${first}`);
    await told(page, 'Ligação registrada.');
    await settles(() => row(page, title, first ?? '').count(), 0);
    await settles(countOf(page, title), String(before.count - 1));
    await press(page, `Não atendeu: ${second}`);
    await settles(countOf(page, title), String(before.count - 2));
    await press(page, `Anotar: ${third}`);
    await row(page, title, third ?? '')
      .getByRole('textbox', { name: 'Texto' })
      .fill('Prefere à tarde.');
    await page.keyboard.press('Control+Enter');
    await told(page, 'Nota guardada.');
    await settles(countOf(page, title), String(before.count - 3));
    const calls = await Promise.all(
      before.leads.slice(0, 3).map(async ({ id }) => {
        const { data } = await shop.owner.get<{ activity?: ActivityView }[]>(`/leads/${id}/timeline`);
        return data.map(({ activity }) => activity).find(Boolean);
      }),
    );
    expect(calls).toMatchObject([
      { type: 'call', reached: true },
      { type: 'call', reached: false },
      { type: 'note', text: 'Prefere à tarde.' },
    ]);
  });

  it('has the age of a lead in words, red after a quarter of an hour', async () => {
    const small = await openShop();
    await small.site.post('/leads', { phone: '11987654321', name: 'Rita Alves' });
    const page = await under.signIn(small.id, DESK);
    await page.clock.install();
    await visit(page, 'Hoje');
    const rita = row(page, 'Novos sem contato', 'Rita Alves');
    const age = rita.locator('p').filter({ hasText: 'Chegou' });
    await settles(() => age.getAttribute('class'), null);
    const heightAt = async ({ viewport }: typeof DESK) => {
      await page.setViewportSize(viewport);
      return (await rita.boundingBox())?.height;
    };
    const heights = [await heightAt(PHONE), await heightAt(DESK)];
    await page.clock.fastForward('16:30');
    await settles(() => age.innerText(), 'Chegou há 16 min');
    await settles(() => age.getAttribute('class'), 'late');
    await settles(async () => [await heightAt(PHONE), await heightAt(DESK)], heights);
  });

  it('moves a task to tomorrow and ends it; the appointment of today came', async () => {
    const { owner, page, leadId } = await openLead();
    const late = { type: 'task', text: 'Enviar proposta', due_at: fromNow(-DAY_MS) };
    await owner.post(`/leads/${leadId}/activities`, late);
    await owner.post('/appointments', {
      lead_id: leadId,
      starts_at: `${brasiliaDay()}T18:30:00-03:00`,
      minutes: 90,
      text: 'Avaliação',
    });
    await visit(page, 'Hoje');
    const task = row(page, 'Tarefas', 'Rita Alves');
    await task.getByText('ontem, ').and(page.locator('.late')).waitFor();
    await task.getByRole('button', { name: 'Retornar em…' }).click();
    await task.getByRole('button', { name: 'Amanhã' }).click();
    await told(page, 'Retorno marcado: amanhã, 09:00.');
    await settles(countOf(page, 'Tarefas'), '0');
    await owner.post(`/leads/${leadId}/activities`, late);
    await settles(countOf(page, 'Tarefas'), '1');
    await press(page, 'Concluir: Enviar proposta');
    await told(page, 'Tarefa feita.');
    await settles(countOf(page, 'Tarefas'), '0');

    const met = row(page, 'Agendamentos de hoje', 'Rita Alves');
    await met.getByText('18:30 · 1 h 30 min').waitFor();
    await press(page, 'Veio: Rita Alves');
    await told(page, 'Comparecimento marcado.');
    expect((await owner.get<object[]>('/appointments')).data).toMatchObject([{ attended: true }]);
    expect((await today(owner)).due.count).toBe(0);
  });

  it('shows a lead as it arrives, tells it where that is wanted, and keeps the choice of whose leads', async () => {
    const small = await openShop();
    const bruno = await join(under, small.owner, { name: 'Bruno Lima', role: 'seller' }, DESK);
    const { page } = bruno;
    await visit(page, 'Hoje');
    await page.getByText('Os leads novos aparecem aqui assim que chegam.').waitFor();
    await page.context().grantPermissions(['notifications']);
    await page.evaluate(() => {
      const shown: string[] = [];
      Object.assign(window, {
        shown,
        Notification: class {
          static readonly permission = 'granted';
          static requestPermission(): Promise<string> {
            return Promise.resolve('granted');
          }
          constructor(title: string) {
            shown.push(title);
          }
        },
      });
    });
    await press(page, 'Avisar novo lead');
    await told(page, 'Este navegador avisa quando um lead chegar ou voltar.');
    await small.site.post('/leads', { phone: '11987654321', name: 'Rita Alves' });
    await row(page, 'Novos sem contato', 'Rita Alves').waitFor();
    await settles(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown), ['Novo lead']);
    await press(page, 'Meus');
    await settles(countOf(page, 'Novos sem contato'), '0');
    await page.reload();
    await page.getByText('Tudo em dia').waitFor();
    await press(page, 'Todos');
    await settles(countOf(page, 'Novos sem contato'), '1');
  });
});

describe('what people write on a lead', () => {
  it('is a draft until it is saved: over a reload and a lost session, in no other account', async () => {
    const { id, owner, page, leadId, text } = await openLead();
    await press(page, 'Tarefa');
    await text.fill('Ligou do trabalho');
    await page.reload();
    await settles(() => text.inputValue(), 'Ligou do trabalho');
    await owner.delete('/sessions');
    await page.reload();
    await page.getByRole('button', { name: 'Receber link de acesso' }).waitFor();
    const { data } = await under.operator.post<{ token: string }>(`/accounts/${id}/owner-sessions`);
    const cookie = { name: 'entrada_session', value: data.token, url: under.url, sameSite: 'Strict' } as const;
    await page.context().addCookies([cookie]);
    await page.reload();
    await settles(() => text.inputValue(), 'Ligou do trabalho');
    await text.press('Control+Enter');
    await told(page, 'Tarefa guardada.');
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('entrada-draft')));
    await settles(drafts, []);
    await text.fill('Outra');
    const [member] = (await owner.get<MemberView[]>('/members')).data;
    await settles(drafts, [`entrada-draft:${id}:${member?.id}:${leadId}`]);
    await owner.post(`/leads/${leadId}/erase`);
    await page.getByText('Os dados desta pessoa foram apagados').waitFor();
    await settles(drafts, []);
  });

  it('is shown whole on request where it is long, and edited whole', async () => {
    const { owner, page, leadId } = await openLead();
    const long = `${'Quer saber o preço. '.repeat(15)}Fim.`;
    const due_at = fromNow(-DAY_MS);
    const path = `/leads/${leadId}/activities`;
    const { data } = await owner.post<ActivityView>(path, { type: 'task', text: long, due_at });
    for (let n = 0; n < 4; n++)
      await owner.post(path, { type: 'task', text: `Ligar ${n}`, due_at: fromNow(-MINUTE_MS) });
    const timeline = section(page, 'Linha do tempo');
    await timeline.getByText('Quer saber o preço.').waitFor();
    await timeline
      .getByRole('button', { name: /^Editar a tarefa/ })
      .last()
      .click();
    const typed = timeline.getByRole('textbox', { name: 'Texto' });
    await settles(() => typed.inputValue(), long);
    await typed.fill(`${long} Mesmo.`);
    await page.keyboard.press('Control+Enter');
    await told(page, 'Alteração guardada.');
    await settles(async () => (await owner.get<ActivityView>(`/activities/${data.id}`)).data.text, `${long} Mesmo.`);
    await visit(page, 'Hoje');
    const task = row(page, 'Tarefas', 'Rita Alves');
    await task.getByRole('link', { name: 'Mais 2 tarefas' }).waitFor();
    await task.getByRole('button', { name: 'Ver tudo' }).click();
    await task.getByText('Fim. Mesmo.').waitFor();
  });

  it('has an author and a moment, and is corrected, deleted and ticked off in its place', async () => {
    const { page, text } = await openLead();
    const timeline = section(page, 'Linha do tempo');
    await section(page, 'Anotações recebidas').getByText('Quer o plano anual.').waitFor();
    await text.fill('Prefere a tarde');
    await press(page, 'Salvar');
    await timeline.getByText(/^Helena · \d\d\/\d\d\/\d{4}, \d\d:\d\d$/).waitFor();
    await timeline.getByRole('button', { name: /^Editar a nota/ }).click();
    await timeline.getByRole('textbox', { name: 'Texto' }).fill('Prefere à noite');
    await page.keyboard.press('Meta+Enter');
    await told(page, 'Alteração guardada.');
    await timeline.getByText('Prefere à noite').waitFor();
    await press(page, 'Ligação');
    await press(page, 'Não atendeu');
    await timeline.getByText('Ligação: não atendeu').waitFor();
    await press(page, 'Tarefa');
    await text.fill('Mandar o contrato');
    await page.getByLabel('Retornar em').selectOption('Semana que vem');
    await press(page, 'Salvar');
    await timeline.getByText('Mandar o contrato').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await timeline.getByRole('button', { name: /^Concluir a tarefa/ }).click();
    await timeline.getByText(/^Feita em/).waitFor();
    await timeline.getByRole('button', { name: /^Apagar a nota/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
    await settles(() => timeline.getByText('Prefere à noite').count(), 0);
  });

  it('is shown to others at once, who may not change it', async () => {
    const { owner, leadId } = await openLead();
    const { page } = await join(under, owner, { name: 'Bruno Lima', role: 'seller' }, DESK);
    await page.goto(`${under.url}/console#/leads/${leadId}`);
    await page.getByRole('heading', { level: 1, name: 'Rita Alves' }).waitFor();
    await owner.post(`/leads/${leadId}/activities`, { type: 'visit', reached: true, text: 'Gostou.' });
    await section(page, 'Linha do tempo').getByText('Gostou.').waitFor();
    await settles(() => page.getByRole('button', { name: /a visita de/ }).count(), 0);
  });
});

describe('the agenda', () => {
  it('makes, moves, marks and deletes appointments, by day and by week', async () => {
    const { page, owner } = await openLead();
    const bruno = await join(under, owner, { name: 'Bruno Lima', role: 'seller' }, DESK);
    await visit(page, 'Agenda');
    for (const time of ['09:00', '09:15']) {
      await press(page, 'Agendar');
      await page.getByLabel('Lead').fill('rita');
      await page.getByRole('radio', { name: /^Rita Alves/ }).waitFor();
      await page.getByLabel('Hora').fill(time);
      await page.getByLabel('Assunto').fill('Avaliação');
      await page.getByLabel('Com quem').selectOption('Bruno Lima');
      await press(page, 'Salvar agendamento');
      await page.getByRole('button', { name: `${time} Rita Alves, 30 min`, exact: true }).waitFor();
    }
    await told(page, 'Há outro agendamento da mesma pessoa das 09:00 às 09:30');
    await press(page, '09:15 Rita Alves, 30 min');
    await page.getByText('Avaliação · com Bruno Lima').first().waitFor();
    await press(page, 'Não veio: Rita Alves, 09:15');
    await page.getByText('Não veio', { exact: true }).and(page.locator('.badge')).waitFor();
    await press(page, 'Apagar: Rita Alves, 09:15');
    await press(page, 'Apagar');
    await told(page, 'Agendamento apagado.');
    await press(page, 'Semana');
    await settles(() => page.locator('.agenda-column').count(), 7);
    await press(page, '09:00 Rita Alves, 30 min');
    await press(page, 'Remarcar: Rita Alves, 09:00');
    await page.getByLabel('Dia').fill(brasiliaDay(7));
    await press(page, 'Salvar agendamento');
    const rita = page.getByRole('button', { name: '09:00 Rita Alves, 30 min' });
    await settles(() => rita.count(), 0);
    await press(page, 'Próximo');
    await rita.waitFor();
    await press(page, 'Hoje');
    await settles(() => rita.count(), 0);

    await visit(bruno.page, 'Agenda');
    await bruno.page.goto(`${under.url}/console#/agenda?dia=${brasiliaDay(7)}`);
    await bruno.page.getByRole('button', { name: '09:00 Rita Alves, 30 min' }).waitFor();
    await press(bruno.page, 'Meus');
    await bruno.page.getByRole('button', { name: '09:00 Rita Alves, 30 min' }).waitFor();
    await visit(page, 'Leads');
    await page.locator('.leads tr', { hasText: 'Rita Alves' }).getByText(', 09:00').last().waitFor();
  });
});

describe.each(LOOKS)('%s', (_look, options) => {
  it('no page of the day has a violation', async () => {
    const { owner, page, leadId } = await openLead(options);
    await owner.post(`/leads/${leadId}/activities`, { type: 'task', text: 'Ligar', due_at: fromNow(-DAY_MS) });
    await owner.post('/appointments', {
      lead_id: leadId,
      starts_at: `${brasiliaDay()}T18:30:00-03:00`,
      text: 'Avaliação',
    });
    const found: Record<string, string[]> = {};
    for (const [place, shows] of [
      [`leads/${leadId}`, 'Ligar'],
      ['hoje', 'Agendamentos de hoje'],
      ['agenda', 'Rita Alves'],
      ['agenda?ver=semana', 'Rita Alves'],
      ['leads', 'Rita Alves'],
    ] as const) {
      await page.goto(`${under.url}/console#/${place}`);
      await page.getByText(shows).first().waitFor();
      if (place === 'hoje') await page.getByRole('button', { name: 'Retornar em…' }).first().click();
      found[place] = await problemsOf(page);
    }
    expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([]);
  });
});
