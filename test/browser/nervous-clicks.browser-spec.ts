import type { Locator, Page } from 'playwright-core';
import type { OwnerLead } from '../../src/contract/lead';
import type { MemberView } from '../../src/contract/members/member';
import type { Pipeline } from '../support/pipelines';
import { forAllTests } from '../support/setup';
import { consoleForAllTests } from './support/console';
import { brasiliaDay } from './support/days';
import { rests, settles } from './support/steps';

/** Two clicks in one place mark one row, in every list in which a click acts on a row. */

const under = consoleForAllTests('console_nervous_clicks', { LIMIT_SESSION_PER_MINUTE: '1000000' });

const PAUSES_MS = [0, 150, 350];
/** One more than the pauses. */
const ROWS = PAUSES_MS.length + 1;
const each = Array.from({ length: ROWS }, (_, n) => n);

/** An account with some rows in every list. */
const shop = forAllTests(async () => {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  const deals = [{ stage_id: pipeline?.stages[0]?.id }];
  for (const n of each) {
    const phone = `1198000000${n}`;
    const leads = `/accounts/${id}/leads`;
    const { data: ana } = await under.operator.post<OwnerLead>(leads, { phone, name: `Ana ${n}`, deals });
    await owner.post('/appointments', { lead_id: ana.id, starts_at: `${brasiliaDay()}T1${n}:00:00-03:00` });
    await under.operator.post(leads, { phone, name: `Ana Souza ${n}`, allow_duplicate: true });
    await under.partner(data.key).post('/leads', { phone, name: 'Ana', notes: 'Quer remarcar.' });
    const source = await owner.post<{ address: string }>('/sources', { kind: 'webhook', name: `Agência ${n}` });
    await fetch(under.here(source.data.address), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ nome: 'Rita Alves', mensagem: 'Quero um orçamento.' }),
    });
    await owner.post('/api-keys', { name: `Chave ${n}`, permissions: ['leads:write'] });
    const member = { name: `Bruno ${n}`, email: `bruno-${n}@example.com`, role: 'seller' };
    const { data: bruno } = await owner.post<MemberView>('/members', member);
    await owner.patch(`/members/${bruno.id}`, { active: false });
    await under.operator.post(`/accounts/${id}/owner-sessions`);
  }
  return { id, owner, pipelineId: pipeline?.id ?? '' };
});

type Row = Record<string, unknown>;

/** Counts rows of a list route. */
const count = async (path: string, isCounted = (_row: Row): boolean => true): Promise<number> =>
  (await shop.owner.get<Row[]>(path)).data.filter(isCounted).length;

const inFirstStage = async (): Promise<number> => {
  const { data } = await shop.owner.get<{ stages: { cards: unknown[] }[] }>(`/pipelines/${shop.pipelineId}/board`);
  return data.stages[0]?.cards.length ?? 0;
};

interface List {
  readonly title: string;
  readonly place: () => string;
  /** Opens the window in which two clicks come. */
  readonly open?: RegExp;
  readonly twice: RegExp;
  readonly left: () => Promise<number>;
}

const isActive = ({ active }: Row): boolean => active === true;
const isUnread = ({ read_at: at }: Row): boolean => at === null;
const isOpen = ({ attended }: Row): boolean => attended === false;
const isLasting = ({ revoked_at: at }: Row): boolean => at === null;

const LISTS: readonly List[] = [
  { title: 'sessions', place: () => 'sessoes', twice: /^Encerrar a sessão de/, left: () => count('/sessions') },
  {
    title: 'held deliveries',
    place: () => 'retidos',
    twice: /^Descartar o envio de (hoje|ontem)/,
    left: () => count('/deliveries?result=held'),
  },
  {
    title: 'held submissions',
    place: () => 'retidos',
    open: /^Descartar o envio de \(11\)/,
    twice: /^Descartar$/,
    left: () => count('/held-submissions?state=held'),
  },
  {
    title: 'cards',
    place: () => `quadro/${shop.pipelineId}`,
    open: /^Mover Ana/,
    twice: /^Em contato$/,
    left: inFirstStage,
  },
  {
    title: 'appointments',
    place: () => 'agenda',
    twice: /^Veio:/,
    left: () => count(`/appointments?from=${brasiliaDay()}&to=${brasiliaDay()}`, isOpen),
  },
  {
    title: 'duplicates',
    place: () => 'duplicados',
    open: /^Manter este/,
    twice: /^Mesclar$/,
    left: () => count('/leads/duplicates'),
  },
  {
    title: 'notifications',
    place: () => 'avisos',
    twice: /^Marcar como lido:/,
    left: () => count('/notifications', isUnread),
  },
  {
    title: 'keys',
    place: () => 'chaves',
    open: /^Revogar a chave Chave/,
    twice: /^Revogar chave$/,
    left: () => count('/api-keys', isLasting),
  },
  {
    title: 'sources',
    place: () => 'fontes',
    open: /^Excluir a fonte/,
    twice: /^Excluir fonte$/,
    left: () => count('/sources'),
  },
  {
    title: 'former members',
    place: () => 'equipe',
    twice: /^Reativar/,
    left: async () => -(await count('/members', isActive)),
  },
];

/** Presses and lets go of the mouse in one place, twice, as a nervous finger does. */
async function clickTwice(page: Page, button: Locator, pauseMs: number): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.waitForTimeout(pauseMs);
  await page.mouse.click(x, y);
}

describe('two nervous clicks', () => {
  it.each(LISTS)('mark one row in the list of $title', async (list) => {
    const page = await under.signIn(shop.id, { viewport: { width: 1366, height: 768 } });
    await page.goto(`${under.url}/console#/${list.place()}`);
    for (const pauseMs of PAUSES_MS) {
      await page
        .getByRole('button', { name: list.open ?? list.twice })
        .first()
        .waitFor();
      // Of two lists on one page the later one moves the other, which takes no click then.
      await rests(page);
      const before = await list.left();
      if (list.open) await page.getByRole('button', { name: list.open }).first().click();
      await clickTwice(page, page.getByRole('button', { name: list.twice }).first(), pauseMs);
      await settles(list.left, before - 1);
      await rests(page);
      await settles(async () => ({ pauseMs, left: await list.left(), open: await page.getByRole('dialog').count() }), {
        pauseMs,
        left: before - 1,
        open: 0,
      });
    }
  });
});

it('a new lead that pushes the list down takes its clicks nowhere', async () => {
  const page = await under.signIn(shop.id, { viewport: { width: 1366, height: 768 } });
  await page.goto(`${under.url}/console#/leads`);
  const first = page.getByRole('checkbox', { name: /^Selecionar (?!todos)/ }).first();
  await first.waitFor();
  const box = await first.boundingBox();
  /** What a click in that place would meet, once the new lead is in the list. */
  const met = page.evaluate(
    ([x, y]) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          if (!document.body.textContent?.includes('Chegou Agora')) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            resolve(document.elementFromPoint(x ?? 0, y ?? 0)?.closest('tr') ? 'a row' : 'none'),
          );
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5],
  );
  await under.operator.post(`/accounts/${shop.id}/leads`, { phone: '21987654321', name: 'Chegou Agora' });
  expect(await met).toBe('none');
  const chosen = page.getByRole('checkbox', { name: /^Selecionar Chegou Agora/ });
  await chosen.check();
  await settles(() => chosen.isChecked(), true);
});
