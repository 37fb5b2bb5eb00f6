/** The type of the message by which Jest ends a worker. */
const END = 2;

let starting;

/** Starts the application that the files of a worker share, or returns the running one. It ends with its worker. */
exports.shared = (start) => {
  // Its open connections would keep the worker alive until Jest kills it.
  if (!starting) process.on('message', ([type]) => type === END && process.exit());
  return (starting ??= start());
};

/** For a run without workers. */
exports.closeShared = async () => (await starting)?.close();
