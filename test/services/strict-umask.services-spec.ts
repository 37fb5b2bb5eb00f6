import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres';

const isRoot = process.getuid?.() === 0;

let dataDir: string;
let running: EmbeddedPostgres | undefined;
beforeEach(() => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'entrada-'));
  fs.chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  await running?.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

it('a folder that is made under a strict umask works, with every folder above it that is made', async () => {
  const umask = process.umask(0o077);
  try {
    const inner = join(dataDir, 'made', 'inner');
    const started = await startEmbeddedPostgres({ dataDir: inner, mustStay: true, unsafeButFast: true });
    running = started;
    const { cluster, urls } = started;
    expect(cluster).toBe(join(inner, 'postgres'));
    const client = new Client({ connectionString: urls.app });
    await client.connect();
    expect((await client.query('select 1 as one').finally(() => client.end())).rows).toEqual([{ one: 1 }]);
    const modes = [join(dataDir, 'made'), inner, cluster].map((place) => fs.statSync(place).mode & 0o777);
    // PostgreSQL of an ordinary user runs as the same user: no other user has to enter.
    expect(modes).toEqual(isRoot ? [0o711, 0o711, 0o700] : [0o700, 0o700, 0o700]);
    for (const name of ['postgres-password', 'owner-password', 'app-password']) {
      expect(fs.statSync(join(inner, name)).mode & 0o777).toBe(0o600);
    }
  } finally {
    process.umask(umask);
  }
});
