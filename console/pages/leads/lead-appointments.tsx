import { useState } from 'preact/hooks';
import type { TimelineEntry } from '../../../src/contract/timeline';
import { dateTime, minutesText } from '../../format';
import { Button } from '../../ui/button';
import { AppointmentActions, AppointmentOutcome } from '../agenda/appointment-actions';
import { AppointmentForm } from '../agenda/appointment-form';
import type { OpenLead } from './open-lead';

/** Appointments in the loaded part of the timeline, latest first. */
export function Appointments({ of: open }: { readonly of: OpenLead }) {
  const { lead, timeline } = open;
  const [isMaking, setMaking] = useState(false);
  const appointments = timeline.data?.filter(({ type }) => type === 'appointment');
  return (
    <section class="card">
      <div class="card-head">
        <h2>Agendamentos</h2>
        {!lead.erased_at && (
          <Button icon="calendar" onClick={() => setMaking(true)}>
            Agendar
          </Button>
        )}
      </div>
      {appointments?.length === 0 && <p class="muted">Nenhum agendamento{timeline.more && ' recente'}.</p>}
      <ul class="plain-list">
        {appointments?.map((entry) => (
          <li key={entry.id}>
            <Appointment of={entry} open={open} />
          </li>
        ))}
      </ul>
      {isMaking && <AppointmentForm leadId={lead.id} refresh={open.refresh} onClose={() => setMaking(false)} />}
    </section>
  );
}

function Appointment({ of: { id, at, appointment }, open }: { readonly of: TimelineEntry; readonly open: OpenLead }) {
  if (!appointment) return null;
  const { minutes, text, member } = appointment;
  return (
    <>
      <p>
        <strong>{dateTime(at)}</strong> <AppointmentOutcome of={appointment} />
      </p>
      <p class="small">{[minutesText(minutes), text, member && `com ${member.name}`].filter(Boolean).join(' · ')}</p>
      {!open.lead.erased_at && (
        <AppointmentActions
          of={{ id, starts_at: at, ...appointment, member_id: member?.id ?? null }}
          name={dateTime(at)}
          refresh={open.timeline.refresh}
        />
      )}
    </>
  );
}
