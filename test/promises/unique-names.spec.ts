import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const EXPORTED = /^export (?:abstract |async |declare )*(?:const|function|class|interface|type|enum) (\w+)/gm;

/** Returns the exported names of a folder's files. */
const exportsOf = (folder: string): { file: string; name: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(EXPORTED)].map(([, name = '']) => ({ file, name })),
    );

it('an exported name means one thing, in the service and in the console', () => {
  const files = new Map<string, Set<string>>();
  for (const { file, name } of [...exportsOf('src'), ...exportsOf('console')]) {
    files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  expect([...files].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([]);
});
