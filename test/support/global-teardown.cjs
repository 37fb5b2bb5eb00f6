const { closeKept } = require('./kept-by-worker.cjs');

module.exports = async function globalTeardown() {
  await closeKept();
  await globalThis.embeddedPostgres?.stop();
};
