import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api';
import { dateTime } from '../../format';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import type { IconName } from '../../ui/icon';
import { Menu } from '../../ui/menu';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useChange } from '../../use-change';
import { AppointmentForm, type Changeable } from './appointment-form';

interface AppointmentActionsProps {
  readonly of: Changeable;
  /** What tells it from its neighbours. */
  readonly name: string;
  readonly refresh: () => Promise<unknown>;
  /** One filled action, two icons, and a menu of the seldom ones, which has these too. */
  readonly more?: ComponentChildren;
}

function useAppointment(of: Changeable, refresh: () => Promise<unknown>) {
  const change = useChange(refresh);
  const [open, setOpen] = useState<'move' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const mark = async (outcome: object, done: string): Promise<void> => {
    if (await change.run(() => call('PATCH', `/appointments/${of.id}`, outcome))) say(done);
  };
  const remove = async (): Promise<void> => {
    if (!(await change.run(() => call('DELETE', `/appointments/${of.id}`)))) return;
    close();
    say('Agendamento apagado.');
  };
  return { change, open, setOpen, close, mark, remove };
}

/** What is said once somebody is marked as come. */
export const CAME = 'Comparecimento marcado.';

/** Icons of the buttons that have no text in a short row. */
const ICONS: readonly IconName[] = ['close', 'calendar'];

/** Says whether the person came, moves and deletes an appointment. */
export function AppointmentActions({ of, name, refresh, more }: AppointmentActionsProps) {
  const isShort = more !== undefined;
  const { change, open, setOpen, close, mark, remove } = useAppointment(of, refresh);
  const button = (
    text: string,
    onClick: () => unknown,
    kind: 'plain' | 'quiet' | 'primary' = 'plain',
    icon?: IconName,
  ) => (
    <Button kind={kind} icon={icon} label={`${text}: ${name}`} isBusy={change.isBusy} onClick={onClick}>
      {isShort && icon && ICONS.includes(icon) ? undefined : text}
    </Button>
  );
  const deleting = button('Apagar', () => setOpen('delete'), 'quiet', 'trash');
  return (
    <div class="row-actions">
      {of.attended || of.missed ? (
        button('Corrigir', () => mark({ attended: false, missed: false }, 'Diga de novo se a pessoa veio.'), 'quiet')
      ) : (
        <>
          {button('Veio', () => mark({ attended: true }, CAME), isShort ? 'primary' : 'plain')}
          {button('Não veio', () => mark({ missed: true }, 'Falta marcada.'), 'plain', isShort ? 'close' : undefined)}
        </>
      )}
      {button('Remarcar', () => setOpen('move'), isShort ? 'plain' : 'quiet', isShort ? 'calendar' : undefined)}
      {isShort ? (
        <Menu title={`Mais: ${name}`} icon="more">
          {more}
          {deleting}
        </Menu>
      ) : (
        deleting
      )}
      {!open && <FailureNotice failure={change.failure} />}
      {open === 'move' && <AppointmentForm of={of} refresh={refresh} onClose={close} />}
      {open === 'delete' && (
        <Confirm title="Apagar este agendamento?" verb="Apagar" action={change} onConfirm={remove} onClose={close}>
          <p>{dateTime(of.starts_at)}</p>
        </Confirm>
      )}
    </div>
  );
}

/** Whether the person came; nothing while that is open. */
export function AppointmentOutcome({
  of: { attended, missed },
}: {
  readonly of: Pick<Changeable, 'attended' | 'missed'>;
}) {
  if (attended) return <span class="badge accent">Veio</span>;
  return missed ? <span class="badge">Não veio</span> : null;
}
