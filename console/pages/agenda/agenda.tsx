import { useEffect, useState } from 'preact/hooks';
import type { ListedTask } from '../../../src/contract/day/activity';
import type { ListedAppointment } from '../../../src/contract/day/appointment';
import type { MemberView } from '../../../src/contract/members/member';
import { addDays, daysBetween, fullDay, isoDay, weekday } from '../../format';
import { useMe } from '../../me';
import { ApiFailure, call } from '../../api';
import { refusalText } from '../../refusal-words';
import { memberOptions } from '../../responsible';
import { changeQuery, presentQuery, type RouteQuery, useQuery, withQuery } from '../../router';
import { Button } from '../../ui/button';
import { Select } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { PageFrame } from '../../ui/page';
import { useChanges, useTeamChanges } from '../../use-changes';
import { useWholeList } from '../../use-resource';
import { useOwn } from '../day/use-day';
import { CAME } from './appointment-actions';
import { AppointmentDetails } from './appointment-details';
import { AppointmentForm } from './appointment-form';
import { CalendarAddress } from './calendar-address';
import { columnsOfDay, columnsOfWeek } from './columns';
import { DayList } from './day-list';
import { Grid, type Slot } from './grid';
import { TaskDetails } from './task-details';

/** Monday of the week of a day. */
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

const WEEK = 7;

/** The days in view and the chosen person, which the address keeps. */
function viewOf({ dia, ver, quem }: RouteQuery) {
  const today = isoDay(Date.now());
  const day = dia ?? today;
  const isWeek = ver === 'semana';
  const from = isWeek ? mondayOf(day) : day;
  const length = isWeek ? WEEK : 1;
  return { today, from, isWeek, length, chosenId: quem, days: daysBetween(from, addDays(from, length - 1)) };
}

const show = (ver: 'dia' | 'semana'): void => changeQuery({ ver });

function move(by: -1 | 0 | 1): void {
  const { today, from, length } = viewOf(presentQuery());
  changeQuery({ dia: by === 0 ? today : addDays(from, by * length) });
}

const SMALL = matchMedia('(max-width: 45em)');

/** Whether the window is as narrow as a phone's; follows it. */
function useSmall(): boolean {
  const [isSmall, setSmall] = useState(SMALL.matches);
  useEffect(() => {
    const follow = (): void => setSmall(SMALL.matches);
    SMALL.addEventListener('change', follow);
    return () => SMALL.removeEventListener('change', follow);
  }, []);
  return isSmall;
}

type View = ReturnType<typeof viewOf>;

/** Parameter for the person whose appointments and tasks are shown: the member, or the chosen person of a week; else everybody. */
function responsibleIn({ isWeek, chosenId }: View, isOwn: boolean): RouteQuery {
  if (isOwn) return { responsible: 'me' };
  return isWeek && chosenId ? { responsible: chosenId } : {};
}

/** What is planned on the days in view, which follows what others do. */
function usePlanned(view: View, isOwn: boolean) {
  const { from, days } = view;
  const query = { from, to: days.at(-1) ?? from, ...responsibleIn(view, isOwn) };
  const list = useWholeList<ListedAppointment>(withQuery('/appointments', query));
  const tasks = useWholeList<ListedTask>(withQuery('/tasks', query));
  useChanges(['appointment', 'lead'], () => void list.refresh());
  useChanges(['activity', 'lead'], () => void tasks.refresh());
  return { list, tasks };
}

/** Appointments and tasks of a day by person, or of a week, one's own or everybody's. */
export function Agenda() {
  const { member } = useMe();
  const [isOwn, setOwn] = useOwn('agenda', member !== null);
  const [making, setMaking] = useState<Partial<Slot>>();
  const [isLinking, setLinking] = useState(false);
  const view = viewOf(useQuery());
  const { today, from, isWeek, days } = view;
  const planned = usePlanned(view, isOwn);
  const team = useWholeList<MemberView>('/members');
  useTeamChanges(team.refresh);
  return (
    <PageFrame
      title="Agenda"
      actions={
        <>
          {member && (
            <Button icon="devices" label="No seu calendário" onClick={() => setLinking(true)}>
              <span class="desk-word">No seu calendário</span>
            </Button>
          )}
          <Button kind="primary" icon="plus" onClick={() => setMaking({ day: from })}>
            Agendar
          </Button>
        </>
      }
    >
      <Choices of={view} isOwn={isOwn} setOwn={member && setOwn} members={team.data ?? []} />
      <h2 class="agenda-when">
        {isWeek ? `De ${fullDay(from)} a ${fullDay(days.at(-1) ?? from)}` : whenText(from, today)}
      </h2>
      {/* Whose column a free half hour is in is known with the team only. */}
      <Loaded from={team}>
        {(people) => <Plan of={view} planned={planned} isOwn={isOwn} members={people} onSlot={setMaking} />}
      </Loaded>
      {making && <AppointmentForm {...making} refresh={planned.list.refresh} onClose={() => setMaking(undefined)} />}
      {isLinking && <CalendarAddress onClose={() => setLinking(false)} />}
    </PageFrame>
  );
}

