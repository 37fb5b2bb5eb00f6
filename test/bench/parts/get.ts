import type { Bench } from '../bench';
import { contendersOf, type PartResult } from '../result';
import { interleave } from '../rounds';

/** GET by id against the bare server, at 16 and 32 connections. */
export async function get(bench: Bench): Promise<PartResult> {
  const { service, bare } = bench;
  const rounds = await interleave(bench, {
    'GET by id, 16': { server: service, kind: 'get', connections: 16 },
    'GET by id, 16, bare': { server: bare, kind: 'get', connections: 16 },
    'GET by id, 32': { server: service, kind: 'get', connections: 32 },
    'GET by id, 32, bare': { server: bare, kind: 'get', connections: 32 },
  });
  rounds.check('GET by id, 16, bare');
  rounds.check('GET by id, 32, bare');
  return {
    measures: [
      { goal: 'getBare', what: '16 connections', value: rounds.speed('GET by id, 16', 'GET by id, 16, bare') },
      { goal: 'getBare', what: '32 connections', value: rounds.speed('GET by id, 32', 'GET by id, 32, bare') },
      { goal: 'cpu', what: 'GET by id, 16 connections', value: rounds.cpu('GET by id, 16', 'GET by id, 16, bare') },
    ],
    contenders: contendersOf(rounds),
    notes: [],
  };
}
