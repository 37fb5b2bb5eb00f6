import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { DAY_MS, SECOND_MS } from '../../src/contract/durations';
import { FORM_AGE } from '../../src/contract/limits';
import type { ListedDelivery, NewSourceView, SourceForm } from '../../src/contract/source';
import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { press, settles } from './support/steps';

const under = consoleForAllTests('browser_forms');

const FORM: SourceForm = {
  title: 'Peça um orçamento',
  text: 'Respondemos no mesmo dia.\nSem compromisso.',
  color: '#FFD400',
  fields: { name: 'required', email: 'optional', message: 'optional' },
  questions: [
    { label: 'Bairro', required: false },
    { label: 'Período', choices: ['Manhã', 'Tarde'], required: true },
  ],
  consent: { text: 'Aceito receber contato.', url: 'https://clinica.com.br/privacidade', required: true },
};

const SITE = 'https://clinica.com.br';
const FBCLID = 'IwAR0abcdefgh1234';
const OLD_ENOUGH_MS = FORM_AGE.minSeconds * SECOND_MS + 100;

async function openForm(form: SourceForm = {}) {
  const { owner } = await under.openAccount();
  const { data } = await owner.post<NewSourceView>('/sources', { kind: 'form', name: 'site', form });
  const deliveries = async () => (await owner.get<ListedDelivery[]>(`/sources/${data.id}/deliveries`)).data;
  /** What the newest delivery has at each path. */
  const values = async (): Promise<Record<string, string>> => {
    const [newest] = await deliveries();
    return Object.fromEntries((newest?.fields ?? []).map(({ path, value }) => [path, value]));
  };
  return { owner, address: under.here(data.address), deliveries, values };
}

/** Opens a page of another site, which the test serves, and expects no complaint about it. */
async function openSite(
  html: string,
  { path = '/', from }: { path?: string; from?: string } = {},
  page?: Page,
): Promise<Page> {
  const opened = page ?? (await under.newPage());
  // Chromium asks people before a site reaches this machine.
  await opened.context().grantPermissions(['local-network-access'], { origin: SITE });
  await opened.context().route(`${SITE}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><title>Clínica</title>${html}`,
    }),
  );
  await opened.goto(SITE + path, { referer: from });
  return opened;
}

/** The pages of other sites that a test opens are no complaint. */
const allowed = (...beginnings: string[]): void => {
  const others = under.complaints
    .splice(0)
    .filter((text) => !beginnings.some((beginning) => text.startsWith(beginning)));
  expect(others).toEqual([]);
};

const sent = (page: Page | FrameLocator) => page.getByRole('heading', { name: 'Recebemos seu contato' }).waitFor();

async function sendPhone(page: Page | FrameLocator, phone = '(11) 98765-4321'): Promise<void> {
  await page.getByLabel('Telefone com DDD').fill(phone);
  await sleep(OLD_ENOUGH_MS);
  await page.getByRole('button', { name: 'Enviar' }).click();
}

