import { counts, LOOKS } from './support/clicks';
import { consoleForAllTests } from './support/console';
import { keepsFocus, keyboard } from './support/keyboard';
import { rests } from './support/steps';
import { TASKS_OF_ACCOUNT } from './support/tasks-of-account';
import { TASKS_OF_DAY } from './support/tasks-of-day';
import { TASKS_OF_LEADS } from './support/tasks-of-leads';

/** Every task is done without a mouse, and the keyboard goes on from there. */

const under = consoleForAllTests('console_keyboard', { LIMIT_SESSION_PER_MINUTE: '1000000' });

const [[, desk]] = LOOKS;

const TASKS = [...TASKS_OF_DAY, ...TASKS_OF_LEADS, ...TASKS_OF_ACCOUNT].filter(({ clicks }) => clicks > 0);

it.each(TASKS)('the keyboard alone can $title', async (task) => {
  const page = await counts(under, { ...task, count: 0 }, desk, keyboard);
  await rests(page);
  await keepsFocus(page);
});
