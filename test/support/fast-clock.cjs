// Run by test/services/migrate: makes a second last a minute for waits that the process measures by `performance.now()`.
const { performance } = require('node:perf_hooks');

const now = performance.now.bind(performance);
performance.now = () => now() * 60;
