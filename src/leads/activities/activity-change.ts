import { ApiError } from '../../common/api-error';
import type { FieldError } from '../../contract/error';
import type { Activity } from '../record/activity.entity';
import type { ActivityState } from './activities.queries';
import { isContact, needsText } from './activities.dto';

/** What is to change; what is absent stays. */
export interface ActivityChanges {
  readonly text?: string | null;
  readonly reached?: boolean;
  readonly dueAt?: Date;
  readonly done?: boolean;
}

/** Applies changes to an activity at `now`. Throws 422 for fields that its type does not have. */
export function changedActivity(activity: Activity, changes: ActivityChanges, now: Date): ActivityState {
  const problems = problemsOf(activity, changes);
  if (problems.length > 0) throw ApiError.invalid(problems);
  const { text = activity.text, reached = activity.reached, dueAt = activity.dueAt, done } = changes;
  const doneAt = done === undefined ? activity.doneAt : done ? (activity.doneAt ?? now) : null;
  return { text, reached, dueAt, doneAt };
}

function problemsOf({ type }: Activity, { text, reached, dueAt, done }: ActivityChanges): FieldError[] {
  const isTask = type === 'task';
  const rules = [
    { field: 'text', isBad: text === null && needsText(type), message: 'não pode faltar em uma nota ou tarefa' },
    {
      field: 'reached',
      isBad: reached !== undefined && !isContact(type),
      message: 'só vale para call, message e visit',
    },
    { field: 'due_at', isBad: dueAt !== undefined && !isTask, message: 'só vale para task' },
    { field: 'done', isBad: done !== undefined && !isTask, message: 'só vale para task' },
  ];
  return rules.filter(({ isBad }) => isBad).map(({ field, message }) => ({ field, message }));
}
