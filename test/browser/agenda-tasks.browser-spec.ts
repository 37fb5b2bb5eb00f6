import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { ActivityView } from '../../src/contract/day/activity';
import type { AppointmentView } from '../../src/contract/day/appointment';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { brasiliaDay } from './support/days';
import { join } from './support/people';
import { press, settles, told } from './support/steps';

/** Open tasks in the agenda. */

const under = consoleForAllTests('console_agenda_tasks');

const DESK = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A day to come, on which nothing is late. */
const DAY = brasiliaDay(1);

/** The agenda of Bruno, who has a task beside an appointment, one alone, and four in one half hour; Eva has one. */
async function openAgenda(look: BrowserContextOptions = DESK, place = '') {
  const { owner } = await under.openAccount();
  const bruno = await join(under, owner, { name: 'Bruno Lima', role: 'manager' }, look);
  const eva = await join(under, owner, { name: 'Eva Dias', role: 'seller' }, look);
  const lead = async (phone: string, name: string, responsible_id?: string) =>
    (await owner.post<{ id: string }>('/leads', { phone, name, ...(responsible_id && { responsible_id }) })).data.id;
  const rita = await lead('11987654321', 'Rita Alves', bruno.id);
  const caio = await lead('11987654322', 'Caio Reis', eva.id);
  const remind = async (id: string, time: string, text: string) =>
    (
      await owner.post<ActivityView>(`/leads/${id}/activities`, {
        ...{ type: 'task', text },
        due_at: `${DAY}T${time}:00-03:00`,
      })
    ).data;
  const plan = async (time: string, minutes: number) =>
    (
      await owner.post<AppointmentView>('/appointments', {
        ...{ lead_id: rita, minutes },
        starts_at: `${DAY}T${time}:00-03:00`,
      })
    ).data.id;
  const met = await plan('09:00', 60);
  await remind(rita, '09:30', 'Levar o contrato');
  await remind(rita, '11:00', 'Enviar proposta');
  for (const [time, text] of [
    ['14:00', 'Ligar cedo'],
    ['14:05', 'Mandar fotos'],
    ['14:10', 'Pedir documentos'],
    ['14:20', 'Confirmar visita'],
  ] as const)
    await remind(rita, time, text);
  await remind(caio, '16:00', 'Cobrar retorno');
  await bruno.page.goto(`${under.url}/console#/agenda?dia=${DAY}${place}`);
  await task(bruno.page, '11:00 Enviar proposta').waitFor();
  return { owner, rita, met, remind, plan, page: bruno.page };
}

