import type { VNode } from 'preact';
import type { NotificationView } from '../src/contract/notification';
import type { Right } from '../src/contract/members/roles';
import { AuditTrail } from './pages/access/activity';
import { Agenda } from './pages/agenda/agenda';
import { BoardPage } from './pages/board/board';
import { TodayPage } from './pages/day/today';
import { Dashboard } from './pages/metrics/dashboard';
import { Duplicates } from './pages/leads/duplicates';
import { Pipelines } from './pages/pipelines/pipelines';
import { HeldSubmissions } from './pages/held/held-submissions';
import { ImportPage } from './pages/imports/import';
import { Imports } from './pages/imports/imports';
import { Keys } from './pages/keys/keys';
import { LeadPage } from './pages/leads/lead';
import { Leads } from './pages/leads/leads';
import { Notifications } from './pages/notifications/notifications';
import { Sessions } from './pages/access/sessions';
import { Team } from './pages/team/team';
import { NotIncluded } from './not-included';
import type { ConsoleRoute } from './router';
import type { SavedViews } from './saved-views';
import type { IconName } from './ui/icon';
import { lazily } from './ui/lazily';
import { Empty } from './ui/loaded';
import { PageFrame } from './ui/page';

const SourcesPages = lazily(async () => (await import('./pages/sources/pages')).SourcesPages);

/** Counts of unread notifications and held submissions, as texts; empty for none. */
export interface Waiting {
  readonly unread: string;
  readonly held: string;
}

export interface ShellState {
  readonly waiting: Waiting;
  /** Reason why new leads are refused, if any. */
  readonly warning: NotificationView | undefined;
  /** Reloads both after a possible change. */
  readonly refresh: () => Promise<void>;
  /** Search on the page of leads; not in the address, because it may name a person. */
  readonly search: string;
  readonly setSearch: (search: string) => void;
  /** The same of the board. */
  readonly boardSearch: string;
  readonly setBoardSearch: (search: string) => void;
  readonly views: SavedViews;
}

interface Entry {
  /** First part of the route. */
  readonly page: string;
  readonly title: string;
  readonly icon: IconName;
  /** Right without which the page is hidden. */
  readonly right: Right;
  /** Counted items, and their word. */
  readonly waiting?: readonly [of: keyof Waiting, word: string];
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

const NAVIGATION: readonly Group[] = [
  {
    title: 'Vendas',
    entries: [
      { page: 'hoje', title: 'Hoje', icon: 'check', right: 'leads' },
      { page: '', title: 'Painel', icon: 'chart', right: 'metrics' },
      { page: 'leads', title: 'Leads', icon: 'people', right: 'leads' },
      { page: 'quadro', title: 'Quadro', icon: 'board', right: 'leads' },
      { page: 'agenda', title: 'Agenda', icon: 'calendar', right: 'leads' },
      {
        page: 'retidos',
        title: 'A conferir',
        icon: 'inbox',
        right: 'held_submissions',
        waiting: ['held', 'a conferir'],
      },
      { page: 'duplicados', title: 'Duplicados', icon: 'merge', right: 'duplicates' },
      { page: 'avisos', title: 'Avisos', icon: 'bell', right: 'leads', waiting: ['unread', 'por ler'] },
    ],
  },
  {
    title: 'Conta',
    entries: [
      { page: 'fontes', title: 'Fontes', icon: 'source', right: 'sources' },
      { page: 'equipe', title: 'Equipe', icon: 'team', right: 'account' },
      { page: 'importar', title: 'Importar', icon: 'upload', right: 'imports' },
      { page: 'funis', title: 'Funis', icon: 'pipeline', right: 'pipelines' },
      { page: 'chaves', title: 'Chaves de API', icon: 'key', right: 'api_keys' },
      { page: 'atividades', title: 'Registro de atividades', icon: 'list', right: 'audit' },
      { page: 'sessoes', title: 'Sessões', icon: 'devices', right: 'account' },
    ],
  },
];

type May = (right: Right) => boolean;

/** Entries of the menu that the role includes. */
export const navigationFor = (may: May): readonly Group[] =>
  NAVIGATION.map((group) => ({ ...group, entries: group.entries.filter(({ right }) => may(right)) })).filter(
    ({ entries }) => entries.length > 0,
  );

/** The same without their groups. */
export const entriesFor = (may: May): readonly Entry[] => navigationFor(may).flatMap(({ entries }) => entries);

/** Page of a route; keyed, so that another page starts fresh. */
export function pageFor(route: ConsoleRoute, state: ShellState, may: May): VNode {
  const [page = ''] = route;
  const entry = NAVIGATION.flatMap(({ entries }) => entries).find((one) => one.page === page);
  return entry && !may(entry.right) ? <NotIncluded key="vedada" title={entry.title} /> : contentFor(route, state);
}

function contentFor([page = '', id, ...rest]: ConsoleRoute, state: ShellState): VNode {
  if (page === 'leads' && id) {
    // The latest searches must not show an erased person either.
    const forget = (): void => [state.setSearch, state.setBoardSearch].forEach((set) => set(''));
    return <LeadPage key={id} id={id} onErased={forget} />;
  }
  switch (page) {
    case '':
      return <Dashboard key="painel" />;
    case 'hoje':
      return <TodayPage key="hoje" />;
    case 'agenda':
      return <Agenda key="agenda" />;
    case 'leads':
      return <Leads key="leads" search={state.search} onSearch={state.setSearch} views={state.views} />;
    case 'quadro':
      return <BoardPage key="quadro" id={id} search={state.boardSearch} onSearch={state.setBoardSearch} />;
    case 'retidos':
      return <HeldSubmissions key="retidos" onDecided={state.refresh} />;
    case 'duplicados':
      return <Duplicates key="duplicados" />;
    case 'equipe':
      return <Team key="equipe" />;
    case 'importar':
      return id ? <ImportPage key={id} id={id} /> : <Imports key="importar" />;
    case 'fontes':
      return <SourcesPages key="fontes" route={id ? [id, ...rest] : []} />;
    case 'funis':
      return <Pipelines key="funis" onChange={state.refresh} />;
    case 'chaves':
      return <Keys key="chaves" />;
    case 'avisos':
      return <Notifications key="avisos" onRead={state.refresh} />;
    case 'atividades':
      return <AuditTrail key="atividades" />;
    case 'sessoes':
      return <Sessions key="sessoes" />;
    default:
      return <NotFound key="nada" />;
  }
}

const NotFound = () => (
  <PageFrame title="Página não encontrada">
    <Empty title="Não há nada neste endereço">Use o menu para chegar às páginas.</Empty>
  </PageFrame>
);
