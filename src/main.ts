import './app/v8-flags';
import 'reflect-metadata';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { showFirstSteps } from './admin/demo';
import { AppModule } from './app.module';
import { APP_OPTIONS, httpAdapter, setUp } from './app.setup';
import { describeError, log } from './common/process/log';
import { failStart, logConsole, logProcess, nestLogger } from './common/process/process-log';
import { RELEASE } from './common/process/version';
import { Config, loadEnvironment } from './config/config';
import { untilDatabaseAnswers } from './database/await-database';
import { scarcityOf, shortageOf } from './database/connection-limits';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres';
import { keptSecret } from './database/embedded/own-files';
import { DatabaseBusy } from './database/errors';
import { migrate } from './database/schema/migrations';
import { stopGracefully } from './app/stop';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Starts the service: its own PostgreSQL when no DATABASE_URL is set, then the HTTP server. */
async function main(): Promise<void> {
  if (process.argv.includes('--version')) return console.log(`entrada ${RELEASE.version} on Node.js ${RELEASE.node}`);
  const settings = Config.from(loadEnvironment());
  log.level = settings.logLevel;
  for (const warning of settings.warnings) log.warn(warning);
  await requireFreeAddress(settings);
  if (settings.databaseUrl) {
    logConsole();
    return serve(settings);
  }
  const embedded = await startDatabase(settings);
  try {
    await serve(await prepare(settings, embedded), embedded);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Aborted by a signal before the service can stop gracefully; with the embedded database only. */
const early = new AbortController();

/** From here on a signal ends this process only after it has ended what it started. */
function startDatabase({ dataDir, isDataDirSet }: Config): Promise<EmbeddedPostgres> {
  for (const signal of STOP_SIGNALS) process.on(signal, () => early.abort());
  const onRestart = (): void => log.warn('the embedded PostgreSQL died, and is started again');
  return startEmbeddedPostgres({ dataDir, mustStay: isDataDirSet, signal: early.signal, onRestart });
}

/** Prepares the embedded database: the current schema, and the operator's token of this folder. */
async function prepare(settings: Config, embedded: EmbeddedPostgres): Promise<Config> {
  const stop = (): void => void embedded.stop();
  early.signal.addEventListener('abort', stop);
  await migrate(embedded.urls.owner);
  early.signal.removeEventListener('abort', stop);
  const operatorToken = settings.operatorToken ?? keptSecret(join(settings.dataDir, 'operator-token'));
  return settings.with({ databaseUrl: embedded.urls.app, operatorToken });
}

/** Accepts requests as soon as the database accepts connections. */
async function serve(config: Config, embedded?: EmbeddedPostgres): Promise<void> {
  const { limits } = await untilDatabaseAnswers(config.databaseUrl ?? '', {
    onWait: (reason) => log.warn({ reason }, 'waiting for PostgreSQL'),
  });
  log.info(RELEASE, 'starting');
  const scarcity = scarcityOf(limits);
  if (scarcity) throw new Error(`DATABASE_URL: ${scarcity}`);
  const shortage = shortageOf(config.databaseConnections, limits);
  if (shortage) log.warn(shortage);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.of(config, { withJobs: true }),
    httpAdapter(config),
    { ...APP_OPTIONS, logger: nestLogger, abortOnError: false },
  ).catch((error: unknown) => {
    throw error instanceof DatabaseBusy ? new Error(NO_ROOM, { cause: error.cause ?? error }) : error;
  });
  early.signal.throwIfAborted();
  setUp(app);
  stopOnSignal(app, embedded);
  await app.listen(config.port, config.host).catch((error: NodeJS.ErrnoException) => {
    throw addressError(error, config);
  });
  await announce(app, config, embedded);
}

const NO_ROOM =
  'DATABASE_URL: the server, the database or the role has no further connection (53300): set DATABASE_CONNECTIONS lower in all instances, or raise the limit';

/** Prints a banner for a person with the embedded database; other output goes to the log. */
async function announce(app: NestExpressApplication, config: Config, embedded?: EmbeddedPostgres): Promise<void> {
  const listens = `Entrada listens on ${await app.getUrl()}`;
  if (!embedded) return log.info(listens);
  console.log(`${listens}\nEmbedded PostgreSQL, data in ${embedded.cluster}`);
  // The service already runs, so a short failure of the database does not end it.
  await showFirstSteps(app, config).catch((error: unknown) => {
    log.error(describeError(error), 'the first steps could not be shown: start again, or run `npm run console-link`');
  });
  logConsole();
}

type Address = Pick<Config, 'host' | 'port'>;

/** Throws an error that names the setting when HOST and PORT cannot be listened on. */
async function requireFreeAddress(address: Address): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(addressError(error, address)));
    probe.listen({ ...address, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Explains an error of `listen` about HOST and PORT; returns other errors unchanged. */
function addressError(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  const { code, syscall } = error;
  if (code === 'EADDRINUSE') return new Error(`PORT: ${port} is in use on ${host} by another program`);
  if (code === 'EACCES') return new Error(`PORT: this user may not listen on ${port}`);
  const isNoHost =
    code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo' || code === 'EINVAL' || code === 'EAFNOSUPPORT';
  return isNoHost ? new Error(`HOST: ${host} is not an address of this machine`) : error;
}

function stopOnSignal(app: NestExpressApplication, embedded: EmbeddedPostgres | undefined): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const code = await stopGracefully(app, { atOnce: signal === 'SIGINT' }).then(
      () => 0,
      (error: unknown) => {
        log.error(describeError(error), 'the service did not stop in order');
        return 1;
      },
    );
    // Always, because it would run on alone.
    await embedded?.stop();
    process.exit(code);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop(signal));
}

logProcess();
main().catch((error: unknown) => (early.signal.aborted ? process.exit(0) : failStart(error)));
