import type { ListedActivity } from '../../../src/contract/day/activity';
import { call } from '../../api';
import { whenText } from '../../format';
import { say, type Undo } from '../../ui/messages';
import { useAction } from '../../use-action';

/** Something was done, after which a row leaves its list. Returns what takes it back, for the message. */
export type OnActed = (done: string, undo: Undo | undefined) => Undo | undefined;

interface Outcome<Made> {
  /** Whether the row leaves its list. */
  readonly isLeft: boolean;
  readonly takeBack?: (made: Made) => Promise<unknown>;
}

const change = (id: string, body: object): Promise<unknown> => call('PATCH', `/activities/${id}`, body);

/** What one click does to a row, and another takes back. */
export function useOneClick(refresh: () => Promise<void>, onActed: OnActed) {
  const { run, isBusy, failure } = useAction();
  const act = async <Made>(
    work: () => Promise<Made>,
    done: string,
    { isLeft, takeBack }: Outcome<Made>,
  ): Promise<boolean> => {
    let made: Made | undefined;
    if (!(await run(async () => (made = await work())))) return false;
    const undo = async (): Promise<void> => {
      if (await run(() => takeBack?.(made as Made) ?? Promise.resolve())) say('Desfeito.');
      await refresh();
    };
    const offered = takeBack && undo;
    say(done, isLeft ? onActed(done, offered) : offered);
    await refresh();
    return true;
  };
  return {
    isBusy,
    failure,
    act,
    endTask: (id: string, isLeft: boolean) =>
      act(() => change(id, { done: true }), 'Tarefa feita.', {
        isLeft,
        takeBack: () => change(id, { done: false }),
      }),
    moveTask: ({ id, due_at: before }: ListedActivity, due_at: string, isLeft: boolean) =>
      act(() => change(id, { due_at }), returnText(due_at), {
        isLeft,
        takeBack: () => change(id, { due_at: before }),
      }),
  };
}

/** Says for when a return was planned. */
export const returnText = (dueAt: string): string => `Retorno marcado: ${whenText(dueAt)}.`;
