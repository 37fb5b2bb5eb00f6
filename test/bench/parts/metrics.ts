import type { Bench, Slot } from '../bench';
import { contendersOf, type PartResult } from '../result';
import { Rounds } from '../rounds';
import { ratios } from '../statistics';

const ROUNDS = 5;

/** GET /metrics over 366 days, on one connection, the two accounts in turn. */
export async function metrics(bench: Bench): Promise<PartResult> {
  const { service: server } = bench;
  const calls = (role: 'small' | 'big', count: number): Promise<Slot> =>
    bench.slot({ server, kind: 'metrics', connections: 1, targets: bench.accountsOf(role), count });
  for (const role of ['small', 'big'] as const) await calls(role, 5);
  const small: Slot[] = [];
  const big: Slot[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    small.push(await calls('small', 40));
    big.push(await calls('big', 10));
  }
  const p50 = (slot: Slot): number => slot.p50;
  const rounds = new Rounds(
    new Map([
      ['metrics, 10 k', small],
      ['metrics, big account', big],
    ]),
  );
  rounds.check('metrics, 10 k');
  return {
    measures: [{ goal: 'metrics', value: ratios(big.map(p50), small.map(p50)) }],
    contenders: contendersOf(rounds),
    notes: [],
  };
}
