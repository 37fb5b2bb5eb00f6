import type { Bench } from '../bench';
import { contendersOf, type PartResult } from '../result';
import { interleave } from '../rounds';

/** The same work at 32 connections and at four times as many. Any answer that is not a success fails the slot. */
export async function overload(bench: Bench): Promise<PartResult> {
  const { service: server } = bench;
  const rounds = await interleave(bench, {
    'POST new, 32': { server, kind: 'new', connections: 32 },
    'POST new, 128': { server, kind: 'new', connections: 128 },
    'GET by id, 32': { server, kind: 'get', connections: 32 },
    'GET by id, 128': { server, kind: 'get', connections: 128 },
  });
  rounds.check('POST new, 32');
  rounds.check('GET by id, 32');
  return {
    measures: [
      {
        goal: 'overload',
        what: 'POST new, 128 connections ÷ 32',
        value: rounds.speed('POST new, 128', 'POST new, 32'),
      },
      {
        goal: 'overload',
        what: 'GET by id, 128 connections ÷ 32',
        value: rounds.speed('GET by id, 128', 'GET by id, 32'),
      },
    ],
    contenders: contendersOf(rounds),
    notes: [],
  };
}
