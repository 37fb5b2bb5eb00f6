import { useEffect, useRef, useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { ActivityView, ListedActivity } from '../../../src/contract/day/activity';
import { call } from '../../api';
import { phoneText, whenText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { say, type Undo } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import type { Acted } from '../../use-acted';
import { useMayChange } from '../activities/activity-entry';
import { OUTCOME_WORDS, RETURN, SAVED_WORDS } from '../activities/activity-words';
import { Composer, type ComposerProps } from '../activities/composer';
import { ShownText, useWholeText } from '../activities/whole-text';
import { AppointmentActions } from '../agenda/appointment-actions';
import { AskAfterMessage, useMessaging, WhatsApp } from '../leads/whatsapp';
import { Due, What, When } from './about';
import { entryFor } from './came-back';
import { ReturnMenu } from './return-menu';
import type { DayLead, DaySection } from './use-day';

export interface DayRowProps {
  readonly lead: DayLead;
  readonly list: DaySection;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly now: number;
  /** What was just done, while the row keeps its place before it leaves the list. */
  readonly acted: Acted<DayLead> | undefined;
  /** Something was done, after which the lead leaves the list. */
  readonly onActed: (done: string, undo: Undo | undefined) => void;
  /** Whether a form of the row is open, which then stays. */
  readonly onHold: (isHeld: boolean) => void;
  readonly refresh: () => Promise<void>;
}

const LEFT_BY_CONTACT: readonly DaySection[] = ['new', 'returned', 'idle'];

/** What one click does with a lead of the day. */
function useRow({ lead, list, pipelines, onActed, refresh }: DayRowProps) {
  const { run, isBusy, failure } = useAction();
  const mayChange = useMayChange();
  const isLeftByContact = LEFT_BY_CONTACT.includes(list);
  const isOnlyTask = list === 'due' && lead.tasks_count === 1;
  /** Runs a change; `takeBack` undoes it. */
  const act = async <Made,>(
    work: () => Promise<Made>,
    done: string,
    { isLeft, takeBack }: { readonly isLeft: boolean; readonly takeBack?: (made: Made) => Promise<unknown> },
  ): Promise<boolean> => {
    let made: Made | undefined;
    if (!(await run(async () => (made = await work())))) return false;
    const undo = async (): Promise<void> => {
      if (await run(() => takeBack?.(made as Made) ?? Promise.resolve())) say('Desfeito.');
      await refresh();
    };
    const offered = takeBack && undo;
    if (isLeft) onActed(done, offered);
    say(done, offered);
    await refresh();
    return true;
  };
  const add = async (body: object) => (await call<ActivityView>('POST', `/leads/${lead.id}/activities`, body)).data;
  const remove = ({ id }: ActivityView) => call('DELETE', `/activities/${id}`);
  const change = (id: string, body: object) => call('PATCH', `/activities/${id}`, body);
  const entry = list === 'returned' ? entryFor(lead, pipelines) : undefined;
  const reopen = () =>
    act(() => call('POST', `/leads/${lead.id}/deals`, { stage_id: entry?.id }), `Novo negócio em “${entry?.name}”.`, {
      isLeft: true,
    });
  // An open task moves; without one a task is made.
  const task = lead.tasks?.find(mayChange);
  const returnAt = (due_at: string): Promise<boolean> => {
    const done = `Retorno marcado: ${whenText(due_at)}.`;
    if (!task)
      return act(() => add({ type: 'task', text: RETURN, due_at }), done, {
        isLeft: isLeftByContact,
        takeBack: remove,
      });
    const takeBack = () => change(task.id, { due_at: task.due_at });
    return act(() => change(task.id, { due_at }), done, { isLeft: isOnlyTask, takeBack });
  };
  const contacted = (type: 'call' | 'message', reached: boolean) =>
    act(() => add({ type, reached }), SAVED_WORDS[type], { isLeft: isLeftByContact, takeBack: remove });
  return {
    isBusy,
    failure,
    mayChange,
    reopen: entry && reopen,
    noted: () => {
      if (isLeftByContact) onActed(SAVED_WORDS.note, undefined);
      return refresh();
    },
    contacted,
    returnAt,
    endTask: (id: string) =>
      act(() => change(id, { done: true }), 'Tarefa feita.', {
        isLeft: isOnlyTask,
        takeBack: () => change(id, { done: false }),
      }),
  };
}

/** A lead of the day on one line, with what can be done without leaving the page. */
export function DayRow(props: DayRowProps) {
  const { lead, list, pipelines, now, acted, onHold } = props;
  const row = useRow(props);
  const name = lead.name ?? 'Sem nome';
  const [first, ...others] = lead.tasks ?? [];
  const [isWriting, setWriting] = useState(false);
  const messaging = useMessaging();
  const isHeld = !acted && (isWriting || messaging.isAsking);
  useEffect(() => {
    if (!isHeld) return undefined;
    onHold(true);
    return () => onHold(false);
  }, [isHeld]);
  return (
    <li class={acted ? 'day-row acted' : 'day-row'} data-row>
      <div class="day-when">
        <When lead={lead} list={list} now={now} />
      </div>
      <p class="day-name">
        <a class="clipped" href={linkTo('leads', lead.id)} title={name}>
          {name}
        </a>{' '}
        <span class="muted nowrap">{phoneText(lead.phone)}</span>
      </p>
      {acted ? (
        <Done of={acted} />
      ) : (
        <>
          <div class="day-what">
            {first && <TaskText of={first} />}
            <What lead={lead} list={list} pipelines={pipelines} />
            <FurtherTasks of={lead} />
          </div>
          <Actions {...{ props, row, name, first, isWriting, setWriting }} onMessage={messaging.begin} />
          {messaging.isAsking && (
            <AskAfterMessage
              name={name}
              isBusy={row.isBusy}
              onContacted={(reached) => row.contacted('message', reached)}
              onReturn={row.returnAt}
              onClose={messaging.end}
            />
          )}
          {others.map((task) => (
            <div key={task.id} class="day-extra">
              <TaskText of={task} isExtra />
              <TaskEnd of={task} row={row} />
            </div>
          ))}
          <FailureNotice failure={row.failure} />
          {isWriting && <Writing leadId={lead.id} onSaved={row.noted} />}
        </>
      )}
    </li>
  );
}

type RowActions = ReturnType<typeof useRow>;

/** What was done, in the row's place. The button is apart from those that were clicked: a second click must not undo the first. */
function Done({ of: { done, undo } }: { readonly of: Acted<DayLead> }) {
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

interface ActionsProps {
  readonly props: DayRowProps;
  readonly row: RowActions;
  readonly name: string;
  readonly first: ListedActivity | undefined;
  readonly isWriting: boolean;
  readonly setWriting: (isWriting: boolean) => void;
  readonly onMessage: () => void;
}

/** One filled action, and the others as icons with names. */
function Actions({ props, row, name, first, isWriting, setWriting, onMessage }: ActionsProps) {
  const { lead, list, refresh } = props;
  const { isBusy, contacted, reopen, returnAt } = row;
  const [reached, missed] = OUTCOME_WORDS.call ?? [];
  const isMet = list === 'appointments';
  const act = (icon: IconName, text: string | undefined, work: () => unknown) => (
    <Button icon={icon} kind={isMet ? 'quiet' : 'plain'} label={`${text}: ${name}`} isBusy={isBusy} onClick={work}>
      {isMet && text}
    </Button>
  );
  const further = (
    <>
      {act('check', reached, () => contacted('call', true))}
      {act('missed', missed, () => contacted('call', false))}
      {act('edit', 'Anotar', () => setWriting(!isWriting))}
    </>
  );
  return (
    <div class="row-actions">
      {list === 'due' && first && <TaskEnd of={first} row={row} kind="primary" />}
      {isMet && lead.appointment && (
        <AppointmentActions of={lead.appointment} name={name} refresh={refresh} more={further} />
      )}
      {lead.phone && <WhatsApp lead={lead} word={LEFT_BY_CONTACT.includes(list) && WORD} onMessage={onMessage} />}
      {lead.phone && <Call phone={lead.phone} name={name} />}
      {!isMet && further}
      <ReturnMenu onChoose={returnAt} />
      {reopen && <Button icon="plus" label={`Reabrir: ${name}`} isBusy={isBusy} onClick={reopen} />}
    </div>
  );
}

const WORD = <span class="desk-word">WhatsApp</span>;

const Call = ({ phone, name }: { readonly phone: string; readonly name: string }) => (
  <a class="button icon-only" href={`tel:+${phone}`} aria-label={`Ligar: ${name}`} title={`Ligar: ${phoneText(phone)}`}>
    <Icon name="phone" />
  </a>
);

/** Composer whose text can be typed at once. */
function Writing(props: ComposerProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.querySelector('textarea')?.focus(), []);
  return (
    <div class="writing" ref={container}>
      <Composer {...props} />
    </div>
  );
}

/** How many more tasks of the lead are due; the page of the lead has them. */
function FurtherTasks({ of: { id, tasks = [], tasks_count: all = 0 } }: { readonly of: DayLead }) {
  const more = all - tasks.length;
  if (more <= 0) return null;
  return <a href={linkTo('leads', id)}>{more === 1 ? 'Mais 1 tarefa' : `Mais ${more} tarefas`}</a>;
}

function TaskText({ of, isExtra }: { readonly of: ListedActivity; readonly isExtra?: boolean }) {
  return (
    <p>
      <ShownText of={useWholeText(of)} /> {isExtra && <Due at={of.due_at} />}
    </p>
  );
}

interface TaskEndProps {
  readonly of: ListedActivity;
  readonly row: RowActions;
  readonly kind?: 'primary' | 'plain';
}

function TaskEnd({ of: task, row, kind = 'plain' }: TaskEndProps) {
  if (!row.mayChange(task)) return null;
  return (
    <Button
      kind={kind}
      icon="check"
      label={`Concluir: ${task.text}`}
      isBusy={row.isBusy}
      onClick={() => row.endTask(task.id)}
    >
      <span class="desk-word">Concluir</span>
    </Button>
  );
}
