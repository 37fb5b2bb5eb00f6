/** What `present` gives at the moment, under a name that stays. */
const latest = <Made extends object>(present: () => Made): Made =>
  new Proxy({} as Made, {
    get: (_, name) => Reflect.get(present(), name) as unknown,
    set: (_, name, value) => Reflect.set(present(), name, value),
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(present(), name),
  });

/** Made before the tests of the file or the `describe`, closed after them if it can be. An array would not be known as one. */
export function forAllTests<Made extends object>(make: () => Made | Promise<Made>): Made {
  let made: Made | undefined;
  beforeAll(async () => void (made = await make()));
  afterAll(() => (made as { close?: () => unknown } | undefined)?.close?.());
  return latest(() => made as Made);
}

/** Made anew before each test. */
export function forEachTest<Made extends object>(make: () => Made | Promise<Made>): Made {
  let made: Made | undefined;
  beforeEach(async () => void (made = await make()));
  return latest(() => made as Made);
}
