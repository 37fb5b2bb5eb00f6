import type { VNode } from 'preact';
import type { NotificationView } from '../src/contract/notification';
import { Activity } from './pages/access/activity';
import { BoardPage } from './pages/board/board';
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
import type { ConsoleRoute } from './router';
import type { IconName } from './ui/icon';
import { Empty } from './ui/loaded';
import { PageFrame } from './ui/page';

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
}

interface Entry {
  /** First part of the route. */
  readonly place: string;
  readonly title: string;
  readonly icon: IconName;
  /** Counted items, and their word. */
  readonly waiting?: readonly [of: keyof Waiting, word: string];
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export const NAVIGATION: readonly Group[] = [
  {
    title: 'Vendas',
    entries: [
      { place: '', title: 'Painel', icon: 'chart' },
      { place: 'leads', title: 'Leads', icon: 'people' },
      { place: 'quadro', title: 'Quadro', icon: 'board' },
      { place: 'retidos', title: 'Envios retidos', icon: 'inbox', waiting: ['held', 'pendentes'] },
      { place: 'duplicados', title: 'Duplicados', icon: 'merge' },
      { place: 'avisos', title: 'Avisos', icon: 'bell', waiting: ['unread', 'não lidos'] },
    ],
  },
  {
    title: 'Conta',
    entries: [
      { place: 'importar', title: 'Importar', icon: 'upload' },
      { place: 'funis', title: 'Funis', icon: 'pipeline' },
      { place: 'chaves', title: 'Chaves de API', icon: 'key' },
      { place: 'atividades', title: 'Registro de atividades', icon: 'list' },
      { place: 'sessoes', title: 'Sessões', icon: 'devices' },
    ],
  },
];

/** Page of a route; keyed, so that another page starts fresh. */
export function pageFor([place = '', id]: ConsoleRoute, state: ShellState): VNode {
  if (place === 'leads' && id) {
    // The latest search must not show an erased person either.
    return <LeadPage key={id} id={id} onErased={() => state.setSearch('')} />;
  }
  switch (place) {
    case '':
      return <Dashboard key="painel" />;
    case 'leads':
      return <Leads key="leads" search={state.search} onSearch={state.setSearch} />;
    case 'quadro':
      return <BoardPage key="quadro" id={id} />;
    case 'retidos':
      return <HeldSubmissions key="retidos" onDecided={state.refresh} />;
    case 'duplicados':
      return <Duplicates key="duplicados" />;
    case 'importar':
      return id ? <ImportPage key={id} id={id} /> : <Imports key="importar" />;
    case 'funis':
      return <Pipelines key="funis" onChange={state.refresh} />;
    case 'chaves':
      return <Keys key="chaves" />;
    case 'avisos':
      return <Notifications key="avisos" onRead={state.refresh} />;
    case 'atividades':
      return <Activity key="atividades" />;
    case 'sessoes':
      return <Sessions key="sessoes" />;
    default:
      return (
        <PageFrame key="nada" title="Página não encontrada">
          <Empty title="Não há nada neste endereço">Use o menu para chegar às páginas.</Empty>
        </PageFrame>
      );
  }
}
