import { problemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { settles } from './support/steps';

const under = consoleForAllTests('reference');

it('opens with the partner API, shows all routes on demand, and needs no mouse and no other server', async () => {
  const page = await under.newPage({ locale: 'en' });
  const codings = new Map<string, string | undefined>();
  page.on('response', (answer) => codings.set(new URL(answer.url()).pathname, answer.headers()['content-encoding']));
  const operations = page.locator('.opblock-summary-control');

  await page.goto(`${under.url}/docs`);
  await page.getByRole('heading', { name: 'Entrada partner API' }).waitFor();
  await settles(() => operations.count(), 8);
  await settles(() => problemsOf(page), []);
  const files = [...codings].filter(([path]) => !path.endsWith('.svg'));
  expect(files.map(([path]) => path.split('.').at(-1)).sort()).toEqual(['/docs', 'css', 'js', 'json']);
  // Over plain http Chromium accepts brotli only from this machine.
  expect([...new Set(files.map(([, coding]) => coding))]).toEqual(['br']);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Entrada API' }).waitFor();
  await page.getByText('Operator: accounts', { exact: true }).waitFor();
  await settles(
    () => page.locator('nav [aria-current=page]').allTextContents(),
    ['All routes: owners and operators too'],
  );
  await settles(() => problemsOf(page), []);
});

it('is the same at /docs/, where an operation is opened and tried by the keyboard', async () => {
  const page = await under.newPage({ locale: 'en' });
  await page.goto(`${under.url}/docs/#/Leads/leads.submit`);
  const operation = page.locator('.opblock.is-open');
  await operation.getByRole('button', { name: 'Execute' }).focus();
  await page.keyboard.press('Enter');
  // Without a key, the service itself answers.
  await operation.locator('.live-responses-table').getByText('invalid_api_key').first().waitFor();
  await settles(() => problemsOf(page), []);
});
