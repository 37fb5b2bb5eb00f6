import type { NotificationView } from '../../../src/contract/notification';
import type { Right } from '../../../src/contract/members/roles';
import { call } from '../../api';
import { dateTime } from '../../format';
import { useMay } from '../../me';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { Empty, Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useAction } from '../../use-action';
import { useChanges } from '../../use-changes';
import { type Pages, usePages } from '../../use-pages';
import { isWarning } from '../../warning';

/** Page of a notification's subject, and the right to see it. */
const SUBJECT_PAGES: Readonly<Record<string, readonly [page: string, text: string, right: Right]>> = {
  'api_key.created': ['chaves', 'Ver chaves', 'api_keys'],
  'api_key.revoked': ['chaves', 'Ver chaves', 'api_keys'],
  'source.created': ['fontes', 'Ver fontes', 'sources'],
  'source.kept': ['fontes', 'Ver fontes', 'sources'],
  'submission.held': ['retidos', 'Conferir envios', 'held_submissions'],
  'pipeline.not_configured': ['funis', 'Abrir Funis', 'pipelines'],
};

export function Notifications({ onRead }: { readonly onRead: () => Promise<void> }) {
  const notifications = usePages<NotificationView>('/notifications');
  useChanges(['notification'], () => void notifications.refresh());
  const { markRead, isBusy, failure } = useMarkRead(() => Promise.all([notifications.reload(), onRead()]));
  const may = useMay();
  const unread = (notifications.data ?? []).filter(canBeRead).length;
  return (
    <PageFrame
      title="Avisos"
      about={aboutFor(may)}
      actions={
        unread > 1 && (
          <Button
            icon="check"
            isBusy={isBusy}
            onClick={() => markRead('/notifications/read', 'Avisos marcados como lidos.')}
          >
            Marcar todos como lidos
          </Button>
        )
      }
    >
      <FailureNotice failure={failure} />
      <Loaded from={notifications}>
        {(rows) => <NotificationList rows={rows} of={notifications} markRead={markRead} />}
      </Loaded>
    </PageFrame>
  );
}

/** Names what the role's notifications are about. */
function aboutFor(may: (right: Right) => boolean): string {
  if (may('api_keys'))
    return 'Chaves e fontes novas, chaves revogadas, envios que precisam de você e lembretes das automações.';
  if (may('held_submissions')) return 'Fontes novas, envios que precisam de você e lembretes das automações.';
  return 'Lembretes das automações sobre os leads que você vê.';
}

type MarkRead = ReturnType<typeof useMarkRead>['markRead'];

interface NotificationListProps {
  readonly rows: readonly NotificationView[];
  readonly of: Pages<NotificationView>;
  readonly markRead: MarkRead;
}

function NotificationList({ rows, of: pages, markRead }: NotificationListProps) {
  if (rows.length === 0) return <Empty title="Nenhum aviso">Quando algo acontecer na conta, aparece aqui.</Empty>;
  return (
    <>
      <ul class="rows">
        {rows.map((row) => (
          <NotificationRow
            key={row.id}
            of={row}
            onRead={() => markRead(`/notifications/${row.id}/read`, 'Aviso marcado como lido.')}
          />
        ))}
      </ul>
      <More of={pages} />
    </>
  );
}

function useMarkRead(onRead: () => Promise<unknown>) {
  const { run, isBusy, failure } = useAction();
  const markRead = async (path: string, done: string): Promise<void> => {
    const isDone = await run(() => call('POST', path));
    await onRead();
    if (isDone) say(done);
  };
  return { markRead, isBusy, failure };
}

/** A warning ends when its cause is fixed, not when it is read. */
const canBeRead = (notification: NotificationView): boolean => !notification.read_at && !isWarning(notification);

const LEAD_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const nameOf = ({ name }: NonNullable<NotificationView['lead']>): string => name ?? 'Sem nome';

/** Message with the lead's name instead of its id. */
const inWords = ({ message, lead }: NotificationView): string =>
  lead ? message.replace(LEAD_ID, () => nameOf(lead)) : message;

function Message({ of: { message, lead } }: { readonly of: NotificationView }) {
  if (!lead) return <>{message}</>;
  const [before, after] = message.split(LEAD_ID);
  return (
    <>
      {before}
      <a href={linkTo('leads', lead.id)}>{nameOf(lead)}</a>
      {after}
    </>
  );
}

interface NotificationRowProps {
  readonly of: NotificationView;
  readonly onRead: () => Promise<void>;
}

function NotificationRow({ of: notification, onRead }: NotificationRowProps) {
  const may = useMay();
  const target = SUBJECT_PAGES[notification.type];
  const page = target && may(target[2]) ? target : undefined;
  return (
    <li class={notification.read_at ? 'card row' : 'card row unread'}>
      <div class="row-main">
        <p>
          {!notification.read_at && <span class="badge accent">{isWarning(notification) ? 'Atenção' : 'Novo'}</span>}{' '}
          <Message of={notification} />
        </p>
        <p class="small muted">
          {!isWarning(notification) && dateTime(notification.created_at)}
          {page && !isWarning(notification) && ' · '}
          {page && <a href={linkTo(page[0])}>{page[1]}</a>}
        </p>
      </div>
      {canBeRead(notification) && (
        <Button kind="quiet" icon="check" label={`Marcar como lido: ${inWords(notification)}`} onClick={onRead}>
          Marcar como lido
        </Button>
      )}
    </li>
  );
}
