/** Loaded into the service by `--require`: when asked, it collects garbage and reports the memory that is left. */
process.on('message', (message) => {
  if (message !== 'memory') return;
  global.gc?.();
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
