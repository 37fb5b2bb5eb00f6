import type { ListedTask } from '../../../src/contract/day/activity';
import { isoTime, phoneText } from '../../format';
import { Icon } from '../../ui/icon';
import { isLate } from '../activities/activity-entry';
import { slotAt, type TaskLine, timeText } from './columns';

interface TaskEntryProps {
  readonly of: ListedTask;
  readonly onOpen: () => void;
}

/** A task with its hour, what is to be done, and for whom. */
export function TaskEntry({ of: task, onOpen }: TaskEntryProps) {
  const { text, due_at: due, at, lead } = task;
  const time = isoTime(due ?? at);
  const words = `${text} · ${lead.name ?? phoneText(lead.phone)}`;
  const label = `${time} ${words}, tarefa`;
  return (
    <button type="button" class="agenda-task" data-row aria-label={label} title={label} onClick={onOpen}>
      <Icon name="check" />
      <strong class={isLate(task) ? 'late' : undefined}>{time}</strong> <span>{words}</span>
    </button>
  );
}

interface RestProps {
  readonly of: TaskLine;
  readonly onOpen: () => void;
}

/** The tasks of a half hour that have no line of their own, as their number. */
export function RestOfTasks({ of: { from, tasks }, onOpen }: RestProps) {
  const words = `+${tasks.length - 1} tarefas`;
  return (
    <button
      type="button"
      class="agenda-task"
      data-row
      aria-label={`${timeText(slotAt(from))} ${words}`}
      onClick={onOpen}
    >
      {words}
    </button>
  );
}
