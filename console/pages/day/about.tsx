import { MINUTE_MS } from '../../../src/contract/durations';
import type { AppointmentView } from '../../../src/contract/day/appointment';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { ageText, daysAgo, isoTime, minutesText, whenText } from '../../format';
import { AppointmentOutcome } from '../agenda/appointment-actions';
import { CameBack } from './came-back';
import type { DayLead, DaySection } from './use-day';

/** Minutes in which a new lead should be called. */
const PATIENCE = 15;

interface AboutProps {
  readonly lead: DayLead;
  readonly list: DaySection;
}

/** Since when the lead is in its list, or at what time, and for how long. */
export function When({ lead, list, now }: AboutProps & { readonly now: number }) {
  const { appointment, created_at: at, idle_since: idle, returned_at: returned, tasks } = lead;
  if (appointment) return <MetAt appointment={appointment} />;
  if (returned) return <p class="late">Voltou {ageText(returned, now)}</p>;
  if (idle) return <p>Parado {daysAgo(idle, now)}</p>;
  if (list !== 'new') return <Due at={tasks?.[0]?.due_at ?? null} />;
  return (
    <p class={now - Date.parse(at) > PATIENCE * MINUTE_MS ? 'late' : undefined}>
      <span class="desk-word">Chegou </span>
      {ageText(at, now)}
    </p>
  );
}

const MetAt = ({ appointment: { starts_at: at, minutes } }: { readonly appointment: AppointmentView }) => (
  <p>
    <strong>{isoTime(at)}</strong> <span class="muted nowrap">· {minutesText(minutes)}</span>
  </p>
);

/** Moment of a task; marked when it has passed. */
export function Due({ at }: { readonly at: string | null }) {
  if (!at) return null;
  return <span class={Date.parse(at) < Date.now() ? 'late' : 'muted'}>{whenText(at)}</span>;
}

/** What the lead waits for, where it came from, and whose it is. */
export function What({ lead, list, pipelines }: AboutProps & { readonly pipelines: readonly OwnerPipelineView[] }) {
  const { appointment, origin, responsible } = lead;
  const who = [list === 'new' && origin && ORIGIN_WORDS[origin], responsible?.name].filter(Boolean);
  return (
    <>
      {appointment && (
        <p>
          {appointment.text} <AppointmentOutcome of={appointment} />
        </p>
      )}
      <CameBack lead={lead} pipelines={pipelines} />
      {who.length > 0 && <p class="muted">{who.join(' · ')}</p>}
    </>
  );
}