const task = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${name}`) });

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox();
  return { left: box?.x ?? 0, top: box?.y ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0), height: box?.height ?? 0 };
};
const rows = (page: Page) => () =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => /\d\d:\d\d/.exec(one.textContent ?? '')?.[0]));

/** Waits until an entry of this name is marked as moved, and takes no click for a moment. */
const isMarked = (page: Page, name: string): Promise<void> =>
  page.evaluate(
    (start) =>
      new Promise<void>((resolve) => {
        const isIt = ({ target }: MutationRecord): boolean =>
          target instanceof HTMLElement && target.ariaLabel?.startsWith(start) === true && 'moved' in target.dataset;
        const observer = new MutationObserver((records) => {
          if (records.some(isIt)) resolve();
        });
        observer.observe(document.body, { subtree: true, attributeFilter: ['data-moved'] });
      }),
    name,
  );

describe('tasks in the grid', () => {
  it.each([
    ['light', DESK],
    ['dark', { ...DESK, colorScheme: 'dark' as const }],
  ])('are at their hour in the column of who looks after the lead, beside appointments, %s', async (_, look) => {
    const { page } = await openAgenda(look);
    const column = (name: string) => page.locator('.agenda-column').filter({ has: page.getByText(name) });
    await task(page, '16:00 Cobrar retorno · Caio Reis').and(column('Eva Dias').getByRole('button')).waitFor();
    const placed = async () => {
      const [met, beside, alone, slot] = [
        await boxOf(task(page, '09:00 Rita')),
        await boxOf(task(page, '09:30 Levar o contrato')),
        await boxOf(task(page, '11:00 Enviar proposta')),
        await boxOf(page.getByRole('button', { name: 'Agendar às 11:00 com Bruno Lima' })),
      ];
      return {
        isBeside: beside.left >= met.right - 1,
        isInTheMiddle: Math.abs(beside.top - met.top - met.height / 2) <= 2,
        isAtItsHour: Math.abs(alone.top - slot.top) <= 2,
        leavesRoom: alone.left - slot.left >= 24,
        canBeHit: [beside, alone].every(({ height }) => height >= 24),
      };
    };
    await settles(placed, {
      ...{ isBeside: true, isInTheMiddle: true, isAtItsHour: true, leavesRoom: true, canBeHit: true },
    });
    await page.locator('[data-moved]').first().waitFor({ state: 'detached' });
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Agendar às 11:00 com Bruno Lima' }).click({ position: { x: 12, y: 24 } });
    await settles(() => page.getByRole('dialog').getByLabel('Hora').inputValue(), '11:00');
  });

  it('are read by hour, with the appointments of their column', async () => {
    const { page } = await openAgenda();
    const read = () =>
      page
        .getByRole('region', { name: 'Bruno Lima (você)' })
        .getByRole('listitem')
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.slice(0, 8)));
    await settles(read, ['09:00 Ri', '09:30 Le', '11:00 En', '14:00 Li', '14:00 +3']);
  });

  it('of one half hour are on two lines, of which the last opens them all', async () => {
    const { page } = await openAgenda();
    await press(page, '14:00 +3 tarefas');
    await settles(rows(page), ['14:00', '14:05', '14:10', '14:20']);
    expect(await problemsOf(page)).toEqual([]);
    await press(page, 'Concluir: Mandar fotos');
    await told(page, 'Tarefa feita.');
    // The row keeps its place, so that a second click meets no other.
    await settles(rows(page), ['14:00', '14:05', '14:10', '14:20']);
    await press(page, 'Fechar');
    await task(page, '14:00 \\+2 tarefas').waitFor();
  });

  it('are done by two clicks, and undone by one', async () => {
    const { page } = await openAgenda();
    const dialog = page.getByRole('dialog');
    const entry = task(page, '11:00 Enviar proposta');
    await entry.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: 'Rita Alves' }).waitFor();
    await press(page, 'Concluir: Enviar proposta');
    await entry.waitFor({ state: 'detached' });
    await dialog.getByRole('listitem').getByRole('button', { name: 'Desfazer' }).click();
    await told(page, 'Desfeito.');
    await press(page, 'Concluir: Enviar proposta');
    await dialog.getByRole('status').getByRole('button', { name: 'Desfazer' }).click();
    await page.getByRole('button', { name: 'Concluir: Enviar proposta' }).waitFor();
    await press(page, 'Fechar');
    await entry.waitFor();
  });

  it('are put off, by a menu that Escape closes alone', async () => {
    const { page } = await openAgenda();
    await task(page, '11:00 Enviar proposta').click();
    await press(page, 'Retornar em…');
    await page.getByRole('button', { name: 'Em 3 dias' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Em 3 dias' }).waitFor({ state: 'detached' });
    await press(page, 'Retornar em…');
    await press(page, 'Em 3 dias');
    await told(page, 'Retorno marcado:');
    await press(page, 'Fechar');
    await task(page, '11:00 Enviar proposta').waitFor({ state: 'detached' });
  });

  it('follow what others do, and “Meus”', async () => {
    const { page, owner, rita, remind } = await openAgenda();
    await task(page, '16:00 Cobrar retorno').waitFor();
    await press(page, 'Meus');
    await task(page, '16:00 Cobrar retorno').waitFor({ state: 'detached' });
    const { id } = await remind(rita, '17:00', 'Levar chaves');
    await task(page, '17:00 Levar chaves').click();
    await owner.patch(`/activities/${id}`, { done: true });
    await page.getByRole('dialog').getByText('Já foi concluída ou mudou de dia.').waitFor();
    await press(page, 'Fechar');
    await task(page, '17:00 Levar chaves').waitFor({ state: 'detached' });
  });

  it('take no click where they have just moved aside, nor appointments where they have moved up or down', async () => {
    const { page, owner, met, plan } = await openAgenda();
    const aside = isMarked(page, '11:00 Enviar proposta');
    await plan('11:00', 30);
    await aside;
    await task(page, '11:00 Enviar proposta').click();
    await press(page, 'Fechar');
    const down = isMarked(page, '09:15 Rita');
    await owner.patch(`/appointments/${met}`, { starts_at: `${DAY}T09:15:00-03:00` });
    await down;
  });
});

it('the grid of a week has them by day, of one person or of all', async () => {
  const { page } = await openAgenda(DESK, '&ver=semana');
  await settles(() => page.locator('.agenda-task').count(), 5);
  await page.locator('[data-moved]').first().waitFor({ state: 'detached' });
  expect(await problemsOf(page)).toEqual([]);
  await page.getByLabel('Semana de').selectOption('Eva Dias');
  await settles(() => page.locator('.agenda-task').count(), 1);
});

it.each([
  ['with a light screen', PHONE],
  ['with a dark screen', { ...PHONE, colorScheme: 'dark' as const }],
])('on a phone they are rows of the day, %s', async (_, look) => {
  const { page } = await openAgenda(look);
  const read = () =>
    page
      .getByRole('region', { name: 'Bruno Lima (você)' })
      .locator('[data-row], summary')
      .evaluateAll((all) => all.map((one) => (one.ariaLabel ?? one.textContent)?.slice(0, 5)));
  await settles(read, ['Livre', '09:00', '09:30', 'Livre', '11:00', '14:00', '14:05', '14:10', '14:20']);
  await page.locator('[data-moved]').first().waitFor({ state: 'detached' });
  expect(await problemsOf(page)).toEqual([]);
  const small = () =>
    page
      .locator('.agenda-task')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).length);
  await settles(small, 0);
  await task(page, '11:00 Enviar proposta').click();
  await page.getByRole('button', { name: 'Concluir: Enviar proposta' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
});
