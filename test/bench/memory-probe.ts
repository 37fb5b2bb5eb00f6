/** Loaded into the service by `--require`: collects garbage and tells what is left, when it is asked. */
process.on('message', (message) => {
  if (message !== 'memory') return;
  global.gc?.();
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
