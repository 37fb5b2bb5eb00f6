import { shown, table } from '../report';
import { median } from '../statistics';
import type { Check } from './checks';
import type { Compared } from './compare';
import { JOBS, type Minute } from './minute';

/** Results of a run. */
export interface Run {
  readonly machine: readonly string[];
  /** Requests per second: the most that the machine answered, and the rate that was sent. */
  readonly most: number;
  readonly rate: number;
  readonly minutes: readonly Minute[];
  readonly compared: readonly Compared[];
  readonly checks: readonly Check[];
  /** Number of wrong answers by failure, in the whole run. */
  readonly failures: Readonly<Record<string, number>>;
  /** Work still due when the wait at the end was over; 0 of each if none. */
  readonly left: Readonly<Record<string, number>>;
}

const value = (number: number | undefined): string => (number === undefined ? '–' : shown(number));

/** Lists the faults of a run by name; empty after a good run. */
export const faultsOf = ({ compared, checks, failures, left }: Run): string[] => [
  ...compared.filter(({ isMet }) => !isMet).map(({ what, ratio }) => `${what}: ${value(ratio)} times`),
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
  ratio === undefined ? '' : isMet ? 'yes' : '**no**',
];

const timesIn = ({ times }: Minute, group: keyof Minute['times']): string =>
  times[group] ? `${shown(times[group].p50)} / ${shown(times[group].p99)}` : '–';

const FIGURES =
  'minute,requests,POST,GET,list,owner,resident MB,heap MB,WAL kB,of whole pages,CPU Node,CPU PostgreSQL,others %,MB';
const HEAD = [...FIGURES.split(','), ...JOBS.map((job) => `${job} due`)];

export function minuteRow(minute: Minute, n: number): string[] {
  const { requests, wal, images, nodeCpu, databaseCpu, work } = minute;
  const bytes = Object.values(minute.tables).reduce((sum, one) => sum + one.bytes, 0);
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
    shown(Math.round(bytes / 1e6)),
    ...JOBS.map((job) => shown(work[job].waiting)),
  ];
}

/** Makes the report in Markdown. */
export function reportOf(run: Run): string {
  const { minutes, compared, checks } = run;
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
