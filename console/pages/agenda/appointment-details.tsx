import type { ListedAppointment } from '../../../src/contract/day/appointment';
import { dateTime, isoTime, minutesText, phoneText } from '../../format';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { AppointmentActions, AppointmentOutcome } from './appointment-actions';

interface AppointmentDetailsProps {
  readonly of: ListedAppointment;
  /** Name of who has it. */
  readonly holder: string | undefined;
  readonly refresh: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** An appointment of the agenda, with what can be done to it. */
export function AppointmentDetails({ of, holder, refresh, onClose }: AppointmentDetailsProps) {
  const name = of.lead.name ?? phoneText(of.lead.phone);
  const about = [minutesText(of.minutes), of.text, holder && `com ${holder}`].filter(Boolean).join(' · ');
  return (
    <Dialog title={dateTime(of.starts_at)} onClose={onClose}>
      <p>
        <a href={linkTo('leads', of.lead_id)}>{name}</a> <AppointmentOutcome of={of} />
      </p>
      <p class="small">{about}</p>
      <AppointmentActions of={of} name={`${name}, ${isoTime(of.starts_at)}`} refresh={refresh} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Fechar</Button>
      </div>
    </Dialog>
  );
}
