import type { Bench } from '../bench';
import { contendersOf, type PartResult } from '../result';
import { interleave } from '../rounds';

/** 32 connections that all write to one account, against 32 that write to a hundred accounts. */
export async function hot(bench: Bench): Promise<PartResult> {
  const work = { server: bench.service, kind: 'new', connections: 32 } as const;
  const rounds = await interleave(bench, {
    'POST new, 32, one account': { ...work, targets: bench.accountsOf('many').slice(0, 1) },
    'POST new, 32, 100 accounts': work,
  });
  rounds.check('POST new, 32, 100 accounts');
  return {
    measures: [{ goal: 'hot', value: rounds.speed('POST new, 32, one account', 'POST new, 32, 100 accounts') }],
    contenders: contendersOf(rounds),
    notes: [],
  };
}
