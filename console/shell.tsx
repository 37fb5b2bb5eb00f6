import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { NotificationView } from '../src/contract/notification';
import { AccountMenu, type AccountMenuProps } from './account-menu';
import { call, readUnattended } from './api';
import { useMay, useMe } from './me';
import { navigationFor, pageFor, type ShellState, type Waiting } from './navigation';
import { saveLocation } from './saved-location';
import type { Answer } from '../src/contract/document/route-text';
import { linkTo, useRoute } from './router';
import { InactiveLicence } from './inactive-licence';
import { useArrivals } from './pages/day/arrivals';
import { forgetList } from './pages/leads/kept-list';
import { Icon } from './ui/icon';
import { Logo } from './ui/logo';
import { Notice } from './ui/notice';
import { showUnread } from './title';
import { useChanges, useEventStream, useTeamChanges } from './use-changes';
import { isWarning } from './warning';

export function Shell(accountMenu: AccountMenuProps) {
  const route = useRoute();
  const [isOpen, setOpen] = useState(false);
  const { account, refresh: refreshMe } = useMe();
  const may = useMay();
  useTeamChanges(() => refreshMe().catch(() => undefined));
  const isActive = account.licence_active !== false;
  const state = useShellState(route.join('/'), may('held_submissions'));
  useLayoutEffect(() => {
    setOpen(false);
    saveLocation(account.id);
    if (route[0] !== 'leads') {
      forgetList();
      state.setSearch('');
    }
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
          {isActive && <Navigation page={route[0] ?? ''} waiting={state.waiting} />}
          <AccountMenu {...accountMenu} />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <div role="status">{isActive && state.warning && <Warning of={state.warning} />}</div>
        {isActive ? pageFor(route, state, may) : <InactiveLicence />}
      </main>
    </div>
  );
}

/** Link past the menu. Moves the focus by code, because the router uses the address. */
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

function Navigation({ page, waiting }: { readonly page: string; readonly waiting: Waiting }) {
  const may = useMay();
  return (
    <nav aria-label="Páginas">
      {navigationFor(may).map(({ title, entries }) => (
        <div key={title} class="nav-group">
          <p id={`menu-${title}`}>{title}</p>
          <ul aria-labelledby={`menu-${title}`}>
            {entries.map((entry) => (
              <li key={entry.page}>
                <a href={linkTo(entry.page)} aria-current={entry.page === page ? 'page' : undefined}>
                  <Icon name={entry.icon} />
                  {entry.title}
                  {entry.waiting && <Count of={waiting[entry.waiting[0]]} word={entry.waiting[1]} />}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Count({ of: count, word }: { readonly of: string; readonly word: string }) {
  if (!count) return null;
  return (
    <span class="count">
      {count}
      <span class="visually-hidden"> {word}</span>
    </span>
  );
}

/** Reason why new leads are refused; shown on every page until fixed. */
function Warning({ of: notification }: { readonly of: NotificationView }) {
  const may = useMay();
  return (
    <div class="page-warning">
      <Notice kind="warning">
        <p>{notification.message}</p>
        {may('pipelines') && (
          <p>
            <a href={linkTo('funis')}>Abrir Funis</a>
          </p>
        )}
      </Notice>
    </div>
  );
}

const LATEST = '/notifications?limit=1';
/** Highest count; beyond it the text says that there are more. */
const COUNTED = 9;
const HELD = [`/held-submissions?state=held&limit=${COUNTED + 1}`, `/deliveries?result=held&limit=${COUNTED + 1}`];

type Read = <Data>(path: string) => Promise<Answer<Data>>;

const read: Read = (path) => call('GET', path);

function useShellState(page: string, hasHeld: boolean): ShellState {
  const [unread, setUnread] = useState(0);
  const [held, setHeld] = useState(0);
  const [warning, setWarning] = useState<NotificationView>();
  const [search, setSearch] = useState('');
  const [boardSearch, setBoardSearch] = useState('');
  const readAll = useCallback(
    async (by: Read) => {
      const show = ({ data: [first], unread: count }: Answer<NotificationView[]>): void => {
        setUnread(count ?? 0);
        setWarning(first && isWarning(first) ? first : undefined);
      };
      await Promise.all([
        by<NotificationView[]>(LATEST).then(show),
        hasHeld &&
          Promise.all(HELD.map((path) => by<unknown[]>(path))).then((lists) =>
            setHeld(lists.reduce((sum, { data }) => sum + data.length, 0)),
          ),
      ]).catch(() => undefined);
    },
    [hasHeld],
  );
  // The page itself says when the service cannot be reached.
  const refresh = useCallback(() => readAll(read), [readAll]);
  // Reloads on every page.
  useEffect(() => void refresh(), [page, refresh]);
  useEventStream();
  useArrivals();
  useChanges(['notification', 'delivery'], () => void readAll(readUnattended));
  useEffect(() => showUnread(unread), [unread]);
  useEffect(() => () => showUnread(0), []);
  const waiting = { unread: unread > 0 ? String(unread) : '', held: atMost(held) };
  return { waiting, warning, refresh, search, setSearch, boardSearch, setBoardSearch };
}

const atMost = (count: number): string => (count > COUNTED ? `${COUNTED}+` : count > 0 ? String(count) : '');
