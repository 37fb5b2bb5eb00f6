import type { Bench } from '../bench';
import type { Kind } from '../requests';
import { contendersOf, type Measure, type PartResult } from '../result';
import { interleave } from '../rounds';

const KINDS: readonly Kind[] = ['new', 'replay', 'get', 'list'];

/** What row level security costs: the service as it is shipped against the service as the owner of the tables. */
export async function roles(bench: Bench): Promise<PartResult> {
  const works = KINDS.flatMap((kind) => {
    const work = { kind, connections: 16, targets: bench.accountsOf(kind === 'list' ? 'big' : 'many') };
    return [
      [nameOf(kind), { ...work, server: bench.service }],
      [asOwner(kind), { ...work, server: bench.asOwner }],
    ] as const;
  });
  const rounds = await interleave(bench, Object.fromEntries(works));
  for (const kind of KINDS) rounds.check(asOwner(kind));
  const speeds = KINDS.map((kind): Measure => {
    return { goal: 'isolated', what: nameOf(kind), value: rounds.speed(nameOf(kind), asOwner(kind)) };
  });
  const costs = KINDS.map((kind) => `${nameOf(kind)} ${rounds.cpu(nameOf(kind), asOwner(kind)).median.toFixed(2)}`);
  return {
    measures: speeds,
    contenders: contendersOf(rounds),
    notes: [`CPU per request, service and database, as that role ÷ as the owner: ${costs.join(', ')}.`],
  };
}

const NAMES: Readonly<Partial<Record<Kind, string>>> = {
  new: 'POST new',
  replay: 'POST replay',
  get: 'GET by id',
  list: 'list of 50',
};

const nameOf = (kind: Kind): string => NAMES[kind] ?? kind;
const asOwner = (kind: Kind): string => `${nameOf(kind)}, as the owner`;
