import { MINUTE_MS } from '../../../src/contract/durations';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { ageText, daysAgo, isoTime, phoneText } from '../../format';
import { AppointmentOutcome } from '../agenda/appointment-actions';
import type { DayLead, DaySection } from './use-day';

/** Minutes in which a new lead should be called. */
const PATIENCE = 15;

interface AboutProps {
  readonly lead: DayLead;
  readonly list: DaySection;
  readonly now: number;
}

/** Why the lead is in its list, and who it is. */
export function About({ lead, list, now }: AboutProps) {
  const { appointment, idle_since: idle, created_at: at, origin, responsible } = lead;
  const who = [phoneText(lead.phone), list === 'new' && origin && ORIGIN_WORDS[origin], responsible?.name];
  return (
    <>
      {list === 'new' && (
        <p class={now - Date.parse(at) > PATIENCE * MINUTE_MS ? 'late' : undefined}>Chegou {ageText(at, now)}</p>
      )}
      {appointment && (
        <p>
          <strong>{isoTime(appointment.starts_at)}</strong> {appointment.text} <AppointmentOutcome of={appointment} />
        </p>
      )}
      {idle && <p>Parado {daysAgo(idle, now)}</p>}
      <p class="small muted">{who.filter(Boolean).join(' · ')}</p>
    </>
  );
}
