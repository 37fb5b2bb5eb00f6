import { defineConfig } from 'vite';

/** Builds the pages into dist/pages/console, which src/console serves. */
export default defineConfig({
  base: '/console/',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/pages/console',
    emptyOutDir: true,
    target: 'es2022',
    // Every asset is a separate file: the content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Both pages are built at the same time, each waiting for the other.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
