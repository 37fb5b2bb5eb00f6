// A process that only applies imports. The tests run it with the built service, and kill it.
require('reflect-metadata');
const { NestFactory } = require('@nestjs/core');
const { AppModule } = require('../../dist/src/app.module.js');
const { Config } = require('../../dist/src/config.js');
const { ImportRunner } = require('../../dist/src/imports/import-runner.js');

async function main() {
  const app = await NestFactory.createApplicationContext(AppModule.of(Config.from(process.env)), { logger: false });
  const runner = app.get(ImportRunner);
  runner.leaseMs = 1_000;
  process.stdout.write('working\n');
  setInterval(() => void runner.tick(), 50);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
