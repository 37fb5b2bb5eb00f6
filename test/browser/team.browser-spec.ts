import type { Page } from 'playwright-core';
import type { MemberView } from '../../src/contract/members/member';
import type { GivenRole } from '../../src/contract/members/roles';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { cardOf, join, linksOf, mailedLink, MENUS } from './support/people';
import { noticesTheEnd, press, settles, told, visit } from './support/steps';

const under = consoleForAllTests('console_team');

const PHONE = { viewport: { width: 360, height: 740 } };
const SIZES: readonly [name: string, options: object][] = [
  ['at a desk', { viewport: { width: 1280, height: 860 } }],
  ['on a phone', PHONE],
];

const openAccount = () =>
  under.openAccount({ name: 'Clínica Sorriso', owner: { name: 'Helena', email: 'helena@example.com' } });

/** Opens a page by its address, which works with a closed menu too. */
async function open(page: Page, place: string, title: string): Promise<void> {
  await page.goto(`${under.url}/console#/${place}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

const membersOf = async (owner: { get: <T>(path: string) => Promise<{ data: T }> }) =>
  (await owner.get<MemberView[]>('/members')).data;

describe.each(SIZES)('%s', (_name, options) => {
  it('the owner invites somebody, who comes from the mail to the day with one press, under their own name', async () => {
    const { id, owner } = await openAccount();
    await owner.post('/leads', { phone: '11987654321', name: 'Rita Alves' });
    const page = await under.signIn(id, options);
    await open(page, 'equipe', 'Equipe');
    await cardOf(page, 'Helena').getByText('Dono(a)').waitFor();
    await page.getByText('Vendedores editam todo lead que veem, mas só passam adiante os seus.').waitFor();
    await press(page, 'Convidar pessoa');
    await page.getByText('edita todo lead que vê, mas só passa adiante os seus').waitFor();
    await press(page, 'Enviar convite');
    await page.getByText('E-mail: deve ser um e-mail válido').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    const email = `bruno-${id}@example.com`;
    await page.getByLabel('Nome').fill('Bruno Lima');
    await page.getByLabel('E-mail').fill(email);
    await press(page, 'Enviar convite');
    await told(page, `Convite enviado para ${email}.`);
    await cardOf(page, 'Bruno Lima').getByText('Ainda não entrou').waitFor();
    expect(await problemsOf(page)).toEqual([]);

    const link = await mailedLink(under, email);
    const theirs = await under.newPage(options);
    await theirs.goto(link);
    await theirs.getByText('Este link é da conta Clínica Sorriso').waitFor();
    await theirs.getByText(/vale até \d\d\/\d\d\/\d{4}/).waitFor();
    await theirs.getByLabel('Lembrar deste aparelho por 30 dias').check();
    expect(await problemsOf(theirs)).toEqual([]);
    await press(theirs, 'Entrar em Clínica Sorriso');
    await theirs.getByRole('heading', { level: 1, name: 'Hoje' }).waitFor();
    await told(theirs, 'Você entrou como Bruno Lima.');
    expect(theirs.url()).toBe(`${under.url}/console#/hoje`);
    expect(await problemsOf(theirs)).toEqual([]);

    await open(theirs, 'sessoes', 'Sessões');
    const session = theirs.locator('main').getByRole('listitem');
    await session.getByText('Bruno Lima · Chrome no Linux').waitFor();
    await session.getByText('Aparelho lembrado').waitFor();
    await settles(() => session.count(), 1);
    await open(page, 'sessoes', 'Sessões');
    await page.getByRole('listitem').getByText('Bruno Lima · Chrome no Linux').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: /^Encerrar a sessão de Bruno Lima/ }).click();
    await told(page, 'Sessão encerrada.');
    await theirs.reload();
    await theirs.getByText('Sua sessão terminou.').waitFor();
  });

  it('the pages of the team have no violation, with every dialog', async () => {
    const { id, owner } = await openAccount();
    const away = (await owner.post<MemberView>('/members', member('Bruno Lima', 'seller'))).data;
    await owner.patch(`/members/${away.id}`, { away_until: '2099-12-31' });
    const former = (await owner.post<MemberView>('/members', member('Davi Rocha', 'manager'))).data;
    await owner.patch(`/members/${former.id}`, { active: false });
    const page = await under.signIn(id, options);
    await open(page, 'equipe', 'Equipe');
    await cardOf(page, 'Davi Rocha').getByRole('button', { name: 'Reativar Davi Rocha' }).waitFor();
    await cardOf(page, 'Bruno Lima').getByText('Ausente até 31/12/2099').waitFor();
    await page.getByText('Vendedores podem exportar leads').waitFor();
    const found: Record<string, string[]> = { page: await problemsOf(page) };
    for (const name of [
      'Editar Bruno Lima',
      'Ausência de Bruno Lima',
      'Desativar Bruno Lima',
      'Remover dados de Davi Rocha',
    ]) {
      await press(page, name);
      found[name] = await problemsOf(page);
      await press(page, 'Cancelar');
    }
    expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([]);
  });
});

