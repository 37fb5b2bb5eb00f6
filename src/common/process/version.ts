import { Gauge } from 'prom-client';
import { version } from '../../../package.json';

/** Release of this build and its Node.js, for readiness, metrics, log and `--version`. */
export const RELEASE = { version, node: process.versions.node } as const;

new Gauge({
  name: 'entrada_build_info',
  help: 'Always 1; the labels say which release of the service runs, on which Node.js',
  labelNames: ['version', 'node'],
}).set(RELEASE, 1);
