import { forAllTests } from '../support/setup';
import { allProblemsOf } from './support/axe';
import { consoleForAllTests } from './support/console';
import { problemsOfSights } from './support/sights';
import { fillAccount } from './support/world';

// The size that people choose in their browser: twice the usual one.
const LARGE_TEXT = ['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'];

const under = consoleForAllTests('large_text', { LIMIT_SESSION_PER_MINUTE: '1000000' }, LARGE_TEXT);
const world = forAllTests(() => fillAccount(under));

it('with text at 200 % no page of a desk breaks a word, or is wider than the window', async () => {
  const page = await under.signIn(world.accountId, { viewport: { width: 1280, height: 860 } });
  expect(await problemsOfSights(page, under.url, world, allProblemsOf)).toEqual({});
});

// Twelve letters of that size fill a phone, where longer words go on in the next line.
it('with text at 200 % all of a phone can be reached, and nothing is wider than the window', async () => {
  const page = await under.signIn(world.accountId, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const unbroken = async () => (await allProblemsOf(page)).filter((problem) => !problem.startsWith('broken word'));
  expect(await problemsOfSights(page, under.url, world, unbroken)).toEqual({});
});

it('with text at 200 % neither do the pages for signing in', async () => {
  const page = await under.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(`${under.url}/console`);
  await page.getByRole('button', { name: 'Receber link de acesso' }).click();
  await page.getByRole('alert').waitFor();
  expect(await allProblemsOf(page)).toEqual([]);
});
