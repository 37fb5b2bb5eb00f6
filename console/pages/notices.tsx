import { call } from '../api';
import { dateTime } from '../format';
import type { Notice } from '../resources';
import { linkTo } from '../router';
import { Button } from '../ui/button';
import { Empty, Loaded, More } from '../ui/loaded';
import { say } from '../ui/messages';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { useAction } from '../use-action';
import { usePages } from '../use-pages';

/** Where the matter of a notice can be looked at. */
const PLACES: Readonly<Record<string, readonly [place: string, text: string]>> = {
  'api_key.created': ['chaves', 'Ver chaves'],
  'api_key.revoked': ['chaves', 'Ver chaves'],
  'submission.held': ['retidos', 'Ver envios retidos'],
};

/** What the owner was told. */
export function Notices({ onUnread }: { readonly onUnread: (unread: number) => void }) {
  const notices = usePages<Notice>('/notifications');
  const action = useAction();
  const markRead = async (ids: readonly string[]): Promise<void> => {
    const isDone = await action.run(async () => {
      for (const id of ids) await call('POST', `/notifications/${id}/read`);
      onUnread((await call<Notice[]>('GET', '/notifications?limit=1')).unread ?? 0);
    });
    await notices.reload();
    if (isDone) say(ids.length === 1 ? 'Aviso marcado como lido.' : 'Avisos marcados como lidos.');
  };
  const unreadIds = (notices.data ?? []).filter((notice) => !notice.read_at).map(({ id }) => id);
  return (
    <Page
      title="Avisos"
      about="Chaves criadas e revogadas, envios que precisam de você e lembretes das automações."
      actions={
        unreadIds.length > 1 && (
          <Button icon="check" isBusy={action.isBusy} onClick={() => markRead(unreadIds)}>
            Marcar todos como lidos
          </Button>
        )
      }
    >
      <FailureNotice failure={action.failure} />
      <Loaded from={notices}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nenhum aviso">Quando algo acontecer na conta, aparece aqui.</Empty>
          ) : (
            <>
              <ul class="rows">
                {rows.map((notice) => (
                  <NoticeRow key={notice.id} notice={notice} onRead={() => markRead([notice.id])} />
                ))}
              </ul>
              <More of={notices} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function NoticeRow({ notice, onRead }: { readonly notice: Notice; readonly onRead: () => Promise<void> }) {
  const place = PLACES[notice.type];
  return (
    <li class={notice.read_at ? 'card row' : 'card row unread'}>
      <div class="row-main">
        <p>
          {!notice.read_at && <span class="badge accent">Novo</span>} {notice.message}
        </p>
        <p class="small muted">
          {dateTime(notice.created_at)}
          {place && (
            <>
              {' · '}
              <a href={linkTo(place[0])}>{place[1]}</a>
            </>
          )}
        </p>
      </div>
      {!notice.read_at && (
        <Button kind="quiet" icon="check" label={`Marcar como lido: ${notice.message}`} onClick={onRead}>
          Marcar como lido
        </Button>
      )}
    </li>
  );
}
