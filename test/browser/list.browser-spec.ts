import { readFile } from 'node:fs/promises';
import type { LeadView } from '../../src/contract/lead';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { focused, nextCall, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_list');

const NAMES = ['Ana Maria Souza', 'Bruno Lima', 'Carla Dias', 'Mariana Alves', 'João Núñez'];

/** Makes an account with these leads, the newest last. Every second lead is in the second stage and has a tag. */
async function openFull() {
  const account = await under.openAccount();
  const [pipeline] = (await account.owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const stages = pipeline?.stages ?? [];
  const ids: string[] = [];
  for (const [index, name] of NAMES.entries()) {
    const body = {
      phone: `1198765432${index}`,
      name,
      origin: index % 2 ? 'organic' : 'referral',
      tags: index % 2 ? ['VIP'] : [],
      deals: [{ stage_id: stages[index % 2]?.id }],
    };
    ids.push((await under.operator.post<LeadView>(`/accounts/${account.id}/leads`, body)).data.id);
  }
  return { ...account, stages, ids };
}

describe('the list of leads', () => {
  it('shows every lead, the newest first, and finds them as people type', async () => {
    const { id } = await openFull();
    const page = await under.signIn(id);
    await visit(page, 'Leads');
    const names = () => page.getByRole('rowheader').allInnerTexts();
    await settles(names, [...NAMES].reverse());
    expect(await problemsOf(page)).toEqual([]);
    const search = page.getByLabel('Nome, telefone ou e-mail');
    await search.pressSequentially('mari');
    await settles(names, ['Mariana Alves', 'Ana Maria Souza']);
    await search.fill('nunez joao');
    await settles(names, ['João Núñez']);
    await search.fill('4321');
    await settles(names, ['Bruno Lima']);
    await search.fill('11 987');
    await settles(names, [...NAMES].reverse());
    await search.fill('(21) 98');
    await page.getByText('Nenhum lead encontrado').waitFor();
    await search.fill('ninguém');
    await page.getByText('Nenhum lead encontrado').waitFor();
    await search.fill('');
    await settles(names, [...NAMES].reverse());
  });

  it('keeps its filters in the address, through reload, Back, and a lead in between', async () => {
    const { id, stages } = await openFull();
    const page = await under.signIn(id);
    await visit(page, 'Leads');
    const names = () => page.getByRole('rowheader').allInnerTexts();
    await page.getByText('Filtros', { exact: true }).click();
    await page.getByLabel('Origem').selectOption('referral');
    await settles(names, ['João Núñez', 'Carla Dias', 'Ana Maria Souza']);
    await page.getByLabel('Etapa').selectOption(stages[1]?.id ?? '');
    await page.getByText('Nenhum lead encontrado').waitFor();
    await page.goBack();
    await settles(names, ['João Núñez', 'Carla Dias', 'Ana Maria Souza']);
    expect(page.url()).toContain('origin=referral');
    await page.reload();
    await settles(names, ['João Núñez', 'Carla Dias', 'Ana Maria Souza']);
    await page.getByRole('link', { name: 'Carla Dias' }).click();
    await page.getByRole('heading', { level: 1, name: 'Carla Dias' }).waitFor();
    await page.goBack();
    await settles(names, ['João Núñez', 'Carla Dias', 'Ana Maria Souza']);
    await page.getByLabel('Etiqueta', { exact: true }).fill('vip');
    await page.keyboard.press('Enter');
    await page.getByText('Nenhum lead encontrado').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Limpar filtros');
    await settles(names, [...NAMES].reverse());
  });

  it('changes several leads at once, and exports what is filtered', async () => {
    const { id, owner, stages, ids } = await openFull();
    const page = await under.signIn(id);
    await visit(page, 'Leads');
    for (const name of ['Carla Dias', 'Bruno Lima']) await page.getByLabel(`Selecionar ${name}`).check();
    await page.getByText('2 leads selecionados').first().waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByLabel('Nova etiqueta').fill('Feira');
    await press(page, 'Adicionar');
    await told(page, '2 leads alterados.');
    for (const index of [1, 2]) {
      expect((await owner.get<LeadView>(`/leads/${ids[index]}`)).data.tags).toContain('Feira');
    }
    await page.getByLabel('Selecionar todos os leads mostrados').check();
    await page.getByLabel('Mover para').selectOption(stages[1]?.id ?? '');
    await press(page, 'Mover');
    await told(page, '3 leads alterados, 2 já estavam assim.');
    const moved = () => page.getByRole('cell', { name: stages[1]?.name, exact: true }).count();
    await settles(moved, 5);
    await press(page, 'Desfazer');
    await told(page, 'Desfeito.');
    await settles(moved, 2);

    await page.getByLabel('Nome, telefone ou e-mail').fill('mari');
    await settles(() => page.getByRole('rowheader').count(), 2);
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar CSV')]);
    expect(file.suggestedFilename()).toBe('leads.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines.map((line) => line.split(';')[1])).toEqual(['Nome', 'Mariana Alves', 'Ana Maria Souza']);
  });

  it('puts the leads that a move left out into the pipeline, when asked', async () => {
    const { id, owner, stages, ids } = await openFull();
    const { data } = await owner.post<LeadView>('/leads', { phone: '11987654399', name: 'Maria Silva' });
    const page = await under.signIn(id);
    await visit(page, 'Leads');
    await page.getByLabel('Selecionar Maria Silva').check();
    await page.getByText('1 lead selecionado').first().waitFor();
    await page.getByLabel('Selecionar Carla Dias').check();
    await page.getByLabel('Mover para').selectOption(stages[1]?.id ?? '');
    await press(page, 'Mover');
    await told(page, '1 lead alterado.');
    const offer = page.getByRole('alert').getByText('1 lead sem negócio neste funil: colocar também?');
    await offer.waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Colocar no funil');
    await told(page, '1 lead colocado no funil.');
    await settles(() => offer.count(), 0);
    expect((await owner.get<LeadView>(`/leads/${ids[2]}`)).data.deals[0]?.stage_id).toBe(stages[1]?.id);
    expect((await owner.get<LeadView>(`/leads/${data.id}`)).data.deals[0]?.stage_id).toBe(stages[1]?.id);
  });

  it('keeps the leads that were just asked for when another comes at the same moment', async () => {
    const { id } = await under.openAccount();
    const add = (n: number, name: string) =>
      under.operator.post(`/accounts/${id}/leads`, { phone: `119876${54_000 + n}`, name });
    for (let n = 0; n < 51; n++) await add(n, `Lead ${n}`);
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/leads`);
    const count = () => page.getByRole('rowheader').count();
    await settles(count, 50);
    const [more] = await Promise.all([nextCall(page, /leads\?cursor/), press(page, 'Mostrar mais')]);
    const [again] = await Promise.all([nextCall(page, /leads$/), add(51, 'Chegou Agora')]);
    await more.continue();
    await settles(count, 51);
    await again.continue();
    await page.getByRole('link', { name: 'Chegou Agora' }).waitFor();
    expect(await count()).toBeGreaterThan(50);
  });

  it('shows when a lead came and what its open deals are worth, and has one link a row', async () => {
    const { id, owner, stages } = await openFull();
    const won = stages.find((stage) => stage.is_won)?.id;
    const deals = [
      { stage_id: stages[0]?.id, value: 1000 },
      { stage_id: stages[1]?.id, value: 250.5 },
      { stage_id: won, value: 9000 },
    ];
    await under.operator.post(`/accounts/${id}/leads`, { phone: '11987654399', name: 'Com Valor', deals });
    const page = await under.signIn(id);
    await visit(page, 'Leads');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Com Valor' }) });
    const near = { timeZone: 'America/Sao_Paulo', day: '2-digit', month: '2-digit' } as const;
    const today = new Date().toLocaleDateString('pt-BR', near);
    await row.getByRole('cell', { name: 'R$\u00a01.250,50' }).waitFor();
    await row.getByRole('cell', { name: today, exact: true }).waitFor();
    await settles(() => row.getByRole('link').allInnerTexts(), ['Com Valor']);
    expect((await owner.get<object[]>('/leads')).data).toHaveLength(6);
    expect(await problemsOf(page)).toEqual([]);
  });

  it('filters by campaign and tag, and suggests both', async () => {
    const { id, owner } = await openFull();
    const { key } = (await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] }))
      .data;
    for (const [phone, name, utm_campaign] of [
      ['21987650001', 'Veio do Natal', 'Natal 2026'],
      ['21987650002', 'Veio da Páscoa', 'Páscoa'],
    ])
      await under.partner(key).post('/leads', { phone, name, attribution: { utm_campaign, utm_source: 'news' } });
    const page = await under.signIn(id);
    await visit(page, 'Leads');
    const names = () => page.getByRole('rowheader').allInnerTexts();
    const suggested = () =>
      page.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    await page.getByText('Filtros', { exact: true }).click();
    await page.getByLabel('Etiqueta', { exact: true }).pressSequentially('vi');
    await settles(suggested, ['VIP']);
    await page.getByLabel('Etiqueta', { exact: true }).fill('');
    await page.getByLabel('Campanha').pressSequentially('nat');
    await settles(async () => (await suggested()).includes('Natal 2026'), true);
    await page.getByLabel('Campanha').fill('Natal 2026');
    await page.keyboard.press('Enter');
    await settles(names, ['Veio do Natal']);
    expect(page.url()).toContain('utm_campaign=Natal+2026');
    await page.getByLabel('Campanha').fill('');
    await page.getByLabel('Fonte (utm)').fill('news');
    await page.keyboard.press('Enter');
    await settles(names, ['Veio da Páscoa', 'Veio do Natal']);
    expect(await problemsOf(page)).toEqual([]);
  });

  it('is at the same place when somebody comes back from a lead', async () => {
    const { id } = await under.openAccount();
    for (let n = 10; n < 75; n++)
      await under.operator.post(`/accounts/${id}/leads`, { phone: `119876540${n}`, name: `Lead ${n}` });
    const page = await under.signIn(id);
    await page.goto(`${under.url}/console#/leads?order=created`);
    const count = () => page.getByRole('rowheader').count();
    await settles(count, 50);
    await press(page, 'Mostrar mais');
    await settles(count, 65);
    const link = page.getByRole('link', { name: 'Lead 15', exact: true });
    await link.scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => Math.round(window.scrollY));
    const before = await place();
    for (const back of [() => page.goBack(), () => page.getByRole('link', { name: 'Todos os leads' }).click()]) {
      await link.click();
      await page.getByRole('heading', { level: 1, name: 'Lead 15' }).waitFor();
      await back();
      await settles(count, 65);
      await settles(() => focused(page), 'Lead 15');
      await settles(place, before);
      expect(page.url()).toContain('order=created');
    }
  });

  it('gets a new lead without a reload, and fits a phone', async () => {
    const { id, owner } = await openFull();
    const { key } = (await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] }))
      .data;
    const page = await under.signIn(id, { viewport: { width: 360, height: 740 } });
    await page.goto(`${under.url}/console#/leads`);
    await settles(() => page.getByRole('link', { name: 'Ana Maria Souza', exact: true }).count(), 1);
    await under.partner(key).post('/leads', { phone: '21987654321', name: 'Chegou Agora' });
    await page.getByRole('link', { name: 'Chegou Agora', exact: true }).waitFor();
    const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    await settles(() => hrefOf('WhatsApp: Chegou Agora'), 'https://wa.me/5521987654321');
    // A row has two lines.
    await settles(async () => ((await page.getByRole('row').last().boundingBox())?.height ?? 99) < 80, true);
    expect(await problemsOf(page)).toEqual([]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    await settles(overflow, false);
  });
});

