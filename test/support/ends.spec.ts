import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../fault/support/processes';

it('a run whose setup fails ends with 1, though the setup left something open', async () => {
  const rootDir = mkdtempSync(join(tmpdir(), 'entrada-ends-'));
  try {
    writeFileSync(
      join(rootDir, 'a.spec.js'),
      `beforeAll(() => { setInterval(() => 0, 1_000); throw new Error('half-way'); }); it('is never run', () => undefined);`,
    );
    const config = {
      rootDir,
      testMatch: ['<rootDir>/*.spec.js'],
      reporters: ['default', resolve('test/support/ends.cjs')],
    };
    const options = ['--config', JSON.stringify(config), '--runInBand'];
    const { code, output } = await run(process.execPath, [resolve('node_modules/jest/bin/jest.js'), ...options]);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('half-way') as unknown });
  } finally {
    rmSync(rootDir, { recursive: true });
  }
});
