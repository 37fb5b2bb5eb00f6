import type { ListedActivity } from '../../../src/contract/day/activity';
import { Button } from '../../ui/button';
import type { Undo } from '../../ui/messages';
import { ShownText, useWholeText } from '../activities/whole-text';
import { Due } from './about';

interface DoneProps {
  readonly of: { readonly done: string; readonly undo: Undo | undefined };
}

/** What was done, in the row's place. The button is apart from those that were clicked: a second click must not undo the first. */
export function Done({ of: { done, undo } }: DoneProps) {
  return (
    <p class="day-done">
      {done}
      {undo && (
        <Button kind="quiet" onClick={undo}>
          Desfazer
        </Button>
      )}
    </p>
  );
}

/** What is to be done; with its moment too where the row does not say it. */
export function TaskText({ of, isExtra }: { readonly of: ListedActivity; readonly isExtra?: boolean }) {
  return (
    <p>
      <ShownText of={useWholeText(of)} /> {isExtra && <Due at={of.due_at} />}
    </p>
  );
}

interface TaskEndProps {
  readonly of: ListedActivity;
  readonly isBusy: boolean;
  readonly onEnd: () => unknown;
  readonly kind?: 'primary' | 'plain';
}

export const TaskEnd = ({ of: task, isBusy, onEnd, kind = 'plain' }: TaskEndProps) => (
  <Button kind={kind} icon="check" label={`Concluir: ${task.text}`} isBusy={isBusy} onClick={onEnd}>
    <span class="desk-word">Concluir</span>
  </Button>
);
