import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import type { OwnerPipelineView } from '../../src/contract/pipeline';
import { consoleForAllTests } from './support/console';
import { settles } from './support/steps';

const under = consoleForAllTests('console_present_address', { LIMIT_SESSION_PER_MINUTE: '1000000' });

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A device that shows pages of an account with two leads, and the latest call of each kind. */
async function openDevice(device: BrowserContextOptions = TABLET) {
  const { id, owner } = await under.openAccount();
  const [pipeline] = (await owner.get<OwnerPipelineView[]>('/pipelines')).data;
  const deals = [{ stage_id: pipeline?.stages[0]?.id }];
  for (const [name, tags] of [
    ['Ana Souza', ['vip']],
    ['Bruno Lima', []],
  ] as const)
    await under.operator.post(`/accounts/${id}/leads`, { phone: `1198765432${tags.length}`, name, tags, deals });
  const page = await under.signIn(id, device);
  const calls: URL[] = [];
  page.on('request', (request: Request) => calls.push(new URL(request.url())));
  const latest = (path: string) => calls.filter(({ pathname }) => pathname.endsWith(path)).at(-1)?.searchParams;
  const open = async (place: string, heading: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${under.url}/console#/${place}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  return { page, owner, open, latest, pipelineId: pipeline?.id ?? '' };
}

const addressed = (page: Page) =>
  page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])));

/** Focuses a select and chooses in it before the browser can do anything else, as a quick finger does. */
const choose = (page: Page, label: string, value: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).evaluate((select: HTMLSelectElement, chosen) => {
    select.focus();
    select.value = chosen;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);

/** Chooses in a select and taps a button, both before the page is drawn anew. */
const chooseAndTap = (page: Page, label: string, value: string, button: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).evaluate(
    (select: HTMLSelectElement, [chosen, name]) => {
      select.value = chosen;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      const all = [...document.querySelectorAll('button')];
      all.find(({ textContent }) => textContent.trim() === name)?.click();
    },
    [value, button] as const,
  );

const tap = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).tap();

interface Field {
  readonly label: string;
  readonly name: string;
  readonly typed: string;
}

const LIST_FIELDS: readonly Field[] = [
  { label: 'Etiqueta', name: 'tag', typed: 'vip' },
  { label: 'Campanha', name: 'utm_campaign', typed: 'natal' },
  { label: 'Fonte (utm)', name: 'utm_source', typed: 'google' },
  { label: 'Meio (utm)', name: 'utm_medium', typed: 'cpc' },
  { label: 'Motivo da perda', name: 'loss_reason', typed: 'Preço' },
  { label: 'Criado de', name: 'from', typed: '2020-01-31' },
  { label: 'Criado até', name: 'to', typed: '2030-12-01' },
];

interface Act {
  readonly act: (page: Page) => Promise<unknown>;
  /** What it adds to the address. */
  readonly adds?: Readonly<Record<string, string>>;
}

const LIST_ACTS: readonly Act[] = [
  { act: (page) => page.getByLabel('Só sem nome').tap(), adds: { without_name: 'true' } },
  { act: (page) => page.getByLabel('Só sem próximo passo').tap(), adds: { without_next_step: 'true' } },
  { act: (page) => choose(page, 'Ordem', 'changed'), adds: { order: 'changed' } },
  { act: (page) => tap(page, 'Nome'), adds: { order: 'name', direction: 'asc' } },
  { act: (page) => choose(page, 'Responsável', 'none'), adds: { responsible: 'none' } },
  { act: (page) => choose(page, 'Origem', 'social'), adds: { origin: 'social' } },
  { act: (page) => tap(page, 'Novo lead') },
  { act: (page) => tap(page, 'Colunas') },
];

