import { useState } from 'preact/hooks';
import type { ListedTask } from '../../../src/contract/day/activity';
import type { MemberView } from '../../../src/contract/members/member';
import { dayOf, isoTime, phoneText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { Undo } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { isLate, useMayChange } from '../activities/activity-entry';
import { ReturnMenu } from '../day/return-menu';
import { Done, TaskEnd, TaskText } from '../day/task';
import { useOneClick } from '../day/use-one-click';

interface TaskDetailsProps {
  /** As they were when the dialog was opened. They keep their places in it. */
  readonly of: readonly ListedTask[];
  /** Those that are open now. */
  readonly open: readonly ListedTask[];
  readonly members: readonly MemberView[];
  readonly refresh: () => Promise<void>;
  readonly onClose: () => void;
}

/** Tasks of the agenda, with what can be done to them. */
export function TaskDetails({ of: tasks, open, members, refresh, onClose }: TaskDetailsProps) {
  const day = tasks[0]?.due_at ? dayOf(tasks[0].due_at) : '';
  return (
    <Dialog title={tasks.length === 1 ? `Tarefa de ${day}` : `${tasks.length} tarefas de ${day}`} onClose={onClose}>
      <ul class="agenda-tasks">
        {tasks.map((task) => (
          <TaskRow
            key={task.id}
            of={task}
            now={open.find(({ id }) => id === task.id)}
            holder={members.find(({ id }) => id === task.lead.responsible_id)?.name}
            refresh={refresh}
          />
        ))}
      </ul>
      <div class="dialog-actions">
        <Button onClick={onClose}>Fechar</Button>
      </div>
    </Dialog>
  );
}

interface TaskRowProps extends Pick<TaskDetailsProps, 'refresh'> {
  readonly of: ListedTask;
  /** Undefined for one that is open no more, or is due on another day. */
  readonly now: ListedTask | undefined;
  /** Name of who looks after the lead. */
  readonly holder: string | undefined;
}

function TaskRow({ of: before, now, holder, refresh }: TaskRowProps) {
  const [acted, setActed] = useState<{ readonly done: string; readonly undo: Undo | undefined }>();
  const { endTask, moveTask, isBusy, failure } = useOneClick(refresh, (done, undo) => {
    const forget: Undo | undefined = undo && (() => (setActed(undefined), undo()));
    setActed({ done, undo: forget });
    return forget;
  });
  const mayChange = useMayChange();
  const task = now ?? before;
  const { lead, due_at: due, at } = task;
  return (
    <li data-row>
      <div class="agenda-task-text">
        <strong class={isLate(task) ? 'late' : undefined}>{isoTime(due ?? at)}</strong>
        <TaskText of={task} />
      </div>
      <p>
        <a href={linkTo('leads', task.lead_id)}>{lead.name ?? phoneText(lead.phone)}</a>
        {holder && <span class="muted"> · {holder}</span>}
      </p>
      {acted && <Done of={acted} />}
      {!acted && !now && <p class="muted">Já foi concluída ou mudou de dia.</p>}
      {!acted && now && mayChange(now) && (
        <div class="row-actions">
          <TaskEnd of={now} kind="primary" isBusy={isBusy} onEnd={() => endTask(now.id, true)} />
          <ReturnMenu onChoose={(dueAt) => moveTask(now, dueAt, true)} failure={failure} />
        </div>
      )}
      <FailureNotice failure={failure} />
    </li>
  );
}
