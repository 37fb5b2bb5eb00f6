import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../src/app.module';
import { APP_OPTIONS, httpAdapter, setUp } from '../src/app.setup';
import { Config } from '../src/config/config';
import { HttpClient } from '../test/support/http-client';
import { watchTraffic } from '../test/support/traffic';
import { OPERATOR_TOKEN } from './servers';

/** Counts the round trips of a POST to the database, in a service in this process, and prints them as JSON. */
async function main(): Promise<void> {
  const { DATABASE_URL, BENCH_KEY = '' } = process.env;
  const config = Config.from({ DATABASE_URL, OPERATOR_TOKEN, LOG_LEVEL: 'silent' });
  const module = AppModule.of(config);
  const app = setUp(
    await NestFactory.create<NestExpressApplication>(module, httpAdapter(config), { ...APP_OPTIONS, logger: false }),
  );
  await app.listen(0, '127.0.0.1');
  const client = new HttpClient(`${await app.getUrl()}/api/v1`, BENCH_KEY);
  const phone = `5521977${String(Date.now() % 1_000_000).padStart(6, '0')}`;
  const body = (n: number) => ({
    phone: phone.slice(0, -1) + n,
    external_id: `${phone}-${n}`,
    name: 'Ana',
    tags: ['a', 'b'],
  });
  const calls = {
    'new lead': body(8),
    'known lead': { ...body(8), external_id: `${phone}-known`, notes: 'n' },
    replay: body(8),
  };
  // Opening connections and preparing statements are not part of a request.
  for (let n = 0; n < 3; n++) await client.post('/leads', body(n));
  const counts: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) {
    const { trips } = await watchTraffic(async () => {
      const { status } = await client.post('/leads', call);
      if (status > 299) throw new Error(`${name}: ${status}`);
    });
    counts[name] = trips;
  }
  await app.close();
  console.log(JSON.stringify(counts));
}

void main();
