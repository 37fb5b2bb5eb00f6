import { type CpuProfile, endOf, ownerOf, sharesByFunction, sharesByOwner } from './profile';

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 9 });

it.each([
  [frame('use', 'file:///app/node_modules/express/lib/app.js'), 'express'],
  [frame('use', 'file:///app/node_modules/@nestjs/core/router.js'), '@nestjs/core'],
  [frame('use', 'file:///app/node_modules/a/node_modules/b/index.js'), 'b'],
  [frame('use', 'file:///app/dist/src/leads/intake/intake.service.js'), 'the service'],
  [frame('parse', 'node:internal/url'), 'Node'],
  [frame('writev', ''), 'native'],
  [frame('(garbage collector)', ''), 'garbage collector'],
])('%j belongs to %s', (one, owner) => {
  expect(ownerOf(one)).toBe(owner);
});

const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(idle)', '') },
    { id: 2, callFrame: frame('a', 'file:///app/node_modules/pg/a.js') },
    { id: 3, callFrame: frame('b', 'file:///app/node_modules/pg/b.js') },
    { id: 4, callFrame: frame('c', 'node:net') },
  ],
  samples: [1, 2, 3, 4, 2],
  timeDeltas: [1_000, 30, 20, 30, 20],
};

it('shares are of the time in which the process worked', () => {
  expect(sharesByOwner(profile)).toEqual([
    { name: 'pg', share: 0.7 },
    { name: 'Node', share: 0.3 },
  ]);
  expect(sharesByFunction(profile)[0]).toEqual({ name: 'a (pg, a.js:10)', share: 0.5 });
});

it('a sample before a pause of the sampler is not counted as work', () => {
  const stuck = { ...profile, samples: [...profile.samples, 4], timeDeltas: [...profile.timeDeltas, 4_000_000] };
  expect(sharesByOwner(stuck)).toEqual(sharesByOwner(profile));
});

it('the end of a profile leaves out what came before', () => {
  const end = endOf(profile, 0.00005);
  expect(end.samples).toEqual([4, 2]);
  expect(sharesByOwner(end)).toEqual([
    { name: 'Node', share: 0.6 },
    { name: 'pg', share: 0.4 },
  ]);
});
