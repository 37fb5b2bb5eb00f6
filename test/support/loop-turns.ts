/** Counts the turns that work gives to others. Only for work that waits for nothing: a waiting loop gives endless turns. */
export async function turnsGiven(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  await work();
  clearImmediate(next);
  return turns;
}
