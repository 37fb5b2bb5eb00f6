import { useState } from 'preact/hooks';
import type { TimelineEntry } from '../../../src/contract/timeline';
import { call } from '../../api';
import { brasiliaMoment, dateTime } from '../../format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useChange } from '../../use-change';
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
          <li key={entry.id} class="row">
            <Appointment of={entry} open={open} />
          </li>
        ))}
      </ul>
      {isMaking && <NewAppointment of={open} onClose={() => setMaking(false)} />}
    </section>
  );
}

function Appointment({ of: entry, open }: { readonly of: TimelineEntry; readonly open: OpenLead }) {
  const change = useChange(open.timeline.reload);
  const at = dateTime(entry.at);
  const hasAttended = entry.appointment?.attended ?? false;
  const mark = async (attended: boolean): Promise<void> => {
    const isMarked = await change.run(() => call('PATCH', `/appointments/${entry.id}`, { attended }));
    if (isMarked) say(attended ? 'Comparecimento marcado.' : 'Comparecimento desmarcado.');
  };
  return (
    <>
      <p>
        <strong>{at}</strong> {hasAttended && <span class="badge accent">Compareceu</span>}
      </p>
      {!open.lead.erased_at && (
        <Button
          kind={hasAttended ? 'quiet' : 'plain'}
          icon={hasAttended ? undefined : 'check'}
          label={hasAttended ? `Desmarcar o comparecimento de ${at}` : `Compareceu ao agendamento de ${at}`}
          isBusy={change.isBusy}
          onClick={() => mark(!hasAttended)}
        >
          {hasAttended ? 'Desmarcar' : 'Compareceu'}
        </Button>
      )}
      <FailureNotice failure={change.failure} />
    </>
  );
}

function NewAppointment({ of: { lead, refresh }, onClose }: { readonly of: OpenLead; readonly onClose: () => void }) {
  const change = useChange(refresh);
  const make = async (values: FormData): Promise<void> => {
    const starts_at = brasiliaMoment(textOf(values, 'day'), textOf(values, 'time'));
    const body = { lead_id: lead.id, starts_at, attended: false };
    if (!(await change.run(() => call('POST', '/appointments', body)))) return;
    onClose();
    say(`Agendado para ${dateTime(starts_at)}.`);
  };
  return (
    <Dialog title="Agendar" onClose={onClose}>
      <Form onSubmit={make}>
        <FailureNotice failure={change.failure} shown={['starts_at']} />
        <div class="side-by-side">
          <TextField
            label="Dia"
            name="day"
            type="date"
            required
            problem={change.failure?.problemOf('starts_at') && 'informe o dia e a hora'}
          />
          <TextField label="Hora" name="time" type="time" required />
        </div>
        <p class="hint">No horário de Brasília.</p>
        <div class="dialog-actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="primary" isBusy={change.isBusy}>
            Salvar agendamento
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
