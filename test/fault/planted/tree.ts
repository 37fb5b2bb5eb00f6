import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFault } from './faults';
import type { PlantedFault } from './planted-fault';

/** A built copy of the project, in which one fault at a time is planted. The suites build what has changed. */
export class Tree {
  constructor(readonly root: string) {}

  make(): void {
    rmSync(this.root, { recursive: true, force: true });
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    });
    for (const file of listed.split('\0').filter((name) => name && existsSync(name))) {
      const copy = join(this.root, file);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(file, copy);
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(this.root, 'node_modules'), 'dir');
    const { status, stdout } = spawnSync('npm run build', { cwd: this.root, shell: true, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the copy does not build: ${stdout}`);
  }

  /** Plants the fault and returns how to take it out again. */
  plant(fault: PlantedFault): () => void {
    const path = join(this.root, fault.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, withFault(source, fault));
    return () => writeFileSync(path, source);
  }
}
