import { useEffect, useState } from 'preact/hooks';
import { returnTimes } from '../activities/return-times';
import { phoneText } from '../../format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { whatsAppOf } from '../leads/contact';
import type { DayLead } from './use-day';

/** Whether somebody has left for WhatsApp, and is back. */
export function useMessaging() {
  const [state, setState] = useState<'none' | 'away' | 'asking'>('none');
  useEffect(() => {
    if (state !== 'away') return undefined;
    const ask = (): void => {
      if (!document.hidden) setState('asking');
    };
    // An app of the device hides nothing, and takes the focus only.
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [state]);
  return { begin: () => setState('away'), isAsking: state === 'asking', end: () => setState('none') };
}

interface WhatsAppProps {
  readonly lead: DayLead;
  /** Whether it is the row's filled action. */
  readonly isMain: boolean;
  readonly onMessage: () => void;
}

/** Opens the chat with a lead. */
export function WhatsApp({ lead, isMain, onMessage }: WhatsAppProps) {
  const phone = lead.phone ?? '';
  return (
    <a
      class={isMain ? 'button primary' : 'button icon-only'}
      href={whatsAppOf(phone)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`WhatsApp: ${lead.name ?? 'Sem nome'}`}
      title={`WhatsApp: ${phoneText(phone)}`}
      onClick={onMessage}
    >
      <Icon name="chat" />
      {isMain && <span class="desk-word">WhatsApp</span>}
    </a>
  );
}

interface AskProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onContacted: (reached: boolean) => Promise<boolean>;
  readonly onReturn: (dueAt: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks how it went, once somebody is back from WhatsApp. */
export function AskAfterMessage({ name, isBusy, onContacted, onReturn, onClose }: AskProps) {
  const [tomorrow] = returnTimes().filter(({ text }) => text === 'Amanhã');
  const button = (text: string, work: () => Promise<boolean>) => (
    <Button label={`${text}: ${name}`} isBusy={isBusy} onClick={async () => (await work()) && onClose()}>
      {text}
    </Button>
  );
  return (
    <div class="day-extra ask" role="group" aria-label={`Mensagem para ${name}`}>
      <p>Falou com {name}?</p>
      {button('Sim', () => onContacted(true))}
      {button('Não respondeu', () => onContacted(false))}
      {tomorrow && button('Amanhã 9:00', () => onReturn(tomorrow.value))}
      <Button kind="quiet" icon="close" label={`Fechar a pergunta: ${name}`} onClick={onClose} />
    </div>
  );
}
