/** The type of the message by which Jest ends a worker. */
const END = 2;

const kept = new Map();

/** Starts something that the files of a worker share, or returns what runs. It ends with its worker. */
exports.kept = (name, start) => {
  // Open connections would keep the worker alive until Jest kills it.
  if (kept.size === 0) process.on('message', ([type]) => type === END && process.exit());
  if (!kept.has(name)) kept.set(name, start());
  return kept.get(name);
};

/** For a run without workers. */
exports.closeKept = async () => {
  for (const one of kept.values()) await (await one).close();
};
