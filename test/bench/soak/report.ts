import { shown } from '../report';
import { median } from '../statistics';
import type { Check } from './checks';
import type { Compared } from './compare';
import type { TimesCompared } from './in-turn';
import { JOBS, type Minute } from './minute';

/** Everything that a run has found. */
export interface Run {
  readonly machine: readonly string[];
  /** Requests a second that the machine answered at most, and that were sent. */
  readonly most: number;
  readonly rate: number;
  readonly minutes: readonly Minute[];
  readonly compared: readonly Compared[];
  /** After the run, against a service that was just started on the data of the beginning. */
  readonly times: readonly TimesCompared[];
  readonly checks: readonly Check[];
  /** Wrong answers by what was wrong, in the whole run. */
  readonly failures: Readonly<Record<string, number>>;
  /** What was due and still waited when the run was given up; 0 of each when nothing did. */
  readonly left: Readonly<Record<string, number>>;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

const value = (number: number | undefined): string => (number === undefined ? '–' : shown(number));

const met = (isMet: boolean | undefined): string => (isMet === undefined ? '' : isMet ? 'yes' : '**no**');

/** What was found wrong, by name; empty after a good run. */
export const faultsOf = ({ compared, times, checks, failures, left }: Run): string[] => [
  ...compared.filter(({ isMet }) => !isMet).map(({ what, ratio }) => `${what}: ${value(ratio)} times`),
  ...times.filter(({ isMet }) => isMet === false).map(({ what, ratio }) => `${what}: ${shown(ratio.median)} times`),
  ...checks.filter(({ wrong }) => wrong > 0).map(({ what, wrong }) => `${what}: ${wrong}`),
  ...Object.entries(failures).map(([what, count]) => `answer to ${what}: ${count}`),
  ...Object.entries(left).flatMap(([what, count]) => (count > 0 ? [`${what} still due: ${count}`] : [])),
];

const comparedRow = ({ what, begin, end, floor, ratio, isMet }: Compared): string[] => [
  what,
  value(begin),
  value(end),
  floor === 1 ? '' : shown(floor),
  value(ratio),
  met(ratio === undefined ? undefined : isMet),
];

const timesRow = ({ what, ratio, isMet }: TimesCompared): string[] => [
  what,
  `${shown(ratio.median)} [${shown(ratio.min)}–${shown(ratio.max)}]`,
  met(isMet),
];

const timesIn = ({ times }: Minute, group: keyof Minute['times']): string =>
  times[group] ? `${shown(times[group].p50)} / ${shown(times[group].p99)}` : '–';

const HEAD = [
  'minute',
  'requests',
  'POST',
  'GET',
  'list',
  'owner',
  'resident MB',
  'heap MB',
  'WAL kB',
  'of whole pages',
  'CPU Node',
  'CPU PostgreSQL',
  'others %',
  'dead rows',
  'vacuums so far',
  'MB',
  ...JOBS.map((job) => `${job}: s (due)`),
  'held',
];

function minuteRow(minute: Minute, n: number): string[] {
  const { requests, wal, images, nodeCpu, databaseCpu, work } = minute;
  const tables = Object.values(minute.tables);
  const total = (of: (one: (typeof tables)[number]) => number): number => tables.reduce((sum, one) => sum + of(one), 0);
  return [
    String(n),
    shown(requests),
    ...(['POST', 'GET', 'list', 'owner'] as const).map((group) => timesIn(minute, group)),
    shown(Math.round(minute.resident / 1e6)),
    shown(Math.round(minute.heap / 1e6)),
    shown(wal / requests / 1000),
    shown(images / requests / 1000),
    shown(Math.round(nodeCpu / requests)),
    shown(Math.round(databaseCpu / requests)),
    shown(Math.round(minute.others * 100)),
    shown(total(({ dead }) => dead)),
    shown(total(({ vacuums }) => vacuums)),
    shown(Math.round(total(({ bytes }) => bytes) / 1e6)),
    ...JOBS.map((job) => `${value(work[job].lag)} (${work[job].waiting})`),
    shown(minute.held),
  ];
}

/** The report, in Markdown. */
export function reportOf(run: Run): string {
  const { minutes, compared, times, checks } = run;
  const faults = faultsOf(run);
  const sent = minutes.reduce((sum, { requests }) => sum + requests, 0);
  const found = compared.filter(({ begin, end }) => begin !== undefined || end !== undefined);
  return [
    ...run.machine.map((line) => `- ${line}`),
    `- Load: ${shown(Math.round(run.rate))} requests a second, half of the ${shown(Math.round(run.most))} that were answered at most; ${shown(sent)} in ${minutes.length} minutes, the most unanswered at a moment ${Math.max(...minutes.map(({ unanswered }) => unanswered))}, as a median of the minutes ${shown(median(minutes.map(({ unanswered }) => unanswered)))}`,
    `- Other programs used ${Math.round(median(minutes.map(({ others }) => others)) * 100)} % of the processors as a median of the minutes, ${Math.round(Math.max(...minutes.map(({ others }) => others)) * 100)} % at most`,
    `- ${faults.length === 0 ? 'Nothing was wrong' : `**Wrong: ${faults.join('; ')}**`}`,
    '',
    ...table(['what', 'around minute 10', 'last ten', 'floor', 'ratio', '≤ 1.10'], found.map(comparedRow)),
    '',
    ...table(['a service after the run ÷ a new one on the data as it began', 'in turn', '≤ 1.10'], times.map(timesRow)),
    '',
    ...table(
      ['at the end', 'looked at', 'wrong'],
      checks.map(({ what, looked, wrong }) => [what, shown(looked), wrong > 0 ? `**${wrong}**` : '0']),
    ),
    '',
    'By minute; p50 / p99 in ms, WAL in kB and CPU in µs per request:',
    '',
    ...table(
      HEAD,
      minutes.map((minute, index) => minuteRow(minute, index + 1)),
    ),
    '',
  ].join('\n');
}
