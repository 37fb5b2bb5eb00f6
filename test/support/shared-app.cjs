/** The type of the message by which Jest ends a worker. */
const END = 2;

/** The application that the files of a worker share. */
let app;

/** Starts the application, or returns the one that runs. It ends with its worker. */
exports.startOnce = (start) => {
  // Open connections would keep the worker alive until Jest kills it.
  if (!app) process.on('message', ([type]) => type === END && process.exit());
  return (app ??= start());
};

/** For a run without workers. */
exports.close = async () => (await app)?.close();
