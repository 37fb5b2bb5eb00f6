import { counts, LOOKS, tasksFor } from './support/clicks';
import { consoleForAllTests } from './support/console';
import { TASKS_OF_LEADS } from './support/tasks-of-leads';

const under = consoleForAllTests('console_lead_tasks', { LIMIT_SESSION_PER_MINUTE: '1000000' });

describe.each(LOOKS)('%s', (look, options) => {
  it.each(tasksFor(look, TASKS_OF_LEADS))('$title takes $count clicks', (task) => counts(under, task, options));
});