describe('on the list', () => {
  it.each(LIST_FIELDS)('what is typed as $label is the filter of whatever is tapped next', async (field) => {
    const { page, open, latest, pipelineId } = await openDevice();
    const begin = async (): Promise<void> => {
      // One filter unfolds the others.
      await open(`leads?pipeline_id=${pipelineId}`, 'Leads');
      await page.getByLabel(field.label, { exact: true }).fill(field.typed);
    };
    for (const { act, adds } of LIST_ACTS) {
      await begin();
      await act(page);
      const wanted = { pipeline_id: pipelineId, [field.name]: field.typed, ...adds };
      await settles(() => addressed(page), wanted);
      await settles(async () => Object.fromEntries(latest('/leads') ?? []), wanted);
    }
    await begin();
    await Promise.all([page.waitForEvent('download'), tap(page, 'Exportar CSV')]);
    expect(Object.fromEntries(latest('/export.csv') ?? [])).toEqual(await addressed(page));
    await settles(() => addressed(page), { pipeline_id: pipelineId, [field.name]: field.typed });
    await begin();
    await tap(page, 'Limpar filtros');
    await settles(() => addressed(page), {});
    await settles(() => page.getByLabel(field.label, { exact: true }).inputValue(), '');
  });

  it('exports what was searched for, before the rows follow', async () => {
    const { page, open, latest } = await openDevice();
    await open('leads', 'Leads');
    await page.getByLabel('Nome, telefone ou e-mail').fill('bruno');
    await Promise.all([page.waitForEvent('download'), tap(page, 'Exportar CSV')]);
    expect(latest('/export.csv')?.get('q')).toBe('bruno');
  });

  it('shows the applied filter again, when Back leaves what was typed', async () => {
    const { page, open } = await openDevice();
    await open('leads?tag=vip', 'Leads');
    await page.evaluate(() => (location.hash = '#/leads?tag=vip&order=changed'));
    await page.getByLabel('Etiqueta', { exact: true }).fill('outra');
    await page.goBack();
    await settles(() => page.getByLabel('Etiqueta', { exact: true }).inputValue(), 'vip');
  });
});

it('filters in a sheet on a phone, whose last field counts when the sheet is closed', async () => {
  const { page, open, latest } = await openDevice(PHONE);
  await open('leads', 'Leads');
  await tap(page, 'Filtros');
  await page.getByRole('dialog').getByLabel('Etiqueta').fill('vip');
  await tap(page, 'Mostrar leads');
  await settles(() => addressed(page), { tag: 'vip' });
  await Promise.all([page.waitForEvent('download'), tap(page, 'Exportar CSV')]);
  expect(latest('/export.csv')?.get('tag')).toBe('vip');
});

const BOARD_ACTS: readonly Act[] = [
  { act: (page) => choose(page, 'Responsável', 'none'), adds: { responsible: 'none' } },
  { act: (page) => choose(page, 'Origem', 'social'), adds: { origin: 'social' } },
];

it('keeps a tag that was typed over the board when something else is chosen next', async () => {
  const { page, open, latest, pipelineId } = await openDevice();
  for (const { act, adds } of BOARD_ACTS) {
    await open(`quadro/${pipelineId}?tag=antes`, 'Quadro');
    await page.getByLabel('Etiqueta').fill('vip');
    await act(page);
    await settles(() => addressed(page), { tag: 'vip', ...adds });
    await settles(async () => Object.fromEntries(latest('/board') ?? []), { tag: 'vip', ...adds });
  }
});

it('keeps what was typed over the board when another pipeline or a filter is chosen next', async () => {
  const { page, owner, open, latest, pipelineId } = await openDevice();
  const further = { name: 'Pós-venda', stages: [{ name: 'Começo', is_entry: true }] };
  const { id } = (await owner.post<OwnerPipelineView>('/pipelines', further)).data;
  await open(`quadro/${pipelineId}?tag=antes`, 'Quadro');
  await page.getByLabel('Etiqueta').fill('vip');
  await choose(page, 'Funil', id);
  await settles(() => addressed(page), { tag: 'vip' });
  expect(page.url()).toContain(`#/quadro/${id}?`);
  await settles(async () => Object.fromEntries(latest(`/${id}/board`) ?? []), { tag: 'vip' });
  await page.getByLabel('Buscar', { exact: true }).fill('ana');
  await choose(page, 'Origem', 'social');
  await settles(async () => Object.fromEntries(latest('/board') ?? []), { q: 'ana', tag: 'vip', origin: 'social' });
});

