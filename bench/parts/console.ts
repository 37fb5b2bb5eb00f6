import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Browser, Page, Request } from 'playwright-core';
import { secretHash } from '../../src/auth/keys/api-key';
import { newAccountToken } from '../../src/auth/sessions/account-token';
import { openBrowser } from '../../test/browser/support/browser';
import type { Bench } from '../bench';
import { FILL_ACCOUNT } from '../console-account.sql';
import type { PartResult } from '../result';
import { openAccount, type ServerProcess, serviceOnNew } from '../servers';
import { median, ratios } from '../statistics';
import { type ConsolePage, consolePages } from './console-pages';

const DATABASE = 'bench_console';
const LEADS = { small: 500, big: 50_000 } as const;
const SIDES = ['small', 'big'] as const;
type Side = (typeof SIDES)[number];

const ROUNDS = { quick: 7, full: 21 } as const;

/** An account in an open console. */
interface Console {
  readonly page: Page;
  readonly pages: readonly ConsolePage[];
}

/**
 * Opens each page of the console from another one, in Chromium, in turn for an account with 50,000 leads and one with 500, until a person
 * can work with it. Nothing else happens in the accounts.
 */
export async function consolePart(bench: Bench): Promise<PartResult> {
  const { cluster } = bench;
  const service = await serviceOnNew(cluster, DATABASE);
  const browser = await openBrowser();
  try {
    const url = cluster.url(DATABASE);
    const accounts = {
      small: await newAccount(service, url, LEADS.small),
      big: await newAccount(service, url, LEADS.big),
    };
    await cluster.sql('vacuum analyze', DATABASE);
    await cluster.sql('checkpoint', DATABASE);
    const open = async (side: Side) => openConsole(browser, service, accounts[side]);
    const rounds = ROUNDS[bench.mode];
    return resultOf(await timesOf({ small: await open('small'), big: await open('big') }, rounds), rounds);
  } finally {
    await browser.close();
    await service.stop();
  }
}

interface Account {
  readonly token: string;
  readonly leadId: string;
  readonly pipelineId: string;
}

async function newAccount(service: ServerProcess, url: string, leads: number): Promise<Account> {
  const { id } = await openAccount(service);
  const token = newAccountToken('session', id);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    for (const text of FILL_ACCOUNT) {
      const values = [id, leads].slice(0, text.includes('$2') ? 2 : text.includes('$1') ? 1 : 0);
      await client.query(text, values);
    }
    await client.query(
      `insert into sessions (account_id, token_hash, id, member_id, created_at, expires_at, last_used_at)
       select account_id, $2, gen_random_uuid(), id, now(), now() + interval '12 hours', now() from members
       where account_id = $1 and role = 'owner'`,
      [id, secretHash(token)],
    );
    await client.query('commit');
    const { rows } = await client.query<Omit<Account, 'token'>>(
      `select (select id from leads where account_id = $1 order by created_at desc offset 20 limit 1) as "leadId",
              (select id from pipelines where account_id = $1) as "pipelineId"`,
      [id],
    );
    return { token, ...(rows[0] as Omit<Account, 'token'>) };
  } finally {
    await client.end();
  }
}

/** Opens the console, and counts its calls, so that one page does not disturb the next. */
async function openConsole(
  browser: Browser,
  { port }: ServerProcess,
  { token, leadId, pipelineId }: Account,
): Promise<Console> {
  const url = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  await context.addCookies([{ name: 'entrada_session', value: token, url, sameSite: 'Strict' }]);
  const page = await context.newPage();
  await page.goto(`${url}/console#/${NOWHERE}`);
  await page.getByText(NOTHING).waitFor();
  return { page, pages: consolePages(leadId, pipelineId) };
}

/** An address without a page, from which each page is opened. */
const NOWHERE = 'nada';
const NOTHING = 'Não há nada neste endereço';

type Times = Record<Side, number[]>;

/** Opens each page a few times before the first round counts: PostgreSQL may choose a generic plan at the sixth execution. */
async function timesOf(consoles: Record<Side, Console>, rounds: number): Promise<Map<string, Times>> {
  const times = new Map<string, Times>();
  for (const [index, { what }] of consoles.small.pages.entries()) {
    const found: Times = { small: [], big: [] };
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const side of round % 2 ? SIDES : [...SIDES].reverse()) {
        const { page, pages } = consoles[side];
        const took = await timeOf(page, pages[index] as ConsolePage);
        if (round >= 0) found[side].push(took);
      }
    }
    times.set(what, found);
  }
  return times;
}

const WARM_UP = 6;

/** Returns the milliseconds from the click until the page is laid out. */
async function timeOf(page: Page, wanted: ConsolePage): Promise<number> {
  let [calls, last] = [0, performance.now()];
  // The stream of changes does not end.
  const count =
    (by: number) =>
    (request: Request): void => {
      if (!request.url().endsWith('/events')) [calls, last] = [calls + by, performance.now()];
    };
  const [more, fewer] = [count(1), count(-1)];
  page.on('request', more).on('requestfinished', fewer).on('requestfailed', fewer);
  const took = await page.evaluate(openIn, wanted);
  while (calls > 0 || performance.now() - last < QUIET_MS) await sleep(5);
  page.off('request', more).off('requestfinished', fewer).off('requestfailed', fewer);
  await page.evaluate((address) => (location.hash = address), `#/${NOWHERE}`);
  await page.getByText(NOTHING).waitFor();
  return took;
}

const QUIET_MS = 100;

/** In the page: opens an address, and waits for its elements. */
function openIn({ address, title, has, isPartial }: ConsolePage): Promise<number> {
  const main = document.querySelector('main') as HTMLElement;
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const timer = setTimeout(
      () => reject(new Error(`${address}: ${has.filter((one) => !main.querySelector(one)).join('; ')}`)),
      20_000,
    );
    const look = (): void => {
      const heading = main.querySelector('h1')?.textContent;
      const isThere =
        heading !== 'Página não encontrada' &&
        (title === '' || heading === title) &&
        has.every((one) => document.querySelector(one)) &&
        (isPartial || !main.querySelector('.loading, [aria-busy="true"]'));
      if (!isThere) return;
      observer.disconnect();
      clearTimeout(timer);
      // Reading a size lays the page out.
      resolve(performance.now() - begin + main.offsetHeight * 0);
    };
    const observer = new MutationObserver(look);
    observer.observe(main, { childList: true, subtree: true, attributes: true, characterData: true });
    location.hash = `#/${address}`;
  });
}

function resultOf(times: ReadonlyMap<string, Times>, rounds: number): PartResult {
  const found = [...times].map(([what, { small, big }]) => ({ what, small: median(small), big: median(big) }));
  const rows = found.map(({ what, small, big }) => `${what} ${small.toFixed(0)} → ${big.toFixed(0)} ms`);
  const measures = found.map(({ what, small, big }) => ({
    goal: 'console' as const,
    what,
    value: ratios([big], [small]),
  }));
  return { measures, notes: [`Medians of ${rounds} rounds: ${rows.join('; ')}.`] };
}
