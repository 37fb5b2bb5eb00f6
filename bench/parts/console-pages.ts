/** A page of the console, and what stands on it when a person can work with it. */
export interface ConsolePage {
  readonly what: string;
  /** Its address after `#/`. */
  readonly address: string;
  readonly title: string;
  /** Elements that must all be there. */
  readonly has: readonly string[];
  /** Whether parts may still be loading. */
  readonly isPartial?: true;
}

const FIGURES = ['.tiles.sold .tile-value', '.tiles:not(.sold) .tile-value', '.charts .bars, .charts svg'];
const TABLES = [
  ...FIGURES,
  ...['Leads por origem', 'Por fonte', 'Motivos de perda', 'Negócios por etapa', 'Vendas do período'].map(
    (name) => `[aria-label="${name}"] tbody tr`,
  ),
];

const dashboard = (what: string, address: string): readonly ConsolePage[] => [
  { what: `${what}, figures`, address, title: 'Painel', has: FIGURES, isPartial: true },
  { what: `${what}, all tables`, address, title: 'Painel', has: TABLES },
];

const ROWS = ['ul.rows > li'];

/** The pages of an account; `leadId` is one of its newest leads, `pipelineId` its pipeline. */
export const consolePages = (leadId: string, pipelineId: string): readonly ConsolePage[] => [
  { what: 'Hoje', address: 'hoje', title: 'Hoje', has: ['.day-counts', 'section.day li'] },
  ...dashboard('Painel', ''),
  ...dashboard('Painel, last month', '?periodo=mes-passado'),
  ...dashboard('Painel, 30 days', '?periodo=30'),
  { what: 'Leads', address: 'leads', title: 'Leads', has: ['table.leads tbody tr a.of-row'] },
  {
    what: 'Leads of an origin and a member',
    address: 'leads?origin=social&responsible=none',
    title: 'Leads',
    has: ['table.leads tbody tr a.of-row'],
  },
  {
    what: 'Leads of a pipeline',
    address: `leads?pipeline_id=${pipelineId}`,
    title: 'Leads',
    has: ['table.leads tbody tr a.of-row'],
  },
  { what: 'Lead', address: `leads/${leadId}`, title: '', has: ['.person', '.past ol.timeline > li'] },
  { what: 'Quadro', address: 'quadro', title: 'Quadro', has: ['.column-cards .deal-card'] },
  { what: 'Agenda', address: 'agenda', title: 'Agenda', has: ['.agenda-grid .agenda-line'] },
  { what: 'Agenda, week', address: 'agenda?ver=semana', title: 'Agenda', has: ['.agenda-grid .agenda-line'] },
  { what: 'A conferir', address: 'retidos', title: 'A conferir', has: ['.empty, ul.rows > li'] },
  { what: 'Duplicados', address: 'duplicados', title: 'Duplicados', has: ROWS },
  { what: 'Avisos', address: 'avisos', title: 'Avisos', has: ROWS },
  { what: 'Fontes', address: 'fontes', title: 'Fontes', has: ROWS },
  { what: 'Equipe', address: 'equipe', title: 'Equipe', has: ROWS },
  { what: 'Importar', address: 'importar', title: 'Importar', has: ROWS },
  { what: 'Funis', address: 'funis', title: 'Funis', has: ['section.card'] },
  { what: 'Chaves de API', address: 'chaves', title: 'Chaves de API', has: ['main'] },
  {
    what: 'Registro de atividades',
    address: 'atividades',
    title: 'Registro de atividades',
    has: ['[aria-label="Atividades"] tbody tr'],
  },
  { what: 'Sessões', address: 'sessoes', title: 'Sessões', has: ['main'] },
];
