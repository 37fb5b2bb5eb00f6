import { useState } from 'preact/hooks';
import type { CalendarView, NewCalendar } from '../../../src/contract/day/calendar';
import { CALENDAR_UNREAD_DAYS } from '../../../src/contract/limits';
import { call } from '../../api';
import { dateTime } from '../../format';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { Confirm, Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice, Notice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { useResource } from '../../use-resource';

interface CalendarAddressProps {
  readonly onClose: () => void;
}

/** Makes, renews and ends the address by which the calendar of a phone reads one's own appointments. */
export function CalendarAddress({ onClose }: CalendarAddressProps) {
  const state = useResource<CalendarView>('/me/calendar');
  const action = useAction();
  const [url, setUrl] = useState<string>();
  const [isEnding, setEnding] = useState(false);
  const make = () => action.run(async () => setUrl((await call<NewCalendar>('POST', '/me/calendar')).data.url));
  const end = async (): Promise<void> => {
    if (!(await action.run(() => call('DELETE', '/me/calendar')))) return;
    onClose();
    say('Endereço encerrado: seu calendário não lê mais a agenda.');
  };
  if (url) return <NewAddress url={url} onClose={onClose} />;
  if (isEnding) {
    return (
      <Confirm
        title="Encerrar o endereço do calendário?"
        verb="Encerrar endereço"
        action={action}
        onConfirm={end}
        onClose={onClose}
      >
        <p>Seu calendário deixa de receber os agendamentos. Nada muda na agenda daqui.</p>
      </Confirm>
    );
  }
  return (
    <Dialog title="No seu calendário" onClose={onClose}>
      <p>
        O calendário do seu celular ou computador mostra os seus agendamentos: hora, duração, primeiro nome e um link
        para o lead. Telefone, e-mail, sobrenome e assunto não vão.
      </p>
      <FailureNotice failure={action.failure} />
      <Loaded from={state}>
        {({ address }) => (
          <>
            {address && (
              <p>
                Você tem um endereço desde {dateTime(address.created_at)},{' '}
                {address.last_read_at ? `lido por último em ${dateTime(address.last_read_at)}` : 'ainda não lido'}. Se
                criar outro, este deixa de funcionar.
              </p>
            )}
            <div class="dialog-actions">
              <Button onClick={onClose}>Fechar</Button>
              {address && <Button onClick={() => setEnding(true)}>Encerrar</Button>}
              <Button kind="primary" isBusy={action.isBusy} onClick={make}>
                {address ? 'Criar outro endereço' : 'Criar endereço'}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function NewAddress({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  return (
    <Dialog title="Endereço do seu calendário" isSticky onClose={onClose}>
      <Notice kind="warning">
        <strong>O endereço não aparece de novo.</strong> Quem o tiver vê os seus horários: não o envie a ninguém.
      </Notice>
      <CopyField label="Endereço" text={url} verb="Copiar endereço" copied="Endereço copiado." kind="primary" />
      <ul class="plain-list">
        <li>
          <strong>Google Agenda</strong>: no computador, Configurações, Adicionar agenda, De URL. Depois aparece também
          no celular.
        </li>
        <li>
          <strong>iPhone</strong>: Ajustes, Apps, Calendário, Contas, Adicionar conta, Outra, Adicionar calendário
          assinado.
        </li>
        <li>
          <strong>Outlook</strong>: Calendário, Adicionar calendário, Assinar da Web.
        </li>
      </ul>
      <p class="small">
        Google Agenda e outros calendários na internet só leem o endereço se este console abre também fora da sua rede.
      </p>
      <p class="small muted">
        O calendário busca mudanças de tempos em tempos; no Google pode levar horas. O endereço termina quando você
        encerra as outras sessões, quando seu papel na equipe muda e depois de {CALENDAR_UNREAD_DAYS} dias sem ser lido.
      </p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Já copiei o endereço</Button>
      </div>
    </Dialog>
  );
}
