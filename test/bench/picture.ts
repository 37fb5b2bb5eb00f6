import { type Goal, GOALS } from './goals';
import { shown } from './report';
import type { Measure, Results } from './result';

const WIDTH = 860;
const LEFT = 400;
const RIGHT = 70;
const ROW = 34;
const TOP = 56;

/** Colours for light and for dark pages; the text takes the colour of the reader's scheme. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 } .small { font-size: 11px; fill: #59636e }
  .bar { fill: #4078c0 } .range { stroke: #1f2328; stroke-width: 1.5 } .must { stroke: #c0392b; stroke-width: 2 }
  .wanted { stroke: #1a7f37; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .small { fill: #9da7b3 } .bar { fill: #5b8fd6 } .range { stroke: #e6edf3 }
    .must { stroke: #ff7b72 } .wanted { stroke: #56d364 }
  }`;

/** The ratios of speed as bars: each with the range of its rounds, and the two bounds of its goal. */
export function picture(results: Results): string {
  const drawn = Object.values(results)
    .flatMap((part) => part.measures)
    .filter(({ goal }) => (GOALS[goal] as Goal).isDrawn);
  const height = TOP + drawn.length * ROW + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Ratios of speed against their goals">`,
    `<style>${STYLE}</style>`,
    `<text x="${LEFT}" y="20">ratio of requests per second, median and range of the rounds</text>`,
    `<line class="must" x1="${LEFT}" x2="${LEFT}" y1="28" y2="42"/><text class="small" x="${LEFT + 6}" y="39">must</text>`,
    `<line class="wanted" x1="${LEFT + 50}" x2="${LEFT + 50}" y1="28" y2="42"/><text class="small" x="${LEFT + 56}" y="39">wanted; each bar has a scale of its own</text>`,
    ...drawn.map((measure, index) => bar(measure, TOP + index * ROW)),
    '</svg>',
    '',
  ].join('\n');
}

function bar({ goal: id, what, value: { median, min, max } }: Measure, y: number): string {
  const goal: Goal = GOALS[id];
  const end = 1.1 * Math.max(max, goal.wanted ?? goal.must);
  const x = (value: number): string => (LEFT + (value / end) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const line = (kind: string, value: number | undefined): string =>
    value === undefined ? '' : `<line class="${kind}" x1="${x(value)}" x2="${x(value)}" y1="${y}" y2="${y + 24}"/>`;
  return [
    `<text x="8" y="${y + 11}">${escape(goal.title)}</text>`,
    what ? `<text class="small" x="8" y="${y + 25}">${escape(what)}</text>` : '',
    `<rect class="bar" x="${LEFT}" y="${y + 4}" width="${(Number(x(median)) - LEFT).toFixed(1)}" height="16"/>`,
    `<line class="range" x1="${x(min)}" x2="${x(max)}" y1="${y + 12}" y2="${y + 12}"/>`,
    line('must', goal.must),
    line('wanted', goal.wanted),
    `<text x="${WIDTH - RIGHT + 10}" y="${y + 17}">${shown(median)}</text>`,
  ].join('');
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
