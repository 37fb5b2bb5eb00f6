import { type Goal, type GoalId, GOALS, verdict } from './goals';
import type { Contender, Measure, PartResult, Results } from './result';

/** A number with only its meaningful digits. */
export const shown = (value: number): string => {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};

const range = ({ value: { median, min, max } }: Measure): string =>
  min === max ? shown(median) : `${shown(median)} [${shown(min)}–${shown(max)}]`;

const bound = (goal: Goal, value: number | undefined): string => {
  if (value === undefined) return '';
  return goal.better === 'exact' ? shown(value) : `${goal.better === 'more' ? '≥' : '≤'} ${shown(value)}`;
};

const VERDICTS = { wanted: 'yes', must: 'must, not wanted', missed: '**no**' } as const;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The page shows each case of a goal, and a case of several runs once. */
function goalRows(results: Results): string[] {
  const measures = Object.values(results).flatMap((part) => part.measures);
  return (Object.keys(GOALS) as GoalId[]).flatMap((id) => {
    const goal: Goal = GOALS[id];
    const found = measures.filter((measure) => measure.goal === id);
    if (found.length === 0) {
      return [row([goal.title, bound(goal, goal.must), bound(goal, goal.wanted), 'not measured', ''])];
    }
    return found.map((measure) => {
      const title = measure.what ? `${goal.title}: ${measure.what}` : goal.title;
      const met = VERDICTS[verdict(goal, measure.value.median)];
      return row([title, bound(goal, goal.must), bound(goal, goal.wanted), range(measure), met]);
    });
  });
}

const contenderRow = (one: Contender): string =>
  row([
    one.name,
    Math.round(one.rate).toLocaleString('en'),
    one.p50.toFixed(1),
    one.p99.toFixed(1),
    String(Math.round(one.nodeCpu)),
    String(Math.round(one.databaseCpu)),
    one.wal < 50 ? '' : (one.wal / 1000).toFixed(1),
  ]);

/** The figures of the page, in Markdown. */
export function figures(machine: readonly string[], results: Results): string {
  const parts = Object.entries(results);
  const contenders = parts.flatMap(([, part]) => part.contenders);
  const notes = parts.flatMap(([, part]) => part.notes);
  return [
    ...machine.map((line) => `- ${line}`),
    '',
    row(['goal', 'must', 'wanted', 'measured', 'met']),
    row(['---', '---', '---', '---', '---']),
    ...goalRows(results),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    'What the slots took, as medians; CPU in microseconds and write-ahead log in kB per request:',
    '',
    row(['slot', 'requests/s', 'p50 ms', 'p99 ms', 'CPU Node', 'CPU PostgreSQL', 'WAL']),
    row(['---', '--:', '--:', '--:', '--:', '--:', '--:']),
    ...contenders.map(contenderRow),
    '',
    `Measured: ${parts.map(([name, { at }]) => `${name} ${at}`).join(', ')} (UTC).`,
  ].join('\n');
}

/** A part's result for the terminal. */
export const terminalLines = (result: PartResult): string[] => [
  ...result.contenders.map(
    (one) =>
      `  ${one.name}: ${Math.round(one.rate)}/s, p50 ${one.p50.toFixed(2)} p99 ${one.p99.toFixed(2)} ms, CPU ${Math.round(one.nodeCpu)} + ${Math.round(one.databaseCpu)} µs`,
  ),
  ...result.measures.map((measure) => {
    const goal: Goal = GOALS[measure.goal];
    const what = measure.what ? `: ${measure.what}` : '';
    return `  ${goal.title}${what} = ${range(measure)} (${bound(goal, goal.must)}, wanted ${bound(goal, goal.wanted)}): ${verdict(goal, measure.value.median)}`;
  }),
  ...result.notes.map((note) => `  ${note}`),
];

const BEGIN = '<!-- figures: written by npm run bench -->';
const END = '<!-- end of the figures -->';

/** The parts whose figures the page shows. */
export const partsOn = (page: string): string[] =>
  Array.from(/^Measured: .*$/m.exec(page)?.[0].matchAll(/([a-z]+) \d{4}-\d\d-\d\dT/g) ?? [], ([, part = '']) => part);

/** The page with its figures replaced; what people wrote around them stays. */
export function withFigures(page: string, text: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('docs/benchmark.md has lost the marks of its figures');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`;
}
