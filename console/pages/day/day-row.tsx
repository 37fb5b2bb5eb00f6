import { useEffect, useRef, useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { ActivityView, ListedActivity } from '../../../src/contract/day/activity';
import { call, type Called } from '../../api';
import { phoneText, whenText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Icon, type IconName } from '../../ui/icon';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useMayChange } from '../activities/activity-entry';
import { OUTCOME_WORDS, RETURN, SAVED_WORDS } from '../activities/activity-words';
import { Composer, type ComposerProps } from '../activities/composer';
import { ShownText, useWholeText } from '../activities/whole-text';
import { AppointmentActions } from '../agenda/appointment-actions';
import { whatsAppOf } from '../leads/contact';
import { About } from './about';
import { CameBack, entryFor } from './came-back';
import { ReturnMenu } from './return-menu';
import type { DayLead, DaySection } from './use-day';

export interface DayRowProps {
  readonly lead: DayLead;
  readonly list: DaySection;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly now: number;
  /** After a change; `isGone` says that the lead leaves the list. */
  readonly onDone: (isGone: boolean) => Promise<void>;
}

const LEFT_BY_CONTACT: readonly DaySection[] = ['new', 'returned', 'idle'];

/** What one click does with a lead of the day. */
function useRow({ lead, list, pipelines, onDone }: DayRowProps) {
  const { run, isBusy, failure } = useAction();
  const mayChange = useMayChange();
  const isLeft = LEFT_BY_CONTACT.includes(list);
  const act = async (work: () => Promise<Called<ActivityView>>, done: string, isUndone = false): Promise<boolean> => {
    let made: ActivityView | undefined;
    if (!(await run(async () => (made = (await work()).data)))) return false;
    const undo = async (): Promise<void> => {
      if (await run(() => call('DELETE', `/activities/${made?.id}`))) say('Desfeito.');
      await onDone(false);
    };
    say(done, isUndone ? undo : undefined);
    await onDone(isLeft);
    return true;
  };
  const add = (body: object) => call<ActivityView>('POST', `/leads/${lead.id}/activities`, body);
  const entry = list === 'returned' ? entryFor(lead, pipelines) : undefined;
  const reopen = async (): Promise<void> => {
    if (!(await run(() => call('POST', `/leads/${lead.id}/deals`, { stage_id: entry?.id })))) return;
    say(`Novo negócio em “${entry?.name}”.`);
    await onDone(true);
  };
  // An open task moves; without one a task is made.
  const task = lead.tasks?.find(mayChange);
  return {
    isBusy,
    failure,
    mayChange,
    reopen: entry && reopen,
    noted: () => onDone(isLeft),
    phoned: (reached: boolean) => act(() => add({ type: 'call', reached }), SAVED_WORDS.call, true),
    returnAt: (due_at: string) =>
      act(
        () =>
          task
            ? call<ActivityView>('PATCH', `/activities/${task.id}`, { due_at })
            : add({ type: 'task', text: RETURN, due_at }),
        `Retorno marcado: ${whenText(due_at)}.`,
      ),
  };
}

/** A lead of the day, with what can be done without leaving the page. */
export function DayRow(props: DayRowProps) {
  const { lead, list, pipelines, now, onDone } = props;
  const [isWriting, setWriting] = useState(false);
  const { isBusy, failure, mayChange, reopen, noted, phoned, returnAt } = useRow(props);
  const name = lead.name ?? 'Sem nome';
  return (
    <li class="row day-row">
      <div class="row-main">
        <p class="row-title">
          <a href={linkTo('leads', lead.id)}>{name}</a>
        </p>
        <CameBack lead={lead} pipelines={pipelines} now={now} />
        <About lead={lead} list={list} now={now} />
      </div>
      {lead.tasks?.map((one) => (
        <Task key={one.id} of={one} mayChange={mayChange(one)} onDone={() => onDone(lead.tasks_count === 1)} />
      ))}
      <FurtherTasks of={lead} />
      <div class="row-actions">
        <Contact lead={lead} name={name} />
        {reopen && (
          <Button label={`Reabrir: ${name}`} isBusy={isBusy} onClick={reopen}>
            Reabrir
          </Button>
        )}
        {OUTCOME_WORDS.call?.map((text, index) => (
          <Button key={text} label={`${text}: ${name}`} isBusy={isBusy} onClick={() => phoned(index === 0)}>
            {text}
          </Button>
        ))}
        <ReturnMenu onChoose={returnAt} />
        <Button label={`Anotar: ${name}`} isPressed={isWriting} onClick={() => setWriting(!isWriting)}>
          Anotar
        </Button>
      </div>
      <FailureNotice failure={failure} />
      {lead.appointment && <AppointmentActions of={lead.appointment} name={name} refresh={() => onDone(false)} />}
      {isWriting && <Writing leadId={lead.id} onSaved={noted} />}
    </li>
  );
}

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

function Contact({ lead: { phone }, name }: { readonly lead: DayLead; readonly name: string }) {
  if (!phone) return null;
  const link = (icon: IconName, word: string, href: string) => (
    <a
      class="button"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${word}: ${name}`}
      title={phoneText(phone)}
    >
      <Icon name={icon} />
      {word}
    </a>
  );
  return (
    <>
      {link('chat', 'WhatsApp', whatsAppOf(phone))}
      {link('phone', 'Ligar', `tel:+${phone}`)}
    </>
  );
}

/** How many more tasks of the lead are due; the page of the lead has them. */
function FurtherTasks({ of: { id, tasks = [], tasks_count: all = 0 } }: { readonly of: DayLead }) {
  const more = all - tasks.length;
  if (more <= 0) return null;
  return (
    <p class="small">
      <a href={linkTo('leads', id)}>{more === 1 ? 'Mais 1 tarefa' : `Mais ${more} tarefas`}</a>
    </p>
  );
}

interface TaskProps {
  readonly of: ListedActivity;
  readonly mayChange: boolean;
  readonly onDone: () => Promise<void>;
}

function Task({ of, mayChange, onDone }: TaskProps) {
  const { id, text, due_at: due } = of;
  const whole = useWholeText(of);
  const { run, isBusy, failure } = useAction();
  const end = async (): Promise<void> => {
    if (!(await run(() => call('PATCH', `/activities/${id}`, { done: true })))) return;
    say('Tarefa feita.');
    await onDone();
  };
  return (
    <div class="row task">
      <p>
        <ShownText of={whole} />{' '}
        {due && <span class={Date.parse(due) < Date.now() ? 'late' : 'muted'}>{whenText(due)}</span>}
      </p>
      {mayChange && (
        <Button icon="check" label={`Concluir: ${text}`} isBusy={isBusy} onClick={end}>
          Concluir
        </Button>
      )}
      <FailureNotice failure={failure} />
    </div>
  );
}
