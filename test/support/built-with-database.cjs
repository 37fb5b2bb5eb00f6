/** Builds first, because the setup of the database needs the build. */
module.exports = async function builtWithDatabase(settings) {
  require('./current-build.ts').default();
  await require('./global-setup.ts').default(settings);
};
