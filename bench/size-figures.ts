import { shown, table } from './report';

/** Bytes of a table with its indexes for each lead: as it came, and with a year's work on it. */
export interface TableSize {
  readonly name: string;
  readonly isNew: number;
  readonly isWorkedOn: number;
}

/** What a lead takes. Write-ahead log in bytes, processor time in microseconds. */
export interface Figures {
  readonly tables: readonly TableSize[];
  /** 6,000 leads after a checkpoint, when fewer whole pages are written. */
  readonly wal: number;
  readonly walWithCheckpoints: number;
  readonly serviceCpu: number;
  readonly databaseCpu: number;
}

/** Leads a day of an account in the estimates. */
const LEADS_A_DAY = 30;
/** Of 10,000 accounts. */
const LEADS_A_YEAR = 10_000 * LEADS_A_DAY * 365;
const SMALL_TABLE_BYTES = 20;

const [BEGIN, END] = ['<!-- npm run bench -- size writes from here -->', '<!-- to here -->'];

/** Replaces the figures in the page. Throws when it has no place for them. */
export function withFigures(page: string, figures: Figures): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/scaling.md has no place for the figures');
  return `${page.slice(0, from)}${BEGIN}\n\n${figuresIn(figures)}\n\n${page.slice(to)}`;
}

/** Says the figures in Markdown, with the growth of a year of 10,000 accounts. */
export function figuresIn({ tables, wal, walWithCheckpoints, serviceCpu, databaseCpu }: Figures): string {
  const [kB, ms] = [(bytes: number) => (bytes / 1_000).toFixed(1), (micros: number) => (micros / 1_000).toFixed(1)];
  const sum = (key: 'isNew' | 'isWorkedOn'): number => tables.reduce((all, one) => all + one[key], 0);
  const row = (name: string, isNew: number, isWorkedOn: number): string[] => [
    name,
    shown(Math.round(isNew)),
    shown(Math.round(isWorkedOn)),
    shown(Math.round((isWorkedOn * LEADS_A_YEAR) / 1e9)),
  ];
  const sorted = [...tables].sort((one, other) => other.isWorkedOn - one.isWorkedOn);
  const large = sorted.filter(({ isWorkedOn }) => isWorkedOn >= SMALL_TABLE_BYTES);
  return [
    `A new lead takes ${kB(sum('isNew'))} kB in tables and indexes, ${kB(wal)} kB of write-ahead log (${kB(walWithCheckpoints)} with a checkpoint every 1,000 leads), and ${ms(serviceCpu + databaseCpu)} ms of one core: ${ms(serviceCpu)} in the service, ${ms(databaseCpu)} in PostgreSQL. With two moves, a call and a third of an appointment it takes ${kB(sum('isWorkedOn'))} kB. In the last column, 10,000 accounts with ${LEADS_A_DAY} leads a day; what [retention](operations.md#retention) deletes is in it.`,
    '',
    ...table(
      ['table', 'bytes, new', 'with the work', 'GB a year'],
      [
        ...large.map(({ name, isNew, isWorkedOn }) => row(`\`${name}\``, isNew, isWorkedOn)),
        row('all', sum('isNew'), sum('isWorkedOn')),
      ],
    ),
  ].join('\n');
}
