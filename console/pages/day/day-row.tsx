import { useEffect, useRef, useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { ActivityView, ListedActivity } from '../../../src/contract/day/activity';
import { call } from '../../api';
import { phoneText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { FailureNotice } from '../../ui/notice';
import type { Acted } from '../../use-acted';
import { useMayChange } from '../activities/activity-entry';
import { OUTCOME_WORDS, RETURN, SAVED_WORDS } from '../activities/activity-words';
import { Composer, type ComposerProps } from '../activities/composer';
import { AppointmentActions } from '../agenda/appointment-actions';
import { AskAfterMessage, useMessaging, WhatsApp } from '../leads/whatsapp';
import { What, When } from './about';
import { entryFor } from './came-back';
import { ReturnDialog, ReturnMenu } from './return-menu';
import { Done, TaskEnd, TaskText } from './task';
import type { DayLead, DaySection } from './use-day';
import { type OnActed, returnText, useOneClick } from './use-one-click';

export interface DayRowProps {
  readonly lead: DayLead;
  readonly list: DaySection;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly now: number;
  /** What was just done, while the row keeps its place before it leaves the list. */
  readonly acted: Acted<DayLead> | undefined;
  /** Something was done, after which the lead leaves the list. */
  readonly onActed: OnActed;
  /** Whether a form of the row is open, which then stays. */
  readonly onHold: (isHeld: boolean) => void;
  readonly refresh: () => Promise<void>;
}

const LEFT_BY_CONTACT: readonly DaySection[] = ['new', 'returned', 'idle'];

/** What one click does with a lead of the day. */
function useRow({ lead, list, pipelines, onActed, refresh }: DayRowProps) {
  const { act, endTask, moveTask, isBusy, failure } = useOneClick(refresh, onActed);
  const mayChange = useMayChange();
  const isLeftByContact = LEFT_BY_CONTACT.includes(list);
  const isOnlyTask = list === 'due' && lead.tasks_count === 1;
  const add = async (body: object) => (await call<ActivityView>('POST', `/leads/${lead.id}/activities`, body)).data;
  const remove = ({ id }: ActivityView) => call('DELETE', `/activities/${id}`);
  const entry = list === 'returned' ? entryFor(lead, pipelines) : undefined;
  const reopen = () =>
    act(() => call('POST', `/leads/${lead.id}/deals`, { stage_id: entry?.id }), `Novo negócio em “${entry?.name}”.`, {
      isLeft: true,
    });
  // An open task moves; without one a task is made.
  const task = lead.tasks?.find(mayChange);
  const returnAt = (due_at: string): Promise<boolean> =>
    task
      ? moveTask(task, due_at, isOnlyTask)
      : act(() => add({ type: 'task', text: RETURN, due_at }), returnText(due_at), {
          isLeft: isLeftByContact,
          takeBack: remove,
        });
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
    endTask: (id: string) => endTask(id, isOnlyTask),
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
              <RowTaskEnd of={task} row={row} />
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
  const { isBusy, failure, contacted, reopen, returnAt } = row;
  const [reached, missed] = OUTCOME_WORDS.call ?? [];
  const isMet = list === 'appointments';
  const [isReturning, setReturning] = useState(false);
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
      {isMet && act('timer', 'Retornar em…', () => setReturning(true))}
    </>
  );
  return (
    <div class="row-actions">
      {list === 'due' && first && <RowTaskEnd of={first} row={row} kind="primary" />}
      {isMet && lead.appointment && (
        <AppointmentActions of={lead.appointment} name={name} refresh={refresh} more={further} />
      )}
      {lead.phone && <WhatsApp lead={lead} word={LEFT_BY_CONTACT.includes(list) && WORD} onMessage={onMessage} />}
      {lead.phone && <Call phone={lead.phone} name={name} />}
      {!isMet && further}
      {!isMet && <ReturnMenu onChoose={returnAt} failure={failure} />}
      {isReturning && (
        <ReturnDialog hasTimes onChoose={returnAt} failure={failure} onClose={() => setReturning(false)} />
      )}
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

interface RowTaskEndProps {
  readonly of: ListedActivity;
  readonly row: RowActions;
  readonly kind?: 'primary';
}

const RowTaskEnd = ({ of: task, row: { mayChange, isBusy, endTask }, kind }: RowTaskEndProps) =>
  mayChange(task) ? <TaskEnd of={task} isBusy={isBusy} kind={kind} onEnd={() => endTask(task.id)} /> : null;
