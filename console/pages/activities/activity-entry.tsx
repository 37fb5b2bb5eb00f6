import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActivityView, ListedActivity } from '../../../src/contract/day/activity';
import { MAX_ACTIVITY_TEXT } from '../../../src/contract/limits';
import { call } from '../../api';
import { dateTime, whenText } from '../../format';
import { useMay, useMe } from '../../me';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Select, TextArea } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useChange } from '../../use-change';
import { activityTitle, OUTCOME_WORDS, TYPE_WORDS } from './activity-words';
import { submitByKeys } from './composer';
import { MomentFields, typedMoment } from './moment-fields';
import { ShownText, useWholeText } from './whole-text';

export type ShownActivity = Omit<ListedActivity, 'lead_id'>;

/** Whether the person may change an activity: its author, and who has the right. */
export function useMayChange(): (activity: Pick<ActivityView, 'author'>) => boolean {
  const { member } = useMe();
  const may = useMay();
  return ({ author }) => may('activities') || (member !== null && author?.id === member.id);
}

/** Whether a task is open and its moment has passed. */
export const isLate = ({ due_at: due, done_at: done }: Pick<ActivityView, 'due_at' | 'done_at'>): boolean =>
  due !== null && done === null && Date.parse(due) < Date.now();

interface ActivityEntryProps {
  readonly of: ShownActivity;
  readonly onChanged: () => Promise<void>;
}

/** Activity in a timeline, changed and deleted in place. */
export function ActivityEntry({ of: activity, onChanged }: ActivityEntryProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const mayChange = useMayChange()(activity);
  const whole = useWholeText(activity);
  const { text, due_at: due, at, author } = activity;
  const close = (): void => setOpen(undefined);
  const changed = (): Promise<void> => {
    whole.forget();
    return onChanged();
  };
  // A cut text must not replace the whole one.
  const ask = async (wanted: 'edit' | 'delete'): Promise<void> => {
    if (wanted === 'delete' || (await whole.load())) setOpen(wanted);
  };
  if (open === 'edit')
    return <EditActivity of={{ ...activity, text: whole.text }} onChanged={changed} onClose={close} />;
  return (
    <>
      <div class="row">
        <p>
          <strong>{activityTitle(activity)}</strong>
          {due && <Due of={activity} />}
        </p>
        {mayChange && <Changes of={activity} onChanged={changed} onOpen={ask} />}
      </div>
      {text && (
        <p class="notes">
          <ShownText of={whole} />
        </p>
      )}
      <p class="small muted">{`${author?.name ?? 'Operador do serviço'} · ${dateTime(at)}`}</p>
      {open === 'delete' && <DeleteActivity of={activity} onChanged={onChanged} onClose={close} />}
    </>
  );
}

function Due({ of: activity }: { readonly of: ShownActivity }) {
  const { due_at: due, done_at: done } = activity;
  if (done) return <span class="badge accent">Feita em {dateTime(done)}</span>;
  return due && <span class={isLate(activity) ? 'late' : undefined}> para {whenText(due)}</span>;
}

interface ChangesProps extends ActivityEntryProps {
  readonly onOpen: (open: 'edit' | 'delete') => unknown;
}

const nameOf = ({ type, at }: ShownActivity): string => `${TYPE_WORDS[type].toLowerCase()} de ${dateTime(at)}`;

function Changes({ of: activity, onChanged, onOpen }: ChangesProps) {
  const { run, isBusy, failure } = useChange(onChanged);
  const isDone = activity.done_at !== null;
  const tick = async (): Promise<void> => {
    const done = !isDone;
    if (await run(() => call('PATCH', `/activities/${activity.id}`, { done })))
      say(done ? 'Tarefa feita.' : 'Tarefa reaberta.');
  };
  return (
    <div class="row-actions">
      {activity.type === 'task' && (
        <Button
          kind={isDone ? 'quiet' : 'plain'}
          icon={isDone ? undefined : 'check'}
          label={`${isDone ? 'Reabrir' : 'Concluir'} a ${nameOf(activity)}`}
          isBusy={isBusy}
          onClick={tick}
        >
          {isDone ? 'Reabrir' : 'Concluir'}
        </Button>
      )}
      <Button kind="quiet" icon="edit" label={`Editar a ${nameOf(activity)}`} onClick={() => onOpen('edit')}>
        Editar
      </Button>
      <Button kind="quiet" icon="trash" label={`Apagar a ${nameOf(activity)}`} onClick={() => onOpen('delete')}>
        Apagar
      </Button>
      <FailureNotice failure={failure} />
    </div>
  );
}

interface OpenedProps extends ActivityEntryProps {
  readonly onClose: () => void;
}

function EditActivity({ of: activity, onChanged, onClose }: OpenedProps) {
  const { run, isBusy, failure } = useChange(onChanged);
  const { id, text, due_at: due } = activity;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('textarea')?.focus(), []);
  const save = async (values: FormData): Promise<void> => {
    const reached = textOf(values, 'reached');
    const body = {
      text: textOf(values, 'text') || null,
      ...(due && { due_at: typedMoment(values) }),
      ...(reached && { reached: reached === 'true' }),
    };
    if (!(await run(() => call('PATCH', `/activities/${id}`, body)))) return;
    onClose();
    say('Alteração guardada.');
  };
  return (
    <div ref={container} onKeyDown={submitByKeys}>
      <Form label={`Editar a ${nameOf(activity)}`} onSubmit={save}>
        <FailureNotice failure={failure} shown={['text', 'due_at']} />
        <TextArea
          label="Texto"
          name="text"
          rows={3}
          maxLength={MAX_ACTIVITY_TEXT}
          value={text ?? ''}
          problem={failure?.problemOf('text') && 'escreva o texto'}
        />
        <Outcome of={activity} />
        {due && <MomentFields at={due} isBad={failure?.problemOf('due_at') !== undefined} />}
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Salvar
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
        </div>
      </Form>
    </div>
  );
}

/** Whether a contact reached the person, where that applies. */
function Outcome({ of: { type, reached } }: { readonly of: ShownActivity }) {
  const [chosen, setChosen] = useState(reached === null ? '' : String(reached));
  const words = OUTCOME_WORDS[type];
  if (!words) return null;
  const options = [
    { value: 'true', text: words[0] },
    { value: 'false', text: words[1] },
  ];
  const unsaid = reached === null ? [{ value: '', text: 'Não informado' }] : [];
  return (
    <Select label="Resultado" name="reached" value={chosen} onChange={setChosen} options={[...unsaid, ...options]} />
  );
}

function DeleteActivity({ of: activity, onChanged, onClose }: OpenedProps) {
  const action = useChange(onChanged);
  const remove = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', `/activities/${activity.id}`)))) return;
    onClose();
    say('Apagada.');
  };
  return (
    <Confirm title={`Apagar a ${nameOf(activity)}?`} verb="Apagar" action={action} onConfirm={remove} onClose={onClose}>
      <p class="notes">
        {activity.text}
        {activity.cut && '…'}
      </p>
    </Confirm>
  );
}