it('on a phone the actions on selected leads stay below the page’s header', async () => {
  const { id, owner } = await openFull();
  for (let n = 0; n < 12; n++) await owner.post('/leads', { phone: `119876${61_000 + n}`, name: `Lead ${n}` });
  const page = await under.signIn(id, { viewport: { width: 360, height: 740 } });
  await page.goto(`${under.url}/console#/leads`);
  await page.getByLabel('Selecionar Ana Maria Souza').check();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const isCovered = () =>
    page.locator('.bulk').evaluate((bar) => {
      const head = document.querySelector('.side')?.getBoundingClientRect().bottom ?? Infinity;
      return Math.round(bar.getBoundingClientRect().top) < Math.round(head);
    });
  await settles(() => page.evaluate(() => scrollY > 400), true);
  await settles(isCovered, false);
});

it('has the checks of its filters before the dates, each on one line of a small desk', async () => {
  const { id } = await openFull();
  const page = await under.signIn(id, { viewport: { width: 1366, height: 768 } });
  await page.goto(`${under.url}/console#/leads`);
  await press(page, 'Filtros');
  await page.getByLabel('Motivo da perda').focus();
  const ticks = async (title: string) => {
    await page.keyboard.press('Tab');
    const check = page.getByRole('checkbox', { name: title });
    await check.and(page.locator(':focus')).waitFor();
    const label = page.getByText(title, { exact: true });
    return [(await check.boundingBox())?.y, (await label.boundingBox())?.height];
  };
  const [name, next] = [await ticks('Só sem nome'), await ticks('Só sem próximo passo')];
  expect(next).toEqual(name);
});

it('on a phone leaves the name of a stage the room that it needs', async () => {
  const { id, owner, stages } = await openFull();
  const long = 'Orçamento enviado por e-mail';
  await owner.patch(`/stages/${stages[1]?.id}`, { name: long });
  const page = await under.signIn(id, { viewport: { width: 360, height: 740 } });
  await page.goto(`${under.url}/console#/leads`);
  const stage = (name: string) => page.getByRole('cell', { name }).first();
  await stage(long).and(page.getByTitle(long)).waitFor();
  await owner.patch(`/stages/${stages[1]?.id}`, { name: 'Em contato' });
  await page.reload();
  const isCut = () =>
    stage('Em contato').evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell.firstElementChild ?? cell);
      return text.getBoundingClientRect().right > cell.getBoundingClientRect().right;
    });
  await settles(isCut, false);
});
