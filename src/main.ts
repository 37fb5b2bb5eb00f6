import 'reflect-metadata';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { openDemoAccount } from './admin/demo';
import { AppModule } from './app.module';
import { APP_OPTIONS, httpAdapter, setUp } from './app.setup';
import { Config, loadEnvironment } from './config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres';
import { keptSecret } from './database/embedded/own-files';
import { migrate } from './database/migrations';
import { stopGracefully } from './stop';

/** Starts the service: its own PostgreSQL when no DATABASE_URL is set, then the HTTP server. */
async function main(): Promise<void> {
  const settings = Config.from(loadEnvironment());
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: settings.dataDir });
  try {
    const config = embedded ? await prepare(settings, embedded) : settings;
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.of(config, { withJobs: true }),
      httpAdapter(config),
      {
        ...APP_OPTIONS,
        logger: ['warn', 'error', 'fatal'],
        abortOnError: false,
      },
    );
    setUp(app);
    stopOnSignal(app, embedded);
    await app.listen(config.port, config.host);
    console.log(`Entrada listens on ${await app.getUrl()}`);
    if (embedded) {
      console.log(`Embedded PostgreSQL, data in ${embedded.cluster}`);
      await openDemoAccount(app, config);
    }
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** What the embedded database needs before the service: the current schema, and the operator's token of this folder. */
async function prepare(settings: Config, embedded: EmbeddedPostgres): Promise<Config> {
  await migrate(embedded.urls.owner);
  const operatorToken = settings.operatorToken ?? keptSecret(join(settings.dataDir, 'operator-token'));
  return settings.with({ databaseUrl: embedded.urls.app, operatorToken });
}

function stopOnSignal(app: NestExpressApplication, embedded: EmbeddedPostgres | undefined): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await stopGracefully(app, { atOnce: signal === 'SIGINT' });
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