function refusalOf(error: unknown): string {
  if (error instanceof ApiFailure) return refusalText(error);
  throw error;
}

interface PlanProps {
  readonly of: View;
  readonly planned: ReturnType<typeof usePlanned>;
  readonly isOwn: boolean;
  readonly members: readonly MemberView[];
  readonly onSlot: (slot: Slot) => void;
}

/** The plan of the days in view, and what is opened of it. */
function Plan({ of: view, planned: { list, tasks }, isOwn, members, onSlot }: PlanProps) {
  const { member } = useMe();
  const [openId, setOpenId] = useState<string>();
  const [openTasks, setOpenTasks] = useState<readonly ListedTask[]>();
  // A refusal is a message, because the appointment may be far below the top of the page.
  const onCame = async (id: string): Promise<void> => {
    const answer = await call('PATCH', `/appointments/${id}`, { attended: true }).then(() => CAME, refusalOf);
    await list.refresh();
    say(answer);
  };
  const { today, from, isWeek, days } = view;
  const Shape = useSmall() ? DayList : Grid;
  const open = list.data?.find(({ id }) => id === openId);
  // One that was moved away or deleted does not open by itself when its day is shown again.
  const hasLeft = list.data !== undefined && open === undefined;
  useEffect(() => {
    if (hasLeft) setOpenId(undefined);
  }, [hasLeft]);
  const holderId = open && (open.member_id ?? open.lead.responsible_id);
  return (
    <>
      <Loaded from={list}>
        {(all) => (
          <Loaded from={tasks}>
            {(due) => {
              const chosenId = isOwn ? member?.id : view.chosenId;
              const shown = { all, tasks: due, members, ownId: member?.id, chosenId };
              const columns = isWeek ? columnsOfWeek(days, today, shown) : columnsOfDay(from, shown, isOwn);
              return (
                <>
                  {all.length === 0 && <p class="muted">Nenhum agendamento.</p>}
                  <Shape columns={columns} onSlot={onSlot} onOpen={setOpenId} onCame={onCame} onTasks={setOpenTasks} />
                </>
              );
            }}
          </Loaded>
        )}
      </Loaded>
      {open && (
        <AppointmentDetails
          of={open}
          holder={members.find(({ id }) => id === holderId)?.name}
          refresh={list.refresh}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {openTasks && (
        <TaskDetails
          of={openTasks}
          open={tasks.data ?? []}
          members={members}
          refresh={tasks.refresh}
          onClose={() => setOpenTasks(undefined)}
        />
      )}
    </>
  );
}

const whenText = (day: string, today: string): string => `${weekday(day)}${day === today ? ' (hoje)' : ''}`;

interface ChoicesProps {
  readonly of: View;
  readonly isOwn: boolean;
  /** Null for the operator, who has no leads. */
  readonly setOwn: ((isOwn: boolean) => void) | null;
  readonly members: readonly MemberView[];
}

function Choices({ of: { isWeek, chosenId = '' }, isOwn, setOwn, members }: ChoicesProps) {
  const { member } = useMe();
  const choice = (text: string, isPressed: boolean | undefined, onClick: () => void) => (
    <Button isPressed={isPressed} onClick={onClick}>
      {text}
    </Button>
  );
  const people = memberOptions(
    members.filter(({ active }) => active),
    member?.id,
  );
  return (
    <div class="choices agenda-choices">
      <div class="kinds">
        {choice('Dia', !isWeek, () => show('dia'))}
        {choice('Semana', isWeek, () => show('semana'))}
      </div>
      {setOwn && (
        <div class="kinds">
          {choice('Meus', isOwn, () => setOwn(true))}
          {choice('Todos', !isOwn, () => setOwn(false))}
        </div>
      )}
      <div class="kinds">
        {choice('Anterior', undefined, () => move(-1))}
        {choice('Hoje', undefined, () => move(0))}
        {choice('Próximo', undefined, () => move(1))}
      </div>
      {!isOwn && (
        <Select
          label={isWeek ? 'Semana de' : 'Mostrar também'}
          value={people.some(({ value }) => value === chosenId) ? chosenId : ''}
          onChange={(quem) => changeQuery({ quem })}
          options={[{ value: '', text: isWeek ? 'Todos' : 'Ninguém mais' }, ...people]}
        />
      )}
    </div>
  );
}
