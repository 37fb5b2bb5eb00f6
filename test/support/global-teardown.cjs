const { closeShared } = require('./shared-app.cjs');

module.exports = async function globalTeardown() {
  await closeShared();
  await globalThis.embeddedPostgres?.stop();
};
