/** Statistics of the differences of many pairs, which show whether the two sides differ. */
export interface Verdict {
  readonly pairs: number;
  readonly median: number;
  /** 99 % interval of the median, by bootstrap. */
  readonly interval: readonly [low: number, high: number];
  readonly signZ: number;
  readonly wilcoxonZ: number;
  /** The share of pairs that a guess by time alone would get right. */
  readonly accuracy: number;
}

// Globals are read once: within Jest each access costs more than the work.
const { abs, floor, sign, sqrt } = Math;

const RESAMPLES = 2_000;
const CONFIDENCE = 0.99;

/** `random` returns numbers from 0 to 1, like `Math.random`. */
export function verdictOf(differences: readonly number[], random: () => number = Math.random): Verdict {
  const below = differences.filter((difference) => difference < 0).length;
  const above = differences.filter((difference) => difference > 0).length;
  return {
    pairs: differences.length,
    median: medianOf(differences),
    interval: medianInterval(differences, random),
    signZ: signZ(differences),
    wilcoxonZ: wilcoxonZ(differences),
    accuracy: Math.max(below, above) / differences.length,
  };
}

/** Sign test: distance of the signs from chance, in standard deviations. Differences of zero are ignored. */
export function signZ(differences: readonly number[]): number {
  const signs = differences.map(sign).filter((sign) => sign !== 0);
  return signs.length === 0 ? 0 : sum(signs) / sqrt(signs.length);
}

/** Wilcoxon's signed-rank test, corrected for ties. Large differences count more than small ones. */
export function wilcoxonZ(differences: readonly number[]): number {
  const sorted = differences.filter((difference) => difference !== 0).sort((a, b) => abs(a) - abs(b));
  const n = sorted.length;
  let positive = 0;
  let ties = 0;
  for (let start = 0; start < n;) {
    const size = abs(sorted[start] ?? 0);
    let end = start;
    while (end < n && abs(sorted[end] ?? 0) === size) end++;
    const equal = end - start;
    const rank = (start + 1 + end) / 2;
    positive += rank * sorted.slice(start, end).filter((difference) => difference > 0).length;
    ties += equal ** 3 - equal;
    start = end;
  }
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - ties / 48;
  return variance === 0 ? 0 : (positive - (n * (n + 1)) / 4) / sqrt(variance);
}

export function medianOf(values: readonly number[]): number {
  return middleOf(Float64Array.from(values).sort());
}

/** The percentile interval of the median over samples drawn with replacement. */
export function medianInterval(values: readonly number[], random: () => number): [number, number] {
  const sorted = Float64Array.from(values).sort();
  const medians = Float64Array.from({ length: RESAMPLES }, () => medianOfSample(sorted, random)).sort();
  const tail = floor((RESAMPLES * (1 - CONFIDENCE)) / 2);
  return [medians[tail] ?? NaN, medians[RESAMPLES - 1 - tail] ?? NaN];
}

/** Median of values drawn from sorted ones. Counting the draws of each value avoids another sort. */
function medianOfSample(sorted: Float64Array, random: () => number): number {
  const drawn = new Uint32Array(sorted.length);
  for (let n = 0; n < sorted.length; n++) drawn[floor(random() * sorted.length)]!++;
  let passed = 0;
  const indexOfRank = (from: number, rank: number): number => {
    let index = from;
    while (passed + (drawn[index] ?? 0) < rank) passed += drawn[index++] ?? 0;
    return index;
  };
  const half = sorted.length / 2;
  const low = indexOfRank(0, Math.ceil(half));
  const high = indexOfRank(low, floor(half) + 1);
  return ((sorted[low] ?? NaN) + (sorted[high] ?? NaN)) / 2;
}

const middleOf = (sorted: Float64Array): number => {
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[floor(half)] ?? NaN)) / 2;
};

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
