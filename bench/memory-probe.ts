/** Collects garbage on request and reports the remaining memory. `--require` loads it into the service. */
process.on('message', (message) => {
  if (message !== 'memory') return;
  global.gc?.();
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
