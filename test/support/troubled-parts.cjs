// Runs the built service with its jobs in a separate process. Each requested failure makes one background part throw once, and is
// reported.
require('reflect-metadata');
const { NestFactory } = require('@nestjs/core');
const { Gauge } = require('prom-client');
const { AppModule } = require('../../dist/src/app.module.js');
const { APP_OPTIONS, httpAdapter, setUp } = require('../../dist/src/app.setup.js');
const { EventStreams } = require('../../dist/src/events/event-streams.js');
const { PendingChanges } = require('../../dist/src/events/change-message.js');
const { log } = require('../../dist/src/common/process/log.js');
const { logProcess } = require('../../dist/src/common/process/process-log.js');
const { Config } = require('../../dist/src/config/config.js');
const { Database } = require('../../dist/src/database/database.js');
const { AccountLeadsService } = require('../../dist/src/leads/reading/account-leads.service.js');
const { OutboxJob } = require('../../dist/src/notices/outbox.job.js');

/** Replaces a method until its first counted call, which fails in this way. */
function failOnce(object, name, fail, counts = () => true) {
  const original = object[name];
  object[name] = function (...args) {
    if (!counts(...args)) return original.apply(this, args);
    object[name] = original;
    process.send({ thrown: true });
    return fail();
  };
}

const toThrow = () => {
  throw new Error('of Canarinha');
};

const TROUBLES = {
  'a listener of what was committed': () => failOnce(PendingChanges.prototype, 'add', toThrow),
  'a timer': () => failOnce(PendingChanges.prototype, 'take', toThrow),
  'an emitter': () => failOnce(EventStreams.prototype, 'isFollowed', toThrow),
  'the end of a request': () => failOnce(log, 'info', toThrow, (line) => line.route === '/api/v1/leads'),
  'a job of the clock': () => failOnce(OutboxJob.prototype, 'run', toThrow),
  'a job of a request': () =>
    failOnce(
      Database.prototype,
      'write',
      () => Promise.reject(undefined),
      ({ statement }) => statement.name === 'record_key_use',
    ),
  'a stream': () =>
    failOnce(AccountLeadsService.prototype, 'pieces', async function* () {
      yield [];
      toThrow();
    }),
  'a figure': () => {
    const figure = { collect: () => undefined };
    failOnce(figure, 'collect', toThrow);
    new Gauge({ name: 'troubled_figure', help: 'Throws once', collect: () => figure.collect() });
  },
};

async function main() {
  logProcess();
  const config = Config.from(process.env);
  const app = setUp(
    await NestFactory.create(AppModule.of(config, { withJobs: true }), httpAdapter(config), {
      ...APP_OPTIONS,
      logger: false,
    }),
  );
  await app.listen(0, '127.0.0.1');
  process.on('message', (kind) => {
    TROUBLES[kind]();
    process.send({ ready: true });
  });
  process.send({ url: (await app.getUrl()).replace('[::1]', '127.0.0.1') });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
