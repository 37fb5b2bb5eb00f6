import type { Bench } from '../bench';
import { contendersOf, type PartResult } from '../result';
import { interleave } from '../rounds';

/** Lists of 50 from random places of the big account, against the bare server. */
export async function list(bench: Bench): Promise<PartResult> {
  const work = { kind: 'list', connections: 16, targets: bench.accountsOf('big') } as const;
  const rounds = await interleave(bench, {
    'list of 50': { server: bench.service, ...work },
    'list of 50, bare': { server: bench.bare, ...work },
  });
  rounds.check('list of 50, bare');
  return {
    measures: [
      { goal: 'listBare', value: rounds.speed('list of 50', 'list of 50, bare') },
      { goal: 'cpu', what: 'list of 50', value: rounds.cpu('list of 50', 'list of 50, bare') },
    ],
    contenders: contendersOf(rounds),
    notes: [],
  };
}
