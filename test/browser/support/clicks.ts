import type { Locator, Page } from 'playwright-core';
import { DAY_MS } from '../../../src/contract/durations';
import type { OwnerLead } from '../../../src/contract/lead';
import type { HttpClient } from '../../support/http-client';
import type { Pipeline } from '../../support/pipelines';
import type { ConsoleUnderTest } from './console';
import { brasiliaDay } from './days';
import { join } from './people';
import { settles } from './steps';

/** How somebody operates the console: by the mouse, whose clicks are counted, or by the keyboard. */
export interface Hand {
  readonly press: (what: Locator) => Promise<unknown>;
  /** Chooses an option of a select, by its text: by the mouse two clicks. */
  readonly choose: (what: Locator, option: string) => Promise<unknown>;
  /** Writes into a field, which takes a click unless the field has the focus. */
  readonly write: (what: Locator, text: string) => Promise<unknown>;
}

export interface Shop {
  readonly accountId: string;
  readonly owner: HttpClient;
  readonly site: HttpClient;
  readonly page: Page;
  /** Rita Alves, who has a deal of 1.250 reais. */
  readonly lead: OwnerLead;
  readonly pipeline: Pipeline;
  readonly hand: Hand;
  /** Runs SQL, for states that take time. */
  readonly sql: ConsoleUnderTest['sql'];
}

export interface Task {
  readonly title: string;
  /** Route of the page where it begins, and its heading. */
  readonly place: (shop: Shop) => readonly [route: string, heading: string];
  readonly before?: (shop: Shop) => Promise<unknown>;
  /** Done by a member of the account, not by the operator. */
  readonly isOfMember?: boolean;
  /** What a person does, and what they see then. */
  readonly work: (shop: Shop) => Promise<unknown>;
  /** Clicks of the mouse from that page on; typing, Enter and Tab are none. */
  readonly clicks: number;
  /** On a phone, if it differs; null where a phone does not have it. */
  readonly taps?: number | null;
  /** Clicks at a desk in the console of commit f7c2cc57, after 1.2.0, by its shortest way; `Infinity` where it had none. */
  readonly formerClicks: number;
}

export const LOOKS = [
  ['at a desk', { viewport: { width: 1366, height: 768 } }],
  ['on a phone', { viewport: { width: 360, height: 740 } }],
] as const;

/** The tasks of a look, with their counts. */
export const tasksFor = (look: (typeof LOOKS)[number][0], tasks: readonly Task[]) =>
  tasks.flatMap((task) => {
    const count = look === 'on a phone' && task.taps !== undefined ? task.taps : task.clicks;
    return count === null ? [] : [{ ...task, count }];
  });

/** Whether the page has the look of a phone. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 720;

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first();

export const link = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first();

const tally = (page: Page, by: number): Promise<void> =>
  page.evaluate((more) => {
    sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + more));
  }, by);

export const clicksOn = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('clicks')));

const isFocused = (what: Locator): Promise<boolean> => what.evaluate((element) => element === document.activeElement);

export const mouse = (page: Page): Hand => ({
  press: (what) => what.click(),
  choose: async (what, option) => {
    await what.selectOption({ label: option });
    // The list of options is the browser's own: no click of it reaches the page.
    await tally(page, 2);
  },
  write: async (what, text) => {
    await what.waitFor();
    if (!(await isFocused(what))) await what.click();
    await what.fill(text);
  },
});

/** Opens an account with one new lead, and the page where the task begins; counts the clicks from there on. */
export async function openTask(
  under: ConsoleUnderTest,
  { place, before, isOfMember }: Task,
  options: object,
  handOf: (page: Page) => Hand,
): Promise<Shop> {
  const { id, owner } = await under.openAccount({ owner: { name: 'Helena', email: 'helena@example.com' } });
  await owner.patch('/account', { loss_reasons: ['Preço', 'Sem resposta'] });
  const { data } = await owner.post<{ key: string }>('/api-keys', { name: 'Site', permissions: ['leads:write'] });
  const site = under.partner(data.key);
  await site.post('/leads', { phone: '11987654321', name: 'Rita Alves', deal: { value: 1250 } });
  const [lead] = (await owner.get<OwnerLead[]>('/leads')).data;
  const [pipeline] = (await owner.get<Pipeline[]>('/pipelines')).data;
  if (!lead || !pipeline) throw new Error('the lead was not stored');
  const page = isOfMember
    ? (await join(under, owner, { name: 'Bruno Lima', role: 'manager' }, options)).page
    : await under.signIn(id, options);
  await page.addInitScript(() => {
    // A click by the keyboard has no detail.
    const count = ({ detail }: MouseEvent): void => {
      if (detail > 0) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
    };
    document.addEventListener('click', count, { capture: true });
  });
  const shop = { accountId: id, owner, site, page, lead, pipeline, hand: handOf(page), sql: under.sql.bind(under) };
  await before?.(shop);
  const [route, heading] = place(shop);
  await page.goto(`${under.url}/console#/${route}`);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.evaluate(() => sessionStorage.removeItem('clicks'));
  return shop;
}

/** Does the task, and holds what it takes. */
export async function counts(
  under: ConsoleUnderTest,
  task: Task & { count: number },
  options: object,
  handOf = mouse,
): Promise<Page> {
  const shop = await openTask(under, task, options, handOf);
  await task.work(shop);
  await settles(() => clicksOn(shop.page), task.count);
  return shop.page;
}

/** Adds an overdue task and an appointment of today in Brasília, whatever the hour is. */
export async function planned({ owner, lead }: Shop): Promise<void> {
  const due_at = new Date(Date.now() - DAY_MS).toISOString();
  await owner.post(`/leads/${lead.id}/activities`, { type: 'task', text: 'Enviar proposta', due_at });
  const starts_at = `${brasiliaDay()}T23:30:00-03:00`;
  await owner.post('/appointments', { lead_id: lead.id, starts_at });
}
