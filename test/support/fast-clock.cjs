// Used by test/services/migrate: makes a second last a minute for waits measured by `performance.now()`.
const { performance } = require('node:perf_hooks');

const now = performance.now.bind(performance);
performance.now = () => now() * 60;
