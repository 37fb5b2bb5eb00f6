import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { NotificationView } from '../src/contract/notification';
import type { SavedViewShape } from '../src/contract/saved-view';
import { AccountMenu, type AccountMenuProps } from './account-menu';
import { call, readUnattended } from './api';
import { useMay, useMe } from './me';
import { entriesFor, navigationFor, pageFor, type ShellState } from './navigation';
import { saveLocation } from './saved-location';
import type { Answer } from '../src/contract/document/route-text';
import { goTo, linkTo, useQuery, useRoute } from './router';
import { addressOfView, differs, type SavedViews, useSavedViews, viewIn } from './saved-views';
import { InactiveLicence } from './inactive-licence';
import { useArrivals } from './pages/day/arrivals';
import { forgetList } from './pages/leads/kept-list';
import { Search } from './pages/search/search';
import { Button } from './ui/button';
import { Icon } from './ui/icon';
import { Logo } from './ui/logo';
import { Notice } from './ui/notice';
import { showUnread } from './title';
import { useChanges, useEventStream, useTeamChanges } from './use-changes';
import { useSteadyRows } from './use-steady-rows';
import { isWarning } from './warning';

export function Shell(accountMenu: AccountMenuProps) {
  const route = useRoute();
  const [isOpen, setOpen] = useState(false);
  const [isFolded, setFolded] = useFolded();
  const content = useRef<HTMLElement>(null);
  useSteadyRows(content);
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
  const showList = (search: string): void => {
    state.setSearch(search);
    goTo(linkTo('leads'));
  };
  return (
    <div class={['shell', isFolded && 'folded', isOpen && 'open'].filter(Boolean).join(' ')}>
      <SkipLink />
      <header class="side">
        <div class="side-head">
          <Logo />
          <span class="fold">
            <Button
              kind="quiet"
              icon={isFolded ? 'unfold' : 'fold'}
              label={isFolded ? 'Abrir o menu' : 'Recolher o menu'}
              onClick={() => setFolded(!isFolded)}
            />
          </span>
          {isActive && may('leads') && <Search onList={showList} />}
        </div>
        <div id="menu" class="menu">
          {isActive && (
            <Navigation
              page={route[0] ?? ''}
              state={state}
              isFolded={isFolded}
              // Also where the address of the link is the present one.
              onGo={() => setOpen(false)}
            />
          )}
          <AccountMenu {...accountMenu} />
        </div>
      </header>
      <main id="content" tabIndex={-1} ref={content}>
        <div role="status">{isActive && state.warning && <Warning of={state.warning} />}</div>
        {isActive ? pageFor(route, state, may) : <InactiveLicence />}
      </main>
      <Bottom page={route[0] ?? ''} isOpen={isOpen} onMore={() => setOpen(!isOpen)} isActive={isActive} />
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

const FOLDED = 'entrada-menu-folded';

/** Whether the side bar shows icons only; remembered in the browser. */
function useFolded(): readonly [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(localStorage.getItem(FOLDED) === 'true');
  const set = (next: boolean): void => {
    localStorage.setItem(FOLDED, String(next));
    setFolded(next);
  };
  return [isFolded, set];
}

interface BottomProps {
  readonly page: string;
  readonly isOpen: boolean;
  readonly onMore: () => void;
  readonly isActive: boolean;
}

/** On a phone: the pages of a working day, where a thumb reaches them, and the whole menu. */
function Bottom({ page, isOpen, onMore, isActive }: BottomProps) {
  const may = useMay();
  const entries = isActive ? DAILY.flatMap((one) => entriesFor(may).find((entry) => entry.page === one) ?? []) : [];
  return (
    <nav class="bottom" aria-label="Atalhos">
      {entries.map(({ page: one, title, icon }) => (
        <a key={one} href={linkTo(one)} aria-current={one === page ? 'page' : undefined}>
          <Icon name={icon} />
          {title}
        </a>
      ))}
      <button type="button" aria-expanded={isOpen} aria-controls="menu" onClick={onMore}>
        <Icon name={isOpen ? 'close' : 'menu'} />
        Mais
      </button>
    </nav>
  );
}

const DAILY = ['hoje', 'leads', 'quadro', 'agenda'];

interface NavigationProps {
  readonly page: string;
  readonly state: ShellState;
  readonly isFolded: boolean;
  readonly onGo: () => void;
}

function Navigation({ page, state: { waiting, views, setSearch }, isFolded, onGo }: NavigationProps) {
  const may = useMay();
  const query = useQuery();
  const opened = viewIn(views, query);
  const view = opened && !differs(query, opened) ? opened : undefined;
  const goToView = (): void => {
    setSearch('');
    onGo();
  };
  return (
    <nav aria-label="Páginas">
      {navigationFor(may).map(({ title, entries }) => (
        <div key={title} class="nav-group">
          <p id={`menu-${title}`}>{title}</p>
          <ul aria-labelledby={`menu-${title}`}>
            {entries.map((entry) => (
              <li key={entry.page}>
                <a
                  href={linkTo(entry.page)}
                  aria-current={entry.page === page && !view ? 'page' : undefined}
                  title={isFolded ? entry.title : undefined}
                  onClick={onGo}
                >
                  <Icon name={entry.icon} />
                  <span class="entry">{entry.title}</span>
                  {entry.waiting && <Count of={waiting[entry.waiting[0]]} word={entry.waiting[1]} />}
                </a>
                {entry.page === 'leads' && <Views of={views} current={view} onGo={goToView} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface ViewsProps {
  readonly of: SavedViews;
  readonly current: SavedViewShape | undefined;
  readonly onGo: () => void;
}

function Views({ of: { data: views = [] }, current, onGo }: ViewsProps) {
  if (views.length === 0) return null;
  return (
    <ul class="views" aria-label="Suas visões dos leads">
      {views.map((view) => (
        <li key={view.id}>
          <a
            href={addressOfView(view)}
            aria-current={view === current ? 'page' : undefined}
            title={view.name}
            onClick={onGo}
          >
            <span class="entry">{view.name}</span>
          </a>
        </li>
      ))}
    </ul>
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
  const views = useSavedViews();
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
  return { waiting, warning, refresh, search, setSearch, boardSearch, setBoardSearch, views };
}

const atMost = (count: number): string => (count > COUNTED ? `${COUNTED}+` : count > 0 ? String(count) : '');
