import { DAY_MS, SECOND_MS } from '../../src/contract/durations';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { LeadView } from '../../src/contract/lead';
import type { Origin } from '../../src/contract/origin';
import { Instance } from '../fault/support/instance';
import { newAccount, OPERATOR_TOKEN } from '../support/app';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { PhpSite } from '../support/php-site';
import { problemsOf } from './support/axe';
import { openBrowser } from './support/browser';
import { press, settles } from './support/steps';

const FBCLID = 'IwAR0abcdefgh1234';
const GCLID = 'CjwKCAjw_abcdefgh';

let folder: string;
let service: Instance;
let browser: Browser;
let site: PhpSite;
let context: BrowserContext;
let page: Page;
let reader: HttpClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-contact-'));
  chmodSync(folder, 0o755);
  service = await Instance.start(folder, 'service', { DATA_DIR: join(folder, 'data'), OPERATOR_TOKEN });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes an account with a write-only key for the site, and a key to read what arrived. */
beforeEach(async () => {
  const operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
  const plan = { api: true, auto_origin: true };
  const { id } = (await operator.post<{ id: string }>('/accounts', newAccount({ plan }))).data;
  const owner = operator.with({ 'X-Account-Id': id });
  const keyOf = async (permission: string): Promise<string> =>
    (await owner.post<{ key: string }>('/api-keys', { name: permission, permissions: [permission] })).data.key;
  reader = new HttpClient(`${service.url}/api/v1`, await keyOf('leads:read'));
  site = await PhpSite.start({ service: service.url, key: await keyOf('leads:write') });
  context = await browser.newContext({ locale: 'pt-BR' });
  context.setDefaultTimeout(PATIENCE_MS);
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await site.close();
});

/** Waits for leads like these, in this order. The page may answer before the service. */
async function arrived(...wanted: Partial<LeadView>[]): Promise<void> {
  const look = async (): Promise<Partial<LeadView>[]> => {
    const { data } = await reader.get<LeadView[]>('/leads');
    return data.map((lead, index) => pick(lead, wanted[index] ?? {}));
  };
  await settles(look, wanted);
}

const pick = (lead: LeadView, wanted: Partial<LeadView>): Partial<LeadView> =>
  Object.fromEntries(Object.entries(lead).filter(([field]) => field in wanted));

/** Follows a link from another site's page. The browser sends that page's full address as the referrer. */
async function come(from: string, to: string): Promise<void> {
  if (!from) return void (await page.goto(to));
  const link = `<meta name="referrer" content="unsafe-url"><a href="${to}">Loja</a>`;
  await context.route(from, (route) => route.fulfill({ contentType: 'text/html', body: link }));
  await page.goto(from);
  await page.getByRole('link', { name: 'Loja' }).click();
  await page.waitForURL(to);
}

async function fill(telefone = '(11) 98765-4321'): Promise<void> {
  await page.getByLabel('Nome').fill('Maria "Bia" <Reis>');
  await page.getByLabel('Telefone com DDD').fill(telefone);
  await press(page, 'Enviar');
}

const received = (): Promise<void> => page.getByText('Recebemos seu contato.').waitFor();

/** Returns what the site stored in the browser. */
const stored = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('entrada_origem'));

const ARRIVALS: [how: string, from: string, query: string, origin: Origin][] = [
  [
    'an ad on Instagram',
    'https://l.instagram.com/?u=x',
    `?utm_source=ig&utm_medium=paid&fbclid=${FBCLID}`,
    'network_a_ads',
  ],
  ['an ad on Facebook without utm', 'https://l.facebook.com/', `?fbclid=${FBCLID}`, 'network_a_ads'],
  ['a campaign on Instagram without a click', '', '?utm_source=instagram&utm_medium=cpc', 'social'],
  ['an ad on Google', 'https://www.google.com/', `?gclid=${GCLID}&gad_source=1`, 'network_b_ads'],
  ['an ad on Google from an iPhone', 'https://www.google.com/', '?wbraid=Cj8KCQjw_abcdefgh', 'network_b_ads'],
  ['a campaign on Google without a click', '', '?utm_source=google&utm_medium=cpc', 'organic_network_b'],
  ['a search on Google', 'https://www.google.com/search?q=loja+da+maria', '', 'organic_network_b'],
  ['a search elsewhere', 'https://duckduckgo.com/', '', 'referral'],
  ['a post on Facebook', 'https://www.facebook.com/loja/posts/1', '', 'social'],
  ['a link in a bio', 'https://linktr.ee/loja', '', 'social'],
  ['a newsletter', '', '?utm_source=newsletter&utm_medium=email', 'organic'],
  ["a friend's blog", 'https://blog.example.com/artigo?leitor=maria', '', 'referral'],
  ['the address bar', '', '', 'untracked'],
];

