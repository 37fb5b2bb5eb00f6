import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Permission } from '../../../src/contract/key';
import { Cluster } from '../../fault/support/cluster';
import { Instance } from '../../fault/support/instance';
import { migrateDatabase, OPERATOR_TOKEN } from '../../fault/support/stack';
import { newAccount } from '../../support/app';
import { HttpClient } from '../../support/http-client';

const NO_LIMIT = '1000000000';

/** An account and its clients. */
export interface Account {
  readonly id: string;
  readonly owner: HttpClient;
  /** The operator's routes below the account. */
  readonly staff: HttpClient;
  newKey(...permissions: Permission[]): Promise<{ id: string; key: string }>;
}

/**
 * The built service on its own PostgreSQL, with raised limits. Commits do not wait for the disk. Such a wait takes a varying
 * number of milliseconds and would hide differences that a more patient caller could see.
 */
export class Target {
  private readonly instances: Instance[];

  private constructor(
    private readonly folder: string,
    readonly cluster: Cluster,
    private readonly database: string,
    readonly instance: Instance,
  ) {
    this.instances = [instance];
  }

  static async start(): Promise<Target> {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-timing-'));
    chmodSync(folder, 0o755);
    const cluster = await Cluster.create(join(folder, 'postgres'));
    try {
      await cluster.set('synchronous_commit', 'off');
      const { owner, app } = await cluster.createDatabase('service');
      await migrateDatabase(owner);
      return new Target(folder, cluster, app, await Target.instance(folder, 'service', app));
    } catch (error) {
      await cluster.stop('immediate');
      throw error;
    }
  }

  /** Starts another process on the same database from another entry file. */
  async further(name: string, entry: string): Promise<Instance> {
    const instance = await Target.instance(this.folder, name, this.database, entry);
    this.instances.push(instance);
    return instance;
  }

  async close(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop('SIGKILL')));
    await this.cluster.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async account(): Promise<Account> {
    const operator = new HttpClient(`${this.instance.url}/admin/v1`, OPERATOR_TOKEN);
    const { id } = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
    const owner = operator.with({ 'X-Account-Id': id });
    const newKey = async (...permissions: Permission[]) =>
      (await owner.post<{ id: string; key: string }>('/api-keys', { name: 'site', permissions })).data;
    return { id, owner, staff: new HttpClient(`${this.instance.url}/admin/v1/accounts/${id}`, OPERATOR_TOKEN), newKey };
  }

  /** Updates the statistics after many writes, so that no plan changes during the measurement. */
  async settle(): Promise<void> {
    await this.cluster.sql('vacuum analyze', 'service');
    await this.cluster.sql('checkpoint');
  }

  private static instance(folder: string, name: string, database: string, entry?: string): Promise<Instance> {
    const limits = ['IP', 'KEY', 'KEY_WRITES', 'KEY_METRICS'].map((limit) => [`LIMIT_${limit}_PER_MINUTE`, NO_LIMIT]);
    const env = {
      DATABASE_URL: database,
      OPERATOR_TOKEN,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
      LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: NO_LIMIT,
      ...(Object.fromEntries(limits) as Record<string, string>),
    };
    return Instance.start(folder, name, env, entry);
  }
}
