import { transformFileSync } from '@swc/core';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { withFault } from './faults';
import type { PlantedFault } from './planted-fault';

/** A built copy of the project, in which one fault at a time is planted. */
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
    this.run('npm run build');
    this.run('node dist/src/openapi.js dist');
  }

  /** Plants the fault and returns how to take it out again. Keeps the file's time, or the tests would build everything again. */
  plant(fault: PlantedFault): () => void {
    const path = join(this.root, fault.file);
    const source = readFileSync(path, 'utf8');
    const { atime, mtime } = statSync(path);
    const write = (text: string): void => {
      writeFileSync(path, text);
      utimesSync(path, atime, mtime);
      this.compile(fault.file);
    };
    write(withFault(source, fault));
    return () => write(source);
  }

  private compile(file: string): void {
    if (file.startsWith('console/')) return this.run('npx vite build console && node dist/src/compress-pages.js');
    const { code } = transformFileSync(join(this.root, file), {
      swcrc: false,
      module: { type: 'commonjs', ignoreDynamic: true },
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        keepClassNames: true,
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    });
    writeFileSync(join(this.root, 'dist', file.replace(/\.ts$/, '.js')), code);
  }

  private run(command: string): void {
    const { status, stdout } = spawnSync(command, {
      cwd: this.root,
      shell: true,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status !== 0) throw new Error(`${command} failed: ${stdout}`);
  }
}