it.each(ARRIVALS)(
  'a visitor who came by %s has that origin, through another page of the site',
  async (_, from, query, origin) => {
    await come(from, site.home + query);
    await page.getByRole('link', { name: 'Fale com a gente' }).click();
    await fill();
    await received();
    await arrived({ phone: '5511987654321', origin, name: 'Maria "Bia" <Reis>' });
  },
);

it.each(ARRIVALS)('a visitor who came by %s has that origin, straight to the form', async (_, from, query, origin) => {
  await come(from, site.url + query);
  await fill();
  await received();
  await arrived({ origin });
});

it("the pixel's cookie of a click counts, also when the pixel sets it later", async () => {
  await page.goto(site.home);
  await context.addCookies([{ name: '_fbc', value: `fb.1.1700000000000.${FBCLID}`, url: site.home }]);
  await page.goto(site.url);
  await fill();
  await received();
  await arrived({ origin: 'network_a_ads' });
});

it('the first contact wins for 90 days, and is then forgotten', async () => {
  await page.clock.install({ time: Date.now() });
  await come('https://www.google.com/search?q=loja', site.home);
  await come('', `${site.home}?utm_source=instagram&fbclid=${FBCLID}`);
  await page.clock.setFixedTime(Date.now() + 89 * DAY_MS);
  await page.goto(site.url);
  await fill();
  await received();
  await arrived({ origin: 'organic_network_b' });
  await page.clock.setFixedTime(Date.now() + 91 * DAY_MS);
  await page.goto(`${site.url}?utm_source=newsletter`);
  await fill('(11) 98765-4322');
  await received();
  await arrived({ origin: 'organic_network_b' }, { origin: 'organic' });
});

it('a visit without a signal, and a walk through the own pages, leave nothing in the browser', async () => {
  await page.goto(site.home);
  await page.getByRole('link', { name: 'Fale com a gente' }).click();
  await fill();
  await received();
  expect([await stored(), await context.cookies()]).toEqual([null, []]);
  await come('https://blog.example.com/artigo?leitor=maria', site.home);
  const [kept] = [JSON.parse((await stored()) ?? '{}') as { sinais: object }];
  expect(kept.sinais).toEqual({ referrer: 'https://blog.example.com/artigo' });
});

it('a browser that stores nothing, and one without scripts, send what the address of the form has', async () => {
  for (const [phone, options] of [
    ['(11) 98765-4321', {}],
    ['(11) 98765-4322', { javaScriptEnabled: false }],
  ] as const) {
    await context.close();
    context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => undefined }));
    page = await context.newPage();
    await page.goto(`${site.url}?utm_source=google&gclid=${GCLID}`);
    await fill(phone);
    await received();
  }
  await arrived({ origin: 'network_b_ads' }, { origin: 'network_b_ads' });
});

it('a visitor who is faster than the script waits for it, and keeps the origin', async () => {
  await come('https://www.google.com/search?q=loja', site.home);
  await page.waitForFunction(() => localStorage.getItem('entrada_origem'));
  await page.route('**/contato.php?origem', async (route) => {
    await sleep(SECOND_MS);
    await route.continue();
  });
  await page.goto(site.url, { waitUntil: 'commit' });
  await fill();
  await received();
  await arrived({ origin: 'organic_network_b' });
});

it('a refused phone says so at its field, keeps what was typed and the origin, and is sent when it is right', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site.url}?utm_source=newsletter`);
  expect(await problemsOf(page)).toEqual([]);
  for (const wrong of ['123', '(10) 98765-4321', '11 98765-4321 <script>alert(1)</script>']) {
    await fill(wrong);
    await page.getByRole('alert').filter({ hasText: 'Confira o telefone, com DDD' }).waitFor();
    await page.locator(`input[name=telefone][aria-invalid=true]`).waitFor();
    await settles(() => page.getByLabel('Telefone com DDD').inputValue(), wrong);
    await settles(() => page.getByLabel('Nome').inputValue(), 'Maria "Bia" <Reis>');
    expect(await problemsOf(page)).toEqual([]);
  }
  await page.getByLabel('Telefone com DDD').fill('11 98765-4321');
  await press(page, 'Enviar');
  await received();
  await arrived({ origin: 'organic' });
});

it('a contact that comes while the service is away arrives with a later visit', async () => {
  await service.stop();
  await page.goto(`${site.url}?utm_source=newsletter`);
  await fill();
  await received();
  await service.start();
  expect((await reader.get<LeadView[]>('/leads')).data).toEqual([]);
  site.endPause();
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Enviar' }).waitFor();
  await arrived({ phone: '5511987654321', origin: 'organic' });
  expect(site.log).not.toMatch(/Maria|98765|warning|deprecated|notice|fatal/i);
});
