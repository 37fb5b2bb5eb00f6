import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { log } from '../common/process/log';
import { HealthService } from './health';

const LOOK_EVERY_MS = 1_000;

/** Logs once when migrations are missing, and once when they have run. The service needs no restart. */
@Injectable()
export class PendingMigrations implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isTold = false;

  constructor(private readonly health: HealthService) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.look();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    // A failed look counts as no result; the next one follows.
    const pending = await this.health.pendingMigrations().catch(() => undefined);
    if (pending?.length === 0) {
      if (this.isTold) log.info('the migrations have run: none is pending');
      return;
    }
    if (pending && !this.isTold) {
      log.error({ pending }, 'migrations are pending: run `npm run migrate` with the DATABASE_URL of entrada_owner');
      this.isTold = true;
    }
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }
}
