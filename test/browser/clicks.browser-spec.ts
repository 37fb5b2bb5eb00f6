import { counts, LOOKS, tasksFor } from './support/clicks';
import { consoleForAllTests } from './support/console';
import { TASKS_OF_ACCOUNT } from './support/tasks-of-account';
import { TASKS_OF_DAY } from './support/tasks-of-day';
import { TASKS_OF_LEADS } from './support/tasks-of-leads';

const under = consoleForAllTests('console_clicks', { LIMIT_SESSION_PER_MINUTE: '1000000' });

describe.each(LOOKS)('%s', (look, options) => {
  it.each(tasksFor(look, TASKS_OF_DAY))('$title takes $count clicks', (task) => counts(under, task, options));
});

it('no task takes more clicks than in the former console, and twelve take half at most', () => {
  const tasks = [...TASKS_OF_DAY, ...TASKS_OF_LEADS, ...TASKS_OF_ACCOUNT];
  // A phone never took fewer than a desk.
  const longer = tasks.filter(({ clicks, taps, formerClicks }) => Math.max(clicks, taps ?? 0) > formerClicks);
  expect(longer.map(({ title }) => title)).toEqual([]);
  const halved = tasks.filter(({ clicks, formerClicks }) => formerClicks > 0 && clicks * 2 <= formerClicks);
  expect(halved.length).toBeGreaterThanOrEqual(12);
});
