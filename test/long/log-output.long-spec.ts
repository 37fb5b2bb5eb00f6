import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { OPERATOR_TOKEN } from '../support/app';
import { asService, databaseUrl } from '../support/database';
import { MAIN } from '../support/started-service';
import { until } from '../support/waiting';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('a standard output that takes no lines, as on a full disk, ends nothing', async () => {
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: asService(databaseUrl()), OPERATOR_TOKEN, PORT: String(port) };
  const full = openSync('/dev/full', 'w');
  const service = spawn(process.execPath, [MAIN], {
    env: { ...env, HOST: '127.0.0.1' },
    stdio: ['ignore', full, full],
  });
  const isServing = () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await until(isServing);
    // More lines than the buffer of the log holds.
    for (let n = 0; n < 100; n++) await fetch(`http://127.0.0.1:${port}/api/v1/leads`);
    await until(isServing);
    expect(service.exitCode).toBe(null);
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
  } finally {
    closeSync(full);
    service.kill('SIGKILL');
  }
});
