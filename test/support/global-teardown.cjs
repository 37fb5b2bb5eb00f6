const { closeKept } = require('./kept.cjs');

module.exports = async function globalTeardown() {
  await closeKept();
  await globalThis.embeddedPostgres?.stop();
};
