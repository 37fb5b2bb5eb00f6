// Runs only one worker, `imports` or `outbox`. The tests run it with the built service, and kill it.
require('reflect-metadata');
const { NestFactory } = require('@nestjs/core');
const { AppModule } = require('../../dist/src/app.module.js');
const { Config } = require('../../dist/src/config/config.js');
const { ImportsJob } = require('../../dist/src/imports/imports.job.js');
const { OutboxJob } = require('../../dist/src/notices/outbox.job.js');

const WORKERS = { imports: ImportsJob, outbox: OutboxJob };
const TICK_MS = 50;

async function main() {
  const app = await NestFactory.createApplicationContext(AppModule.of(Config.from(process.env)), { logger: false });
  const worker = app.get(WORKERS[process.argv[2]]);
  worker.leaseMs = 1_000;
  process.stdout.write('working\n');
  setInterval(() => void worker.tick(), TICK_MS);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
