// Runs the service and writes two maxima in milliseconds at each SIGUSR2, both since the last signal.
// `held` is the longest delay of the event loop. `work` is the most processor time between two ticks of a 1 ms timer.
const { monitorEventLoopDelay } = require('node:perf_hooks');

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

let work = 0;
let used = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(used);
  work = Math.max(work, (user + system) / 1_000);
  used = process.cpuUsage();
}, 1).unref();

process.on('SIGUSR2', () => {
  process.stdout.write(`held ${delays.max / 1e6} work ${work}\n`);
  delays.reset();
  work = 0;
});

require('../../dist/src/main.js');
