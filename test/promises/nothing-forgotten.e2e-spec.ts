import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import { startApp } from '../support/app';

/** Nest leaves out what no module names, and says nothing: a route that is not there, a job that never runs. */
it('each module, controller and provider of the source is part of the service', async () => {
  const test = await startApp();
  try {
    const modules = [...test.app.get(ModulesContainer, { strict: false }).values()];
    const known = new Set(
      modules.flatMap(({ metatype, controllers, providers, injectables }) => [
        metatype.name,
        ...[controllers, providers, injectables].flatMap((part) => [...part.values()].map(({ name }) => String(name))),
      ]),
    );
    expect(declared().filter((name) => !known.has(name))).toEqual([]);
  } finally {
    await test.close();
  }
});

const declared = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join('src', file), 'utf8');
      const classes = text.matchAll(/^@(?:Module|Controller|Injectable)\([\s\S]*?^export class (\w+)/gm);
      return [...classes].map(([, name = '']) => name);
    });
