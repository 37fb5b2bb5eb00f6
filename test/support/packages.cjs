/* global jest */

/** Packages shared with the built service: tests watch its statements, metrics and registries. */
const SHARED = ['@nestjs/core', '@nestjs/schedule', '@nestjs/testing', 'pg', 'pino', 'prom-client', 'typeorm', 'uuid'];
/** Shared by the files of a worker, as its browser is. */
const OF_BROWSER = ['playwright-core'];

for (const name of [...SHARED, ...OF_BROWSER]) jest.mock(name, () => globalThis.loadedOnce(name));
