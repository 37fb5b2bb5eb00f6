import { useState } from 'preact/hooks';
import type { ListedAppointment } from '../../../src/contract/day/appointment';
import type { MemberView } from '../../../src/contract/members/member';
import { addDays, daysBetween, isoDay, isoTime, minutesText, phoneText, weekday } from '../../format';
import { useMe } from '../../me';
import { changeQuery, linkTo, presentQuery, type RouteQuery, useQuery, withQuery } from '../../router';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { PageFrame } from '../../ui/page';
import { useChanges } from '../../use-changes';
import { useWholeList } from '../../use-resource';
import { ownQuery, useOwn } from '../day/use-day';
import { AppointmentActions, AppointmentOutcome } from './appointment-actions';
import { AppointmentForm } from './appointment-form';
import { CalendarAddress } from './calendar-address';

/** Monday of the week of a day. */
const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

const WEEK = 7;

/** The days in view, which the address keeps. */
function viewOf({ dia, ver }: RouteQuery) {
  const today = isoDay(Date.now());
  const day = dia ?? today;
  const isWeek = ver === 'semana';
  const from = isWeek ? mondayOf(day) : day;
  const length = isWeek ? WEEK : 1;
  return { today, from, isWeek, length, days: daysBetween(from, addDays(from, length - 1)) };
}

const show = (ver: 'dia' | 'semana'): void => changeQuery({ ver });

function move(by: -1 | 0 | 1): void {
  const { today, from, length } = viewOf(presentQuery());
  changeQuery({ dia: by === 0 ? today : addDays(from, by * length) });
}

/** Appointments of a day or a week, one's own or everybody's. */
export function Agenda() {
  const { member } = useMe();
  const [isOwn, setOwn] = useOwn('agenda', member !== null);
  const [isMaking, setMaking] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const view = viewOf(useQuery());
  const { today, from, days } = view;
  const to = days.at(-1) ?? from;
  const list = useWholeList<ListedAppointment>(withQuery('/appointments', { from, to, ...ownQuery(isOwn) }));
  const members = useWholeList<MemberView>('/members').data ?? [];
  useChanges(['appointment', 'lead'], () => void list.refresh());
  return (
    <PageFrame
      title="Agenda"
      actions={
        <>
          {member && (
            <Button icon="devices" onClick={() => setLinking(true)}>
              No seu calendário
            </Button>
          )}
          <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
            Agendar
          </Button>
        </>
      }
    >
      <Choices of={view} isOwn={isOwn} setOwn={member && setOwn} />
      <Loaded from={list}>
        {(all) => (
          <div class="columns">
            {days.map((day) => (
              <Day
                key={day}
                title={`${weekday(day)}${day === today ? ' (hoje)' : ''}`}
                of={all.filter(({ starts_at: at }) => isoDay(at) === day)}
                members={members}
                refresh={list.refresh}
              />
            ))}
          </div>
        )}
      </Loaded>
      {isMaking && <AppointmentForm day={from} refresh={list.refresh} onClose={() => setMaking(false)} />}
      {isLinking && <CalendarAddress onClose={() => setLinking(false)} />}
    </PageFrame>
  );
}

interface ChoicesProps {
  readonly of: ReturnType<typeof viewOf>;
  readonly isOwn: boolean;
  /** Null for the operator, who has no leads. */
  readonly setOwn: ((isOwn: boolean) => void) | null;
}

function Choices({ of: { isWeek }, isOwn, setOwn }: ChoicesProps) {
  const choice = (text: string, isPressed: boolean | undefined, onClick: () => void) => (
    <Button isPressed={isPressed} onClick={onClick}>
      {text}
    </Button>
  );
  return (
    <div class="choices">
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
    </div>
  );
}

interface DayProps {
  readonly title: string;
  readonly of: readonly ListedAppointment[];
  readonly members: readonly MemberView[];
  readonly refresh: () => Promise<void>;
}

function Day({ title, of: appointments, members, refresh }: DayProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {appointments.length === 0 && <p class="muted">Nenhum agendamento.</p>}
      <ul>
        {appointments.map((one) => {
          const name = one.lead.name ?? phoneText(one.lead.phone);
          const member = members.find(({ id }) => id === one.member_id)?.name;
          return (
            <li key={one.id} class="agenda-row">
              <p>
                <strong>{isoTime(one.starts_at)}</strong> <span class="muted">{minutesText(one.minutes)}</span>{' '}
                <a href={linkTo('leads', one.lead_id)}>{name}</a> <AppointmentOutcome of={one} />
              </p>
              <p class="small">{[one.text, member && `com ${member}`].filter(Boolean).join(' · ')}</p>
              <AppointmentActions of={one} name={`${name}, ${isoTime(one.starts_at)}`} refresh={refresh} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
