import { useCallback, useEffect, useState } from 'preact/hooks';
import type { NotificationView } from '../src/contract/notification';
import { AccountMenu, type AccountMenuProps } from './account-menu';
import { call, readUnattended } from './api';
import { NAVIGATION, pageOf, type ShellState } from './navigation';
import { keepPlace } from './place';
import type { Answer } from '../src/contract/envelope';
import { linkTo, useRoute } from './router';
import { Icon } from './ui/icon';
import { Logo } from './ui/logo';
import { Notice } from './ui/notice';
import { showUnread } from './title';
import { useChanges, useEventStream } from './use-changes';
import { isWarning } from './warning';

/** The frame of every page: links to the others, the account, the session. */
export function Shell(accountMenu: AccountMenuProps) {
  const route = useRoute();
  const [isOpen, setOpen] = useState(false);
  const state = useShellState(route.join('/'));
  useEffect(() => {
    setOpen(false);
    keepPlace(accountMenu.account.id);
  }, [route]);
  return (
    <div class="shell">
      <SkipLink />
      <header class="side">
        <div class="side-head">
          <Logo />
          <button
            type="button"
            class="button menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="menu" />
            Menu
          </button>
        </div>
        <div id="menu" class={isOpen ? 'menu open' : 'menu'}>
          <Navigation place={route[0] ?? ''} unread={state.unread} />
          <AccountMenu {...accountMenu} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <div role="status">{state.warning && <Warning of={state.warning} />}</div>
        {pageOf(route, state)}
      </main>
    </div>
  );
}

/** A link past the menu. The router uses the address, so the click moves the focus by code. */
function SkipLink() {
  const skip = (event: Event): void => {
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    <a class="skip" href="#content" onClick={skip}>
      Ir para o conteúdo
    </a>
  );
}

function Navigation({ place, unread }: { readonly place: string; readonly unread: number }) {
  return (
    <nav aria-label="Páginas">
      <ul>
        {NAVIGATION.map((entry) => (
          <li key={entry.place}>
            <a href={linkTo(entry.place)} aria-current={entry.place === place ? 'page' : undefined}>
              <Icon name={entry.icon} />
              {entry.title}
              {entry.place === 'avisos' && unread > 0 && (
                <span class="count">
                  {unread}
                  <span class="visually-hidden"> não lidos</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The reason why new leads are refused. It is on every page until it is fixed. */
function Warning({ of: notification }: { readonly of: NotificationView }) {
  return (
    <div class="page-warning">
      <Notice kind="warning">
        <p>{notification.message}</p>
        <p>
          <a href={linkTo('funis')}>Abrir Funis</a>
        </p>
      </Notice>
    </div>
  );
}

const LATEST = '/notifications?limit=1';

function useShellState(place: string): ShellState {
  const [unread, setUnread] = useState(0);
  const [warning, setWarning] = useState<NotificationView>();
  const [search, setSearch] = useState('');
  const show = ({ data: [first], unread: count }: Answer<NotificationView[]>): void => {
    setUnread(count ?? 0);
    setWarning(first && isWarning(first) ? first : undefined);
  };
  // The page itself says when the service cannot be reached.
  const refresh = useCallback(() => call<NotificationView[]>('GET', LATEST).then(show, () => undefined), []);
  // Asked for on every page.
  useEffect(() => void refresh(), [place]);
  useEventStream();
  useChanges(['notification'], () => void readUnattended<NotificationView[]>(LATEST).then(show, () => undefined));
  useEffect(() => showUnread(unread), [unread]);
  useEffect(() => () => showUnread(0), []);
  return { unread, warning, refresh, search, setSearch };
}