const ROLES: readonly [role: GivenRole, word: string, links: readonly string[], hidden: readonly [string, string][]][] =
  [
    [
      'seller',
      'Vendedor(a)',
      MENUS.seller,
      [
        ['retidos', 'A conferir'],
        ['duplicados', 'Duplicados'],
        ['importar', 'Importar'],
        ['funis', 'Funis'],
        ['chaves', 'Chaves de API'],
        ['atividades', 'Registro de atividades'],
      ],
    ],
    ['manager', 'Gestor(a)', MENUS.manager, [['chaves', 'Chaves de API']]],
  ];

const member = (name: string, role: GivenRole) => ({ name, role, email: `${crypto.randomUUID()}@example.com` });

it.each(ROLES)(
  'a %s sees only what the role includes, and asks for nothing else',
  async (role, word, links, hidden) => {
    const { owner } = await openAccount();
    const lead = (await owner.post<{ id: string }>('/leads', { phone: '11987654321', name: 'Rita Alves' })).data;
    const { page } = await join(under, owner, { name: 'Bruno Lima', role });
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    await page.locator('.account').getByText('Bruno Lima').waitFor();
    await page.locator('.account').getByText(word).waitFor();
    await settles(linksOf(page), [...links]);
    for (const [place, title] of hidden) {
      await open(page, place, title);
      await page.getByText(`O papel ${word} não inclui esta página`).waitFor();
      expect(await problemsOf(page)).toEqual([]);
    }
    for (const title of links) await visit(page, title);
    await open(page, `leads/${lead.id}`, 'Rita Alves');
    await page.getByText('Linha do tempo').waitFor();
    const isLeading = role === 'manager';
    await settles(() => page.getByRole('button', { name: 'Mais ações' }).count(), isLeading ? 1 : 0);
    await visit(page, 'Leads');
    await settles(() => page.getByRole('button', { name: 'Exportar CSV' }).count(), isLeading ? 1 : 0);
    await visit(page, 'Equipe');
    await cardOf(page, 'Helena').waitFor();
    await settles(() => page.getByRole('button', { name: 'Convidar pessoa' }).count(), isLeading ? 1 : 0);
    await settles(() => page.getByText('Vendedores podem exportar leads').count(), 0);
    expect(refused).toEqual([]);
  },
);

