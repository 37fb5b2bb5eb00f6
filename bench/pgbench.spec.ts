import { newLeadScript } from './pgbench';

it('the script of a new lead has the two trips of the service, with a variable for everything that differs', async () => {
  const script = await newLeadScript();
  const lines = script.split('\n');
  expect(lines.filter((line) => line.startsWith('\\'))).toEqual([
    '\\set number random(10000000, 99999999)',
    '\\set nth random(0, 99)',
    '\\startpipeline',
    '\\endpipeline',
    '\\startpipeline',
    '\\endpipeline',
  ]);
  expect(script).toContain('begin;\ninsert into conversations');
  expect(script.trimEnd()).toMatch(/commit;\n\\endpipeline$/);
  expect(script).not.toMatch(/\$\d/);
  const drawn = new Set([...script.matchAll(/ as (\w+)[,\n]/g)].map(([, name]) => name));
  const used = new Set([...script.matchAll(/[^:]:(?!:)([a-z]\w*)/g)].map(([, name]) => name));
  const ofAccount = new Set(['account', 'key', 'pipeline', 'stage', 'tag1', 'tag2', 'number', 'nth']);
  expect([...used].filter((name = '') => !drawn.has(name) && !ofAccount.has(name))).toEqual([]);
});
