const sharedApp = require('./shared-app.cjs');

module.exports = async function globalTeardown() {
  await sharedApp.close();
  await globalThis.embeddedPostgres?.stop();
};