const SCREENS: [name: string, options: BrowserContextOptions][] = [
  ['a phone without JavaScript', { viewport: { width: 360, height: 740 }, javaScriptEnabled: false }],
  ['a phone in the dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['a desk', { viewport: { width: 1280, height: 800 } }],
];

describe.each(SCREENS)('on %s', (_, options) => {
  /** The checks need scripts. */
  const hasNoProblems = async (page: Page): Promise<void> => {
    if (options.javaScriptEnabled !== false) expect(await problemsOf(page)).toEqual([]);
  };

  it('a form says what is wrong at its fields, keeps what was typed, and is sent when it is right', async () => {
    const { address, values } = await openForm(FORM);
    const page = await under.newPage(options);
    await page.goto(`${address}?utm_source=ig`);
    await hasNoProblems(page);
    await page.getByLabel('Mensagem (opcional)').fill('Bom dia');
    await page.getByLabel('Telefone com DDD').fill('98765-4321');
    await press(page, 'Enviar');
    await page.getByRole('alert').filter({ hasText: 'confira o que está marcado' }).waitFor();
    await page.getByText('falta o DDD').waitFor();
    await settles(() => page.locator(':focus').getAttribute('name'), 'name');
    await hasNoProblems(page);
    await page.getByLabel('Nome').fill('Maria "Bia" <Reis>');
    await page.getByLabel('Telefone com DDD').fill('11 98765-4321');
    await page.getByLabel('Período').selectOption('Tarde');
    await page.getByLabel('Aceito receber contato.').check();
    await sleep(OLD_ENOUGH_MS);
    await press(page, 'Enviar');
    await sent(page);
    expect(page.url()).toBe(`${address}/obrigado`);
    await hasNoProblems(page);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await sent(page);
    await settles(values, {
      ...{ name: 'Maria "Bia" <Reis>', phone: '11 98765-4321', message: 'Bom dia', q2: 'Tarde', consent: 'sim' },
      utm_source: 'ig',
    });
  });
});

it('a form is filled in and sent by the keyboard alone', async () => {
  const { address, values } = await openForm({ ...FORM, fields: { name: 'required' }, questions: [] });
  const page = await under.newPage();
  await page.goto(address);
  const type = page.keyboard;
  for (const key of ['Tab', 'Ana', 'Tab', '11987654321', 'Tab', ' ']) {
    await (key === 'Tab' || key === ' ' ? type.press(key === ' ' ? 'Space' : key) : type.type(key));
  }
  await type.press('Tab');
  await settles(() => page.locator(':focus').textContent(), 'Política de privacidade');
  await type.press('Tab');
  await settles(() => page.locator(':focus').textContent(), 'Enviar');
  await sleep(OLD_ENOUGH_MS);
  await type.press('Enter');
  await sent(page);
  await settles(values, { name: 'Ana', phone: '11987654321', consent: 'sim' });
});

it('the back button leads to the form with what was typed; sent again it is the same submission', async () => {
  const { address, deliveries } = await openForm();
  const page = await under.newPage();
  await page.goto(address);
  await sendPhone(page);
  await sent(page);
  await page.goBack();
  await sendPhone(page);
  await sent(page);
  const results = async () => (await deliveries()).map(({ result }) => result);
  expect(new Set(await results())).not.toContain('spam');
  expect(await results()).toHaveLength(2);
});

describe('in a frame on another site', () => {
  const framed = (address: string): string =>
    `<iframe src="${address}" title="Contato" width="400" height="600"></iframe>`;

  it.each([
    ['no site domains', []],
    ['its domain among the site domains', ['clinica.com.br']],
  ])('with %s a form is shown and sent', async (_, domains) => {
    const { owner, address, values } = await openForm();
    await owner.patch('/account', { site_domains: domains });
    const page = await openSite(framed(address));
    const form = page.frameLocator('iframe');
    await sendPhone(form);
    await sent(form);
    await settles(values, { phone: '(11) 98765-4321' });
    allowed(SITE);
  });

  it('with other site domains it is not', async () => {
    const { owner, address } = await openForm();
    await owner.patch('/account', { site_domains: ['loja.com.br'] });
    const page = await openSite(framed(address));
    await settles(async () => under.complaints.some((text) => text.includes('frame-ancestors')), true);
    await settles(() => page.frameLocator('iframe').getByLabel('Telefone com DDD').count(), 0);
    allowed(SITE, 'Framing', 'Refused to frame');
  });

  it('the console never is', async () => {
    const page = await openSite(framed(`${under.url}/console`));
    await settles(async () => under.complaints.some((text) => text.includes('frame-ancestors')), true);
    await settles(() => page.frameLocator('iframe').getByRole('heading').count(), 0);
    allowed(SITE, 'Framing', 'Refused to frame');
  });

  it('the console shows it as a preview, whatever the site domains are', async () => {
    const { owner, address } = await openForm();
    await owner.patch('/account', { site_domains: ['loja.com.br'] });
    const page = await under.newPage();
    await page.route(`${under.url}/preview`, (route) =>
      route.fulfill({ contentType: 'text/html', body: framed(address) }),
    );
    await page.goto(`${under.url}/preview`);
    await page.frameLocator('iframe').getByLabel('Telefone com DDD').waitFor();
  });
});

describe('the line of script', () => {
  const embedded = (address: string): string => `<script src="${address}/embed.js"></script>`;
  const heightOf = (page: Page) => page.locator('iframe').evaluate((frame) => (frame as HTMLElement).offsetHeight);

  it('puts the form where it stands, as high as it is, also when sentences appear', async () => {
    const { address } = await openForm(FORM);
    const page = await openSite(`<p>Antes</p><div id="here">${embedded(address)}</div><p>Depois</p>`);
    const form = page.frameLocator('#here > iframe');
    const contentHeight = () => form.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
    await form.getByLabel('Nome').waitFor();
    await settles(async () => (await heightOf(page)) === (await contentHeight()), true);
    const before = await heightOf(page);
    await form.getByRole('button', { name: 'Enviar' }).click();
    await form.getByRole('alert').waitFor();
    await settles(
      async () => (await heightOf(page)) === (await contentHeight()) && (await heightOf(page)) > before,
      true,
    );
    await page.evaluate(() => window.postMessage({ entrada: 5 }, '*'));
    await sleep(200);
    expect(await heightOf(page)).toBeGreaterThan(before);
    await settles(() => page.locator('iframe').getAttribute('title'), 'Peça um orçamento');
    allowed(SITE, 'Blocked autofocusing');
  });

  it('hands over the signals of the page and the site before, and nothing else of the address', async () => {
    const { address, values } = await openForm();
    const page = await openSite(embedded(address), {
      path: `/contato?utm_source=ig&fbclid=${FBCLID}&email=maria@example.com#11987654321`,
      from: 'https://www.google.com/search?q=maria',
    });
    const frame = await page.locator('iframe').getAttribute('src');
    expect(decodeURIComponent(frame ?? '')).toBe(
      `${address}?utm_source=ig&fbclid=${FBCLID}&referrer=https://www.google.com/search`,
    );
    await sendPhone(page.frameLocator('iframe'));
    await sent(page.frameLocator('iframe'));
    await settles(values, {
      ...{ phone: '(11) 98765-4321', utm_source: 'ig', fbclid: FBCLID },
      referrer: 'https://www.google.com/search',
    });
    allowed(SITE);
  });

  it('works several times on a page, in its head, and where the browser keeps nothing', async () => {
    const [one, other] = [await openForm({ title: 'Um' }), await openForm({ title: 'Outro' })];
    const page = await under.newPage();
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new Error('blocked');
          },
        });
      }
    });
    await openSite(
      `<head>${embedded(one.address)}</head><body>${embedded(other.address)}${embedded(one.address)}`,
      { path: '/?utm_source=ig' },
      page,
    );
    await settles(() => page.locator('body > iframe').count(), 3);
    const shown = () =>
      page
        .locator('iframe')
        .evaluateAll((frames) =>
          frames.map((frame) => [(frame as HTMLIFrameElement).title, new URL((frame as HTMLIFrameElement).src).search]),
        );
    const titles = ['Outro', 'Um', 'Um'];
    await settles(
      shown,
      titles.map((title) => [title, '?utm_source=ig']),
    );
    allowed(SITE);
  });

  it.each([
    [0, null],
    [90, '?utm_source=ig'],
  ] as const)('remembers the first contact for %i days after the session', async (remember_days, inNewTab) => {
    const { address } = await openForm({ remember_days });
    const page = await under.newPage();
    const source = async (shown: Page): Promise<string | null> => {
      const src = await shown.locator('iframe').getAttribute('src');
      return src?.includes('?') ? src.slice(src.indexOf('?')) : null;
    };
    await page.clock.install({ time: Date.now() });
    await openSite(embedded(address), {}, page);
    await settles(() => page.evaluate(() => localStorage.length + sessionStorage.length), 0);
    await openSite(embedded(address), { path: '/?utm_source=ig' }, page);
    await openSite(embedded(address), { path: '/outra?utm_source=google' }, page);
    expect(await source(page)).toBe('?utm_source=ig');
    const other = await page.context().newPage();
    await openSite(embedded(address), {}, other);
    expect(await source(other)).toBe(inNewTab);
    await page.clock.setFixedTime(Date.now() + 91 * DAY_MS);
    await openSite(embedded(address), { path: '/?utm_source=google' }, page);
    expect(await source(page)).toBe('?utm_source=google');
    allowed(SITE);
  });
});

