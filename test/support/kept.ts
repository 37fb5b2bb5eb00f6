/** Starts something that the files of a worker share, or returns what runs. It ends with its worker. */
export const { kept } = loadedOnce('./kept-by-worker.cjs') as {
  readonly kept: <Thing extends { close(): Promise<unknown> }>(
    name: string,
    start: () => Promise<Thing>,
  ) => Promise<Thing>;
};
