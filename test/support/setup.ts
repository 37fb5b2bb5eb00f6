/** Forwards every property to the current result of `present`, so that a constant can name it. */
const latest = <Made extends object>(present: () => Made): Made =>
  new Proxy({} as Made, {
    get: (_, name) => Reflect.get(present(), name) as unknown,
    set: (_, name, value) => Reflect.set(present(), name, value),
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(present(), name),
  });

/** Makes it before the tests, and closes it after them if it has `close`. Not for arrays: `Array.isArray` would be false. */
export function forAllTests<Made extends object>(make: () => Made | Promise<Made>): Made {
  let made: Made | undefined;
  beforeAll(async () => void (made = await make()));
  afterAll(() => (made as { close?: () => unknown } | undefined)?.close?.());
  return latest(() => made as Made);
}

/** Makes it again before each test. */
export function forEachTest<Made extends object>(make: () => Made | Promise<Made>): Made {
  let made: Made | undefined;
  beforeEach(async () => void (made = await make()));
  return latest(() => made as Made);
}