it('keeps the person of the agenda who was chosen a moment before', async () => {
  const { page, owner, open } = await openDevice();
  const [helena] = (await owner.get<{ id: string }[]>('/members')).data;
  const quem = helena?.id ?? '';
  for (const [button, shown] of [
    ['Próximo', { ver: 'semana', dia: '2026-03-09' }],
    ['Anterior', { ver: 'semana', dia: '2026-02-23' }],
    ['Dia', { ver: 'dia', dia: '2026-03-02' }],
  ] as const) {
    await open('agenda?ver=semana&dia=2026-03-02', 'Agenda');
    await page.getByLabel('Semana de').locator(`option[value="${quem}"]`).waitFor({ state: 'attached' });
    await chooseAndTap(page, 'Semana de', quem, button);
    await settles(() => addressed(page), { ...shown, quem });
  }
});

it('exports of the audit trail what was chosen a moment before, and shows the applied days again', async () => {
  const { page, open, latest } = await openDevice();
  for (const [label, name, value] of [
    ['Ação', 'action', 'account.opened'],
    ['Pessoa', 'person', 'operator'],
  ] as const) {
    await open('atividades', 'Registro de atividades');
    await page.getByLabel('De', { exact: true }).fill('2020-01-01');
    const file = page.waitForEvent('download');
    await chooseAndTap(page, label, value, 'Exportar registro');
    await file;
    expect(Object.fromEntries(latest('/audit/export.csv') ?? [])).toEqual({ [name]: value });
    await settles(() => addressed(page), { [name]: value });
    await settles(() => page.getByLabel('De', { exact: true }).inputValue(), '');
  }
  await page.getByLabel('Até', { exact: true }).fill('2020-01-01');
  await Promise.all([page.waitForEvent('download'), tap(page, 'Exportar registro')]);
  expect(latest('/audit/export.csv')?.get('to')).toBeNull();
  await settles(() => page.getByLabel('Até', { exact: true }).inputValue(), '');
});

const IMPORT_FIELDS: readonly Field[] = [
  { label: 'DDD padrão', name: 'area_code', typed: '71' },
  { label: 'Origem', name: 'origin', typed: 'social' },
  { label: 'Etiquetas', name: 'tags', typed: 'feira' },
  { label: 'Consentimento', name: 'consent', typed: 'true' },
];

it('imports with what was said of all rows just before the tap', async () => {
  const { page, open, latest } = await openDevice();
  for (const [index, { label, name, typed }] of IMPORT_FIELDS.entries()) {
    await open('importar', 'Importar');
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(`Telefone\n1198765000${index}`) };
    await page.getByLabel('Arquivo', { exact: true }).setInputFiles(file);
    await page.getByText('De 1 linha, nenhuma será recusada.').waitFor();
    if (name === 'tags') await page.getByLabel(label).fill(typed);
    else await choose(page, label, typed);
    await tap(page, 'Importar arquivo');
    await page.getByRole('heading', { level: 1, name: 'Importação' }).waitFor();
    expect(latest('/imports')?.get(name)).toBe(typed);
  }
});

it('goes on two weeks in the agenda after two taps, and a month is not lost in the numbers', async () => {
  const { page, open } = await openDevice();
  await open('agenda?ver=semana&dia=2026-03-02', 'Agenda');
  await page.getByRole('button', { name: 'Próximo' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await settles(() => addressed(page), { ver: 'semana', dia: '2026-03-16' });
  await open('?from=2026-01-01&to=2026-01-31', 'Painel');
  await page.getByLabel('De', { exact: true }).fill('2025-12-01');
  await page.getByLabel('Sem os apagados como spam').tap();
  await settles(() => addressed(page), { from: '2026-01-01', to: '2026-01-31', without_spam: 'true' });
  // The field shows what the numbers are of.
  await settles(() => page.getByLabel('De', { exact: true }).inputValue(), '2026-01-01');
});
