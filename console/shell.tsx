import { useEffect, useState } from 'preact/hooks';
import { call } from './api';
import { clockTime } from './format';
import { NAVIGATION, pageOf, type ShellState } from './navigation';
import type { Search } from './pages/leads';
import type { Account, Notice } from './resources';
import { linkTo, useRoute } from './router';
import { Button } from './ui/button';
import { Icon } from './ui/icon';
import { Logo } from './ui/logo';

interface ShellProps {
  readonly account: Account;
  readonly endsAt: string | null;
  readonly onSignOut: () => Promise<void>;
}

/** What stands around every page: the way to the others, the account, the session. */
export function Shell({ account, endsAt, onSignOut }: ShellProps) {
  const route = useRoute();
  const [isOpen, setOpen] = useState(false);
  const state = useShellState(route.join('/'));
  useEffect(() => setOpen(false), [route]);
  const skip = (event: Event): void => {
    event.preventDefault();
    document.getElementById('content')?.focus();
  };
  return (
    <div class="shell">
      <a class="skip" href="#content" onClick={skip}>
        Ir para o conteúdo
      </a>
      <header class="side">
        <div class="side-head">
          <Logo />
          <button
            type="button"
            class="button plain menu-button"
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
          <div class="account">
            <p class="account-name">{account.name}</p>
            <p class="small muted">{account.owner.email}</p>
            {endsAt && <p class="small muted">Sessão até {clockTime(endsAt)}</p>}
            <Button kind="quiet" icon="leave" onClick={onSignOut}>
              Sair
            </Button>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {pageOf(route, state)}
      </main>
    </div>
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

function useShellState(place: string): ShellState {
  const [unread, setUnread] = useState(0);
  const [search, setSearch] = useState<Search>();
  // Asked for on every page.
  useEffect(() => {
    call<Notice[]>('GET', '/notifications?limit=1').then(
      (answer) => setUnread(answer.unread ?? 0),
      // The page itself says when the service cannot be reached.
      () => undefined,
    );
  }, [place]);
  return { unread, setUnread, search, setSearch };
}
