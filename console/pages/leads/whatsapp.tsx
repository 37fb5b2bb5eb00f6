import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { LeadDetail } from '../../../src/contract/lead';
import { filled, firstNameOf } from '../../../src/contract/message-template';
import { call } from '../../api';
import { phoneText } from '../../format';
import { useMe } from '../../me';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { useAction } from '../../use-action';
import { RETURN, SAVED_WORDS } from '../activities/activity-words';
import { returnTimes } from '../activities/return-times';
import { whatsAppOf } from './contact';

/** Whether somebody has left for WhatsApp, and is back. */
export function useMessaging() {
  const [state, setState] = useState<'none' | 'away' | 'asking'>('none');
  // Not `useEffect`, which waits for a frame: a tab that was left draws none, and somebody may be back before.
  useLayoutEffect(() => {
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

type Messaged = Pick<LeadDetail, 'id' | 'name' | 'phone'>;

interface WhatsAppProps {
  readonly lead: Messaged;
  /** Beside the icon, of a filled action. */
  readonly word?: ComponentChildren;
  readonly onMessage: () => void;
}

/** Opens the chat with a lead; where the account has templates, one of them can be chosen before. */
export function WhatsApp({ lead, word, onMessage }: WhatsAppProps) {
  const { message_templates: templates = [] } = useMe();
  const [isChoosing, setChoosing] = useState(false);
  const look = {
    class: word ? 'button primary' : 'button icon-only',
    'aria-label': `WhatsApp: ${lead.name ?? 'Sem nome'}`,
    title: `WhatsApp: ${phoneText(lead.phone)}`,
  };
  const face = (
    <>
      <Icon name="chat" />
      {word}
    </>
  );
  if (templates.length === 0) return <ChatLink of={lead} onClick={onMessage} {...look} children={face} />;
  return (
    <>
      <button type="button" aria-haspopup="dialog" {...look} onClick={() => setChoosing(true)}>
        {face}
      </button>
      {isChoosing && <Templates of={lead} onMessage={onMessage} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface ChatLinkProps {
  readonly of: Messaged;
  readonly text?: string;
  readonly class: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

const ChatLink = ({ of: { phone }, text, children, ...link }: ChatLinkProps) => (
  <a href={whatsAppOf(phone ?? '', text)} target="_blank" rel="noopener noreferrer" {...link}>
    {children}
  </a>
);

interface TemplatesProps {
  readonly of: Messaged;
  readonly onMessage: () => void;
  readonly onClose: () => void;
}

/** The texts as they would be sent. */
function Templates({ of: lead, onMessage, onClose }: TemplatesProps) {
  const { account, member, message_templates: templates = [] } = useMe();
  const values = { nome: firstNameOf(lead.name), conta: account.name, vendedor: firstNameOf(member?.name) };
  const leave = (): void => {
    onMessage();
    onClose();
  };
  return (
    <Dialog title={`Mensagem para ${lead.name ?? phoneText(lead.phone)}`} onClose={onClose}>
      <ul class="templates">
        {templates.map(({ name, text }, index) => (
          <li key={index}>
            <ChatLink of={lead} text={filled(text, values)} class="button template" onClick={leave}>
              <strong>{name}</strong>
              <span class="muted">{filled(text, values)}</span>
            </ChatLink>
          </li>
        ))}
      </ul>
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancelar</Button>
        <ChatLink of={lead} class="button" onClick={leave}>
          Sem modelo
        </ChatLink>
      </div>
    </Dialog>
  );
}

interface AnswersProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onContacted: (reached: boolean) => Promise<boolean>;
  readonly onReturn: (dueAt: string) => Promise<boolean>;
  readonly onClose: () => void;
}

function Answers({ name, isBusy, onContacted, onReturn, onClose }: AnswersProps) {
  const [tomorrow] = returnTimes().filter(({ text }) => text === 'Amanhã');
  const button = (text: string, work: () => Promise<boolean>) => (
    <Button label={`${text}: ${name}`} isBusy={isBusy} onClick={async () => (await work()) && onClose()}>
      {text}
    </Button>
  );
  return (
    <>
      {button('Sim', () => onContacted(true))}
      {button('Não respondeu', () => onContacted(false))}
      {tomorrow && button('Amanhã, 09:00', () => onReturn(tomorrow.value))}
    </>
  );
}

/** Asks in a row how it went, once somebody is back from WhatsApp. */
export function AskAfterMessage(props: AnswersProps) {
  const { name, onClose } = props;
  return (
    <div class="day-extra ask" role="group" aria-label={`Mensagem para ${name}`}>
      <p>Falou com {name}?</p>
      <Answers {...props} />
      <Button kind="quiet" icon="close" label={`Fechar a pergunta: ${name}`} onClick={onClose} />
    </div>
  );
}

/** What somebody says who is back from WhatsApp. */
type NewEntry =
  | { readonly type: 'message'; readonly reached: boolean }
  | { readonly type: 'task'; readonly text: string; readonly due_at: string };

/** Opens the chat, and asks in a window of its own how it went. */
export function MessageLead({ lead, word }: Pick<WhatsAppProps, 'lead' | 'word'>) {
  const messaging = useMessaging();
  const { run, isBusy, failure } = useAction();
  const name = lead.name ?? 'Sem nome';
  const save = async (body: NewEntry): Promise<boolean> => {
    const isSaved = await run(() => call('POST', `/leads/${lead.id}/activities`, body));
    if (isSaved) say(SAVED_WORDS[body.type]);
    return isSaved;
  };
  return (
    <>
      <WhatsApp lead={lead} word={word} onMessage={messaging.begin} />
      {messaging.isAsking && (
        <Dialog title={`Falou com ${name}?`} onClose={messaging.end}>
          <FailureNotice failure={failure} />
          <div class="dialog-actions">
            <Answers
              name={name}
              isBusy={isBusy}
              onContacted={(reached) => save({ type: 'message', reached })}
              onReturn={(due_at) => save({ type: 'task', text: RETURN, due_at })}
              onClose={messaging.end}
            />
            <Button onClick={messaging.end}>Fechar</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
