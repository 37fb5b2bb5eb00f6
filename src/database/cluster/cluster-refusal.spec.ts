import { clusterRefusal } from './cluster-refusal';

it.each([
  [false, false, false, 'names a worker'],
  [false, true, true, 'names a worker'],
  [true, true, true, 'npm run distribute'],
  [true, true, false, undefined],
  [true, false, true, undefined],
  [true, false, false, undefined],
])('coordinator %j, distributed %j, row level security %j: %j', (isCoordinator, isDistributed, isIsolated, reason) => {
  const refusal = clusterRefusal({ isCoordinator, isDistributed }, isIsolated);
  if (reason === undefined) expect(refusal).toBeUndefined();
  else expect(refusal).toContain(reason);
});