it('a manager invites sellers only, and changes neither the owner nor another manager', async () => {
  const { owner } = await openAccount();
  for (const [name, role] of [
    ['Davi Rocha', 'manager'],
    ['Elisa Prado', 'seller'],
  ] as const)
    await owner.post('/members', member(name, role));
  const { page } = await join(under, owner, { name: 'Bruno Lima', role: 'manager' });
  await visit(page, 'Equipe');
  await cardOf(page, 'Elisa Prado').waitFor();
  const verbsOf = (name: string) => () =>
    cardOf(page, name)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map(({ textContent }) => textContent));
  await settles(verbsOf('Helena'), []);
  await settles(verbsOf('Davi Rocha'), []);
  await settles(verbsOf('Bruno Lima'), ['Editar', 'Ausência']);
  await settles(verbsOf('Elisa Prado'), ['Editar', 'Ausência', 'Desativar', 'Reenviar']);
  await press(page, 'Convidar pessoa');
  await settles(() => page.getByRole('radio').count(), 1);
  await page.getByRole('radio', { name: 'Vendedor(a)' }).waitFor();
});

it('a person says how long they are away, and changes their own name, which the menu shows', async () => {
  const { owner } = await openAccount();
  const { page } = await join(under, owner, { name: 'Bruno Lima', role: 'seller' }, { timezoneId: 'Asia/Tokyo' });
  await page.clock.setFixedTime('2099-12-30T23:30:00-03:00');
  await visit(page, 'Equipe');
  await press(page, 'Ausência de Bruno Lima');
  await settles(() => page.getByLabel('Ausente até').getAttribute('min'), '2099-12-30');
  await page.getByLabel('Ausente até').fill('2099-12-31');
  await press(page, 'Salvar ausência');
  await cardOf(page, 'Bruno Lima').getByText('Ausente até 31/12/2099').waitFor();
  await press(page, 'Ausência de Bruno Lima');
  await press(page, 'Encerrar ausência');
  await told(page, 'Bruno Lima: presente de novo.');
  await settles(() => page.getByText('Ausente até').count(), 0);
  await press(page, 'Editar Bruno Lima');
  await settles(() => page.getByRole('radio').count(), 0);
  await page.getByLabel('Nome').fill('Bruno Lima Neto');
  await press(page, 'Salvar');
  await page.locator('.account').getByText('Bruno Lima Neto').waitFor();
  expect((await membersOf(owner)).map(({ name, away_until: away }) => [name, away])).toEqual([
    ['Helena', null],
    ['Bruno Lima Neto', null],
  ]);
});

it('somebody who is deactivated is out at once, their leads go to a colleague, and they can come back', async () => {
  const { id, owner } = await openAccount();
  const bruno = await join(under, owner, { name: 'Bruno Lima', role: 'seller' });
  const clara = await join(under, owner, { name: 'Clara Dias', role: 'seller' });
  const body = { phone: '11987654321', name: 'Rita Alves', responsible_id: bruno.id };
  const lead = (await owner.post<{ id: string }>('/leads', body)).data;
  const away = (await owner.post<MemberView>('/members', member('Davi Rocha', 'seller'))).data;
  await owner.patch(`/members/${away.id}`, { away_until: '2099-12-31' });
  const page = await under.signIn(id);
  await visit(page, 'Equipe');
  await press(page, 'Desativar Bruno Lima');
  await page.getByText('Bruno Lima perde o acesso na hora').waitFor();
  await settles(
    () => page.getByLabel('Quem fica com os leads').locator('option').allTextContents(),
    ['Ninguém: ficam sem responsável', 'Helena', 'Clara Dias', 'Davi Rocha (ausente até 31/12/2099)'],
  );
  await page.getByLabel('Quem fica com os leads').selectOption('Clara Dias');
  await press(page, 'Desativar');
  await told(page, 'Bruno Lima não tem mais acesso à conta.');
  await noticesTheEnd(bruno.page, bruno.page.getByRole('link', { name: 'Equipe' }));
  await open(clara.page, `leads/${lead.id}`, 'Rita Alves');
  await clara.page.getByText('Com a saída de Bruno Lima, o lead passou para Clara Dias').waitFor();
  await settles(() => page.getByText('em transferência').count(), 0);

  await press(page, 'Reativar Bruno Lima');
  await told(page, 'Bruno Lima faz parte da equipe de novo');
  await cardOf(page, 'Bruno Lima').getByRole('button', { name: 'Desativar Bruno Lima' }).waitFor();
});

