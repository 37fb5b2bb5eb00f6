import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestApp } from '../support/app';
import { freePort } from '../fault/support/processes';

interface Node {
  readonly id: number;
  readonly address: string;
}

/** `ops/haproxy-citus.cfg` between the coordinator and two workers, with their addresses and free ports. */
export class WorkerProxy {
  private constructor(
    private readonly folder: string,
    private readonly program: ChildProcess,
  ) {}

  /** Starts it, and names it in the catalog as docs/scaling.md does; sessions of the service begin again. */
  static async start(test: TestApp): Promise<WorkerProxy> {
    const nodes = await test.sql<Node>(
      `select nodeid as id, nodename || ':' || nodeport as address from pg_dist_node where groupid > 0 order by nodeid`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'entrada-haproxy-citus-'));
    let text = readFileSync('ops/haproxy-citus.cfg', 'utf8');
    for (const [index, { id, address }] of nodes.entries()) {
      const port = await freePort();
      text = text
        .replace(`worker-${index + 1}.internal:5432`, address)
        .replace(`127.0.0.1:${7001 + index}`, `127.0.0.1:${port}`);
      await test.sql('insert into pg_dist_poolinfo values ($1, $2)', [id, `host=127.0.0.1 port=${port}`]);
    }
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(config, `global\n\tlog stdout format raw local0\n${text}`);
    const program = spawn('haproxy', ['-db', '-f', config], { stdio: 'ignore' });
    await once(program, 'spawn');
    await renewSessions(test);
    return new WorkerProxy(folder, program);
  }

  async stop(test: TestApp): Promise<void> {
    await test.sql('delete from pg_dist_poolinfo');
    this.program.kill();
    await once(this.program, 'exit');
    rmSync(this.folder, { recursive: true });
    await renewSessions(test);
  }
}

/** Ends the service's sessions at the coordinator: they keep their connections to the workers. */
const renewSessions = (test: TestApp): Promise<unknown> =>
  test.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'entrada_app'`,
  );
