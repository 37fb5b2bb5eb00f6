/* global jest */

/** Packages shared with the built service: tests watch its statements, metrics and registries. */
const SHARED = ['@nestjs/core', '@nestjs/schedule', '@nestjs/testing', 'pg', 'pino', 'prom-client', 'typeorm', 'uuid'];

for (const name of SHARED) jest.mock(name, () => globalThis.loadedOnce(name));
