// Runs the built service with a test's limits in a separate process. Reports its address and, when asked, its memory and open
// connections.
require('reflect-metadata');
const { NestFactory } = require('@nestjs/core');
const { AppModule } = require('../../dist/src/app.module.js');
const { APP_OPTIONS, httpAdapter, setUp } = require('../../dist/src/app.setup.js');
const { Config } = require('../../dist/src/config/config.js');

async function main() {
  const config = Config.from(process.env);
  const bounds = JSON.parse(process.env.TEST_BOUNDS);
  const app = setUp(
    await NestFactory.create(AppModule.of(config), httpAdapter(config, bounds), { ...APP_OPTIONS, logger: false }),
  );
  await app.listen(0, '127.0.0.1');
  process.on('message', () =>
    app.getHttpServer().getConnections((_, connections) => process.send({ ...process.memoryUsage(), connections })),
  );
  process.send({ url: (await app.getUrl()).replace('[::1]', '127.0.0.1') });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
