/** The part of Stryker's report on one mutant that is needed here (mutation-testing-report-schema). */
export interface Mutant {
  readonly status: string;
  readonly replacement?: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** Counted from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** The mutants of one file; `source` is its text. */
export interface Mutated {
  readonly file: string;
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

/** A mutant that no test can kill, and why. */
export interface Explained {
  readonly file: string;
  /** The line of the file, without its indent. */
  readonly line: string;
  /** The change: `a > b → a >= b`. */
  readonly mutant: string;
  readonly reason: string;
}

/** The result of all mutants. */
export interface Verdict {
  readonly killed: number;
  readonly survived: number;
  /** The share of killed mutants among those that a test reaches, in percent. */
  readonly score: number;
  /** Alive, or reached by no test, and not explained. */
  readonly unexplained: readonly string[];
  /** Explanations of mutants that are not alive, or not there. */
  readonly stale: readonly string[];
}

const KILLED = ['Killed', 'Timeout'];
const UNCOVERED = 'NoCoverage';
const ALIVE = ['Survived', UNCOVERED];

/** Compares the mutants of all files with the explanations. */
export function verdictOf(files: readonly Mutated[], explained: readonly Explained[]): Verdict {
  const mutants = files.flatMap((one) => one.mutants.map((mutant) => ({ mutant, name: nameOf(one, mutant) })));
  const killed = mutants.filter(({ mutant }) => KILLED.includes(mutant.status)).length;
  const survived = mutants.filter(({ mutant }) => mutant.status === 'Survived').length;
  const alive = mutants.filter(({ mutant }) => ALIVE.includes(mutant.status)).map(({ name }) => name);
  const excused = explained.map(({ file, line, mutant }) => textOf(file, line, mutant));
  return {
    killed,
    survived,
    score: (100 * killed) / (killed + survived),
    unexplained: alive.filter((name) => !excused.includes(name)),
    stale: excused.filter((name) => !alive.includes(name)),
  };
}

const textOf = (file: string, line: string, mutant: string): string => `${file}: ${line}\n    ${mutant}`;

function nameOf({ file, source }: Mutated, { location: { start, end }, replacement }: Mutant): string {
  const lines = source.split('\n');
  const rows = lines.slice(start.line - 1, end.line);
  const last = rows.length - 1;
  const part = rows
    .map((row, at) => row.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join(' ');
  return textOf(file, (rows[0] ?? '').trim(), `${short(part)} → ${short(replacement ?? '')}`);
}

const short = (code: string): string => code.replace(/\s+/g, ' ').trim();
