import { MINUTE_MS } from '../../../src/contract/durations';
import { ORIGIN_WORDS } from '../../../src/contract/origin-words';
import { ageText, daysAgo, isoTime, phoneText } from '../../format';
import { Outcome } from '../agenda/appointment-actions';
import type { DayRowProps } from './day-row';

/** Minutes in which a new lead should be called. */
const PATIENCE = 15;

/** Why the lead is in its list, and who it is. */
export function About({ lead, list, now }: Pick<DayRowProps, 'lead' | 'list' | 'now'>) {
  const { appointment, idle_since: idle, created_at: at, origin, responsible } = lead;
  const who = [phoneText(lead.phone), list === 'new' && origin && ORIGIN_WORDS[origin], responsible?.name];
  return (
    <>
      {list === 'new' && (
        <p class={now - Date.parse(at) > PATIENCE * MINUTE_MS ? 'late' : undefined}>Chegou {ageText(at, now)}</p>
      )}
      {appointment && (
        <p>
          <strong>{isoTime(appointment.starts_at)}</strong> {appointment.text} <Outcome of={appointment} />
        </p>
      )}
      {idle && <p>Parado {daysAgo(idle, now)}</p>}
      <p class="small muted">{who.filter(Boolean).join(' · ')}</p>
    </>
  );
}
