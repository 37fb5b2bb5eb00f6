import { missedIn, shown, tablesOf } from './report';
import type { PartResult } from './result';

const part = (median: number): PartResult => ({
  measures: [{ goal: 'getBare', what: '16 connections', value: { median, min: 0.4, max: 0.7 } }],
  notes: ['A note.'],
});

it.each([
  [0.7, 'yes', 0],
  [0.5, 'must, not wanted', 0],
  [0.44, '**no**', 1],
])('a median of %d: met is %s', (median, met, missed) => {
  const row = `| GET by id ÷ bare + pg, same statements: 16 connections | ≥ 0.45 | ≥ 0.65 | ${shown(median)} [0.40–0.70] | ${met} |`;
  expect(tablesOf([part(median)])).toContain(row);
  expect(missedIn(part(median))).toHaveLength(missed);
});

it('shows the medians of a slot', () => {
  const slot = {
    requests: 9,
    rate: 1_234.5,
    p50: 1.23,
    p99: 4,
    nodeCpu: 200,
    databaseCpu: 150.4,
    redisCpu: 0,
    wal: 5_240,
  };
  expect(tablesOf([{ measures: [], slots: { 'POST new': slot } }])).toContain(
    '| POST new | 1,235 | 1.2 | 4.0 | 200 | 150 | 0 | 5.2 |',
  );
});
