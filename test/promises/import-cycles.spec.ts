import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import ts from 'typescript';

/** No file imports itself through others, not even for types. What two files need of each other belongs in a third. */

const files = ['src', 'console', 'migrations', 'test', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path)),
);
const known = new Set(files);

/** Returns the imported files of the repository. */
function importsOf(file: string): string[] {
  return ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    const path = join(file, '..', fileName);
    return [path, `${path}.ts`, `${path}.tsx`].filter((candidate) => known.has(candidate));
  });
}

/**
 * Removes files that import no remaining file, or that no remaining file imports, until none is left to remove. The rest is in a
 * cycle, or between two.
 */
function cyclesOf(imports: Map<string, string[]>): string[] {
  const left = new Map(imports);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    const imported = new Set([...left.values()].flat());
    for (const [file, paths] of left) {
      if (!imported.has(file) || !paths.some((path) => left.has(path))) left.delete(file);
    }
  }
  return [...left.keys()];
}

it('finds a cycle', () => {
  const imports = new Map([
    ['a', ['b', 'c']],
    ['b', ['a']],
    ['c', []],
    ['d', ['a']],
  ]);
  expect(cyclesOf(imports)).toEqual(['a', 'b']);
});

it('no cycle of imports', () => {
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  expect([...imports.values()].flat()).not.toEqual([]);
  expect(cyclesOf(imports)).toEqual([]);
});
