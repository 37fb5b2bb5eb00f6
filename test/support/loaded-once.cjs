const { dirname, join, relative } = require('node:path');

const root = dirname(require.resolve('../../package.json'));

/** Replaces a source file of the service by its built one, loaded once per worker (`environment.cjs`). */
module.exports = {
  process: (_source, path) => {
    const built = join(root, 'dist', relative(root, path).replace(/\.ts$/, '.js'));
    return { code: `module.exports = (globalThis.loadedOnce ?? require)(${JSON.stringify(built)});` };
  },
};