it('a hand-over shows how many leads are still on their way, until none is', async () => {
  const { id, owner } = await openAccount();
  const former = (await owner.post<MemberView>('/members', member('Bruno Lima', 'seller'))).data;
  await owner.patch(`/members/${former.id}`, { active: false });
  const page = await under.signIn(id);
  let leads = 2;
  await page.route('**/admin/v1/members?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: MemberView[] };
    const shown = data.map((one) => (one.id === former.id ? { ...one, handing_over: leads } : one));
    await route.fulfill({ response: answer, json: { ...rest, data: shown } });
  });
  await visit(page, 'Equipe');
  await cardOf(page, 'Bruno Lima').getByText('2 leads ainda em transferência').waitFor();
  leads = 0;
  await owner.post('/leads', { phone: '11987654321', name: 'Rita Alves' });
  await settles(() => page.getByText('em transferência').count(), 0);
  await page.unrouteAll({ behavior: 'wait' });
});

it('the owner hands out what is held of a member, and empties a former one', async () => {
  const { id, owner } = await openAccount();
  const bruno = (await owner.post<MemberView>('/members', member('Bruno Lima', 'seller'))).data;
  const page = await under.signIn(id);
  await visit(page, 'Equipe');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Exportar dados de Bruno Lima')]);
  expect(file.suggestedFilename()).toBe(`equipe-${bruno.id}.json`);
  await told(page, 'Dados exportados.');
  await settles(() => page.getByRole('button', { name: 'Remover dados de Bruno Lima' }).count(), 0);
  await owner.patch(`/members/${bruno.id}`, { active: false });
  await page.reload();
  await press(page, 'Remover dados de Bruno Lima');
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Remover dados' });
  await settles(() => remove.isDisabled(), true);
  await page.getByLabel('Entendo que não há como desfazer').check();
  await remove.click();
  await told(page, 'Os dados da pessoa foram removidos.');
  await cardOf(page, 'Pessoa removida').waitFor();
  await settles(() => page.getByText('Bruno Lima').count(), 0);
  await settles(() => cardOf(page, 'Pessoa removida').getByRole('button').count(), 0);
  expect((await membersOf(owner)).at(-1)).toMatchObject({ name: 'Pessoa removida', email: null, active: false });
});

it('the owner decides what sellers see and export', async () => {
  const { id, owner } = await openAccount();
  await owner.post('/leads', {
    phone: '11987654321',
    name: 'Rita Alves',
    responsible_id: (await membersOf(owner))[0]?.id,
  });
  const bruno = await join(under, owner, { name: 'Bruno Lima', role: 'seller' });
  await bruno.page.getByRole('link', { name: 'Rita Alves' }).waitFor();
  const page = await under.signIn(id);
  await visit(page, 'Equipe');
  await page.getByRole('radio', { name: 'só os seus e os sem responsável' }).check();
  await page.getByLabel('Vendedores podem exportar leads').check();
  await page.locator('form').getByRole('button', { name: 'Salvar' }).click();
  await told(page, 'Configurações dos vendedores salvas.');
  await bruno.page.reload();
  await bruno.page.getByText('Nenhum lead ainda').waitFor();
  await bruno.page.getByRole('button', { name: 'Exportar CSV' }).waitFor();
  await page.reload();
  await page.getByRole('radio', { name: 'só os seus e os sem responsável', checked: true }).waitFor();
});

it('an invitation that was used does not open a second session', async () => {
  const { owner } = await openAccount();
  const { email } = await join(under, owner, { name: 'Bruno Lima', role: 'seller' });
  const page = await under.newPage();
  await page.goto(await mailedLink(under, email));
  await page.getByText('Este link já foi usado ou venceu. Peça um novo.').waitFor();
});
