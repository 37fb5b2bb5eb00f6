import { type Explained, type Mutant, verdictOf } from './verdict';

const SOURCE = ['const a = 1;', '  if (a > 1) {', '    return;', '  }', ''].join('\n');
const mutant = (status: string, from: [number, number], to: [number, number], replacement: string): Mutant => ({
  status,
  replacement,
  location: { start: { line: from[0], column: from[1] }, end: { line: to[0], column: to[1] } },
});
const CONDITION = mutant('Survived', [2, 7], [2, 12], 'a >= 1');
const BLOCK = mutant('Survived', [2, 14], [4, 4], '{}');
const ONE = { file: 'src/a.ts', line: 'if (a > 1) {', mutant: 'a > 1 → a >= 1', reason: 'a is a whole number' };

const judge = (mutants: Mutant[], explained: Explained[] = []) =>
  verdictOf([{ file: 'src/a.ts', source: SOURCE, mutants }], explained);

it.each([
  ['Killed', 100],
  ['Timeout', 100],
  ['Survived', 50],
])('a mutant that is %s makes it %i of 100', (status, score) => {
  const mutants = [mutant('Killed', [1, 11], [1, 12], '0'), mutant(status, [2, 7], [2, 12], 'true')];
  expect(judge(mutants).score).toBe(score);
});

it('counts the mutants of all files that a test reaches', () => {
  const [killed, uncovered] = [
    { ...CONDITION, status: 'Killed' },
    { ...CONDITION, status: 'NoCoverage' },
  ];
  const file = (name: string, mutants: Mutant[]) => ({ file: name, source: SOURCE, mutants });
  const files = [file('src/a.ts', [killed, CONDITION]), file('src/b.ts', [killed, killed, uncovered])];
  expect(verdictOf(files, [])).toMatchObject({ killed: 3, survived: 1, score: 75 });
});

it('names surviving mutants by line and change, in the form of an explanation', () => {
  expect(judge([CONDITION]).unexplained).toEqual(['src/a.ts: if (a > 1) {\n    a > 1 → a >= 1']);
  expect(judge([BLOCK]).unexplained).toEqual(['src/a.ts: if (a > 1) {\n    { return; } → {}']);
  expect(judge([CONDITION], [ONE])).toMatchObject({ unexplained: [], stale: [], survived: 1, score: 0 });
});

it('needs an explanation for mutants that no test reaches, too', () => {
  expect(judge([{ ...CONDITION, status: 'NoCoverage' }]).unexplained).toHaveLength(1);
});

it.each<[string, Partial<Explained>]>([
  ['of another file', { file: 'src/b.ts' }],
  ['of another line', { line: 'if (a > 2) {' }],
  ['of another change', { mutant: 'a > 1 → a < 1' }],
])('takes no explanation %s, and says that it is stale', (_, other) => {
  const { unexplained, stale } = judge([CONDITION], [{ ...ONE, ...other }]);
  expect([unexplained.length, stale.length]).toEqual([1, 1]);
});

it('refuses an explanation of a mutant that was killed', () => {
  expect(judge([{ ...CONDITION, status: 'Killed' }], [ONE]).stale).toEqual([
    'src/a.ts: if (a > 1) {\n    a > 1 → a >= 1',
  ]);
});