describe('what comes after a form', () => {
  const after: SourceForm['after'] = { whatsapp: '5511987654321', text: 'Olá!' };
  const WHATSAPP = 'https://wa.me/';

  it('is WhatsApp, which opens by itself outside a frame, and the way back leads to the form', async () => {
    const { address } = await openForm({ after });
    const page = await under.newPage();
    await page
      .context()
      .route(`${WHATSAPP}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' }));
    await page.goto(address);
    await sendPhone(page);
    await sent(page);
    await page.waitForURL(`${WHATSAPP}5511987654321?text=Ol%C3%A1!`);
    await page.goBack();
    await page.getByLabel('Telefone com DDD').waitFor();
    allowed(WHATSAPP);
  });

  it('waits for a click in a frame, and then takes the whole window', async () => {
    const { address } = await openForm({ after });
    const page = await openSite(`<script src="${address}/embed.js"></script>`);
    await page
      .context()
      .route(`${WHATSAPP}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' }));
    const form = page.frameLocator('iframe');
    await sendPhone(form);
    await sent(form);
    await sleep(3 * SECOND_MS);
    expect(page.url()).toBe(`${SITE}/`);
    await form.getByRole('link', { name: 'Abrir o WhatsApp' }).click();
    await page.waitForURL(`${WHATSAPP}5511987654321?text=Ol%C3%A1!`);
    allowed(SITE, WHATSAPP);
  });
});
