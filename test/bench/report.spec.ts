import { GOALS, verdict } from './goals';
import { picture } from './picture';
import { figures, partsOn, shown, withFigures } from './report';
import type { Measure, Results } from './result';

const results = (...measures: Measure[]): Results => ({
  post: { measures, contenders: [], notes: [], at: '2026-01-01T00:00' },
});
const value = (median: number) => ({ median, min: median - 0.1, max: median + 0.1 });

it.each([
  ['postBare', 0.8, 'wanted'],
  ['postBare', 0.6, 'must'],
  ['postBare', 0.5, 'missed'],
  ['listFlat', 1.3, 'wanted'],
  ['listFlat', 1.9, 'must'],
  ['listFlat', 2.1, 'missed'],
  ['quota', 3_000, 'wanted'],
  ['quota', 2_999, 'missed'],
  ['quota', 3_001, 'missed'],
] as const)('%s at %d is %s', (goal, median, expected) => {
  expect(verdict(GOALS[goal], median)).toBe(expected);
});

it.each([
  [3, '3'],
  [3_000, '3,000'],
  [0.756, '0.76'],
  [12.34, '12.3'],
  [1_234.5, '1,235'],
])('%d is shown as %s', (number, text) => {
  expect(shown(number)).toBe(text);
});

it('the page has a row for every goal, measured or not', () => {
  const text = figures(['machine'], results({ goal: 'postBare', value: value(0.5) }));
  expect(text).toContain('| 0.50 [0.40–0.60] | **no** |');
  expect(text.match(/not measured/g)).toHaveLength(Object.keys(GOALS).length - 1);
});

it('writing the figures keeps the text around them', () => {
  const page = 'before\n<!-- figures: written by npm run bench -->\nold\n<!-- end of the figures -->\nafter\n';
  const written = withFigures(page, 'new');
  expect(written).toMatch(/^before\n<!-- figures[^\n]*\n\nnew\n\n<!-- end of the figures -->\nafter\n$/);
  expect(withFigures(written, 'new')).toBe(written);
  expect(() => withFigures('before', 'new')).toThrow('marks');
});

it('the page says which parts it shows', () => {
  const text = figures(
    ['machine'],
    Object.fromEntries(
      ['post', 'fresh'].map((part) => [part, { measures: [], contenders: [], notes: [], at: '2026-01-01T00:00' }]),
    ),
  );
  expect(partsOn(`before 2026-01-01T00:00\n${text}\nafter`)).toEqual(['post', 'fresh']);
  expect(partsOn('nothing yet')).toEqual([]);
});

it('the picture draws the ratios of speed, each as long as its median says', () => {
  const drawn = picture(results({ goal: 'postBare', value: value(0.4) }, { goal: 'flights', value: value(3) }));
  const doubled = picture(results({ goal: 'postBare', value: { ...value(0.4), median: 0.2 } }));
  const widths = [drawn, doubled].map((svg) =>
    [...svg.matchAll(/class="bar"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width)),
  );
  expect(widths).toEqual([[expect.any(Number)], [expect.any(Number)]]);
  expect(widths[0]?.[0]).toBeCloseTo(2 * (widths[1]?.[0] ?? 0), 0);
  expect(drawn).toContain('prefers-color-scheme: dark');
});
