/** Draws the same values for the same seed. */
export interface Random {
  /** From `least` to `most`, both included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<Value>(list: readonly Value[]): Value;
  shuffled<Value>(list: readonly Value[]): Value[];
}

export function randomOf(seed: number): Random {
  let state = seed;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <Value>(list: readonly Value[]): Value => list[int(0, list.length - 1)] as Value;
  const shuffled = <Value>(list: readonly Value[]): Value[] =>
    list
      .map((value) => ({ value, place: next() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ value }) => value);
  return { int, pick, shuffled, chance: (probability) => next() < probability };
}
