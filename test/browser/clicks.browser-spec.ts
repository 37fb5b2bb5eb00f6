import { counts, LOOKS, tasksFor } from './support/clicks';
import { consoleForAllTests } from './support/console';
import { TASKS_OF_DAY } from './support/tasks-of-day';

const under = consoleForAllTests('console_clicks', { LIMIT_SESSION_PER_MINUTE: '1000000' });

describe.each(LOOKS)('%s', (look, options) => {
  it.each(tasksFor(look, TASKS_OF_DAY))('$title takes $count clicks', (task) => counts(under, task, options));
});
