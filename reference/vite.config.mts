import { mergeConfig } from 'vite';
import consoleBuild from '../console/vite.config.mts';

/** Built like the console, with relative addresses: the page works under any path that a proxy gives it. */
export default mergeConfig(consoleBuild, {
  base: './',
  build: {
    outDir: '../dist/pages/reference',
    // The viewer is one large file.
    chunkSizeWarningLimit: 2_000,
  },
});
