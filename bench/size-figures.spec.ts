import { readFileSync } from 'node:fs';
import { type Figures, figuresIn, withFigures } from './size-figures';

const FIGURES: Figures = {
  tables: [
    { name: 'tags', isNew: 1, isWorkedOn: 2 },
    { name: 'leads', isNew: 1_000, isWorkedOn: 1_100 },
    { name: 'stage_moves', isNew: 0, isWorkedOn: 400 },
  ],
  wal: 5_240,
  walWithCheckpoints: 9_160,
  serviceCpu: 700,
  databaseCpu: 1_500,
};

it('says the sums, and the growth of a year of each large table', () => {
  const text = figuresIn(FIGURES);
  expect(text).toContain('1.0 kB in tables and indexes, 5.2 kB of write-ahead log (9.2 with');
  expect(text).toContain('2.2 ms of one core: 0.7 in the service, 1.5 in PostgreSQL');
  expect(text.split('\n').filter((line) => /^\| (`|all)/.test(line))).toEqual([
    '| `leads` | 1,000 | 1,100 | 120 |',
    '| `stage_moves` | 0 | 400 | 44 |',
    '| all | 1,001 | 1,502 | 164 |',
  ]);
});

it('replaces only what stands between its marks, again and again', () => {
  const page = readFileSync('docs/scaling.md', 'utf8');
  const once = withFigures(page, FIGURES);
  expect(withFigures(once, FIGURES)).toBe(once);
  const outside = (text: string) => text.split(/<!-- .* -->/).filter((_, n) => n !== 1);
  expect(outside(once)).toEqual(outside(page));
  expect(() => withFigures('# Scaling', FIGURES)).toThrow('no place');
});
