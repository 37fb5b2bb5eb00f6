import type { Answer } from '../../../src/contract/document/route-text';
import type { Period } from '../../../src/contract/metrics';
import { type Resource, useResource } from '../../use-resource';
import type { Compared } from './periods';

/** What is shown of the chosen days, and the same of those that they are compared with. */
export interface Beside<Figures> {
  readonly now: Figures;
  readonly before: Figures;
}

/** Loads a route for the chosen days and for those before, at once: tables do not grow under the finger. */
export const useCompared = <Figures>(
  { period, before }: Compared,
  pathOf: (period: Period) => string,
): Resource<Beside<Figures>> => useResource<Beside<Figures>>(`${pathOf(period)} ${pathOf(before)}`, both);

/** Paths have no space. */
async function both<Figures>(
  paths: string,
  get: <Data>(path: string) => Promise<Answer<Data>>,
): Promise<Beside<Figures>> {
  const [path = '', earlierPath = ''] = paths.split(' ');
  const [now, before] = await Promise.all([get<Figures>(path), get<Figures>(earlierPath)]);
  return { now: now.data, before: before.data };
}
