// A process that only delivers the outbox. The tests run it with the built service, and kill it.
require('reflect-metadata');
const { NestFactory } = require('@nestjs/core');
const { AppModule } = require('../../dist/src/app.module.js');
const { OutboxWorker } = require('../../dist/src/notices/outbox.worker.js');
const { Config } = require('../../dist/src/config.js');

async function main() {
  const app = await NestFactory.createApplicationContext(AppModule.of(Config.from(process.env)), { logger: false });
  const worker = app.get(OutboxWorker);
  worker.leaseMs = 1_000;
  process.stdout.write('working\n');
  setInterval(() => void worker.tick(), 100);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
