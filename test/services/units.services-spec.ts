import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../fault/support/processes';

/** Checks the units of systemd with its own tool. systemd.services-spec.ts runs them. */

const UNITS = ['entrada@.service', 'entrada-migrate@.service'];
/** The highest exposure allowed, of 10 for a unit without any protection. */
const EXPOSURE = 1.5;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-units-'));
  // This machine may have Node.js elsewhere, and nothing in /opt.
  for (const name of UNITS) {
    const text = readFileSync(join('ops', name), 'utf8');
    expect(text).toMatch(/^ExecStart=.*\/usr\/bin\/node /m);
    writeFileSync(join(folder, name), text.replaceAll('/usr/bin/node', process.execPath));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(UNITS)('%s is understood to the last line, and is well protected', async (name) => {
  const unit = join(folder, name);
  const verified = await run('systemd-analyze', ['verify', unit]);
  expect([verified.code, verified.output]).toEqual([0, '']);
  const threshold = `--threshold=${EXPOSURE * 10}`;
  const judged = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', threshold, unit]);
  expect([judged.code, judged.output]).toEqual([0, expect.stringContaining('Overall exposure level')]);
});
