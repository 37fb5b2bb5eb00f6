import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '../../fault/support/cluster';
import { Instance } from '../../fault/support/instance';
import { type Finished, run } from '../../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../../fault/support/stack';
import { newAccount } from '../../support/app';
import { HttpClient } from '../../support/http-client';

const BIN = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();

/** An installation with its database. */
export interface Installation {
  readonly name: string;
  readonly owner: string;
  readonly app: string;
}

/** Installations on one PostgreSQL, for all tests of a file. */
export function installationsForAllTests() {
  let folder: string;
  let cluster: Cluster;
  const services: Instance[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'entrada-installations-'));
    chmodSync(folder, 0o755);
    cluster = await Cluster.create(join(folder, 'postgres'));
  });
  afterAll(async () => {
    for (const service of services) await service.stop('SIGKILL');
    await cluster?.stop('immediate');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get folder(): string {
      return folder;
    },
    get cluster(): Cluster {
      return cluster;
    },
    async installation(name: string): Promise<Installation> {
      const { owner, app } = await cluster.createDatabase(name);
      await migrateDatabase(owner);
      return { name, owner, app };
    },
    async serve({ name, app }: Installation): Promise<Instance> {
      const service = await Instance.start(folder, name, { DATABASE_URL: app, OPERATOR_TOKEN });
      services.push(service);
      return service;
    },
  };
}

export const operatorOf = ({ url }: Instance): HttpClient => new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN);
export const apiOf = ({ url }: Instance, key: string): HttpClient => new HttpClient(`${url}/api/v1`, key);

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  /** Path of the address of a webhook. */
  readonly webhook: string;
}

export async function openAccount(service: Instance, name: string): Promise<Account> {
  const { id } = (await operatorOf(service).post<{ id: string }>('/accounts', newAccount({ name }))).data;
  const owner = operatorOf(service).with({ 'X-Account-Id': id });
  const permissions = ['leads:read', 'leads:write'];
  const { key } = (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions })).data;
  const { address } = (await owner.post<{ address: string }>('/sources', { kind: 'webhook', name: 'site' })).data;
  return { id, name, key, webhook: new URL(address).pathname };
}

export const deliver = async (service: Instance, { webhook }: Account, body: object): Promise<number> =>
  (
    await fetch(service.url + webhook, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status;

/** Runs documented commands on this build. */
export const follow = (commands: string, env: Record<string, string>): Promise<Finished> => {
  const built = commands.replace(/npm run (\S+) --/g, 'node dist/src/$1.js');
  return run('bash', ['-euo', 'pipefail', '-c', built], { ...env, PATH: `${BIN}:${process.env.PATH}` });
};
