import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { EventStreams } from './admin/events/event-streams';
import { HealthService } from './admin/health';
import { log } from './common/log';

/** Milliseconds: how long a balancer gets to notice, and how long running requests get to end. */
const NOTICE_MS = 2_000;
const DRAIN_MS = 6_000;

/** Makes every answer end its connection once the service is stopping; put in front of everything else. */
export function closeWhenStopping(health: HealthService) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    if (health.isStopping) response.setHeader('Connection', 'close');
    next();
  };
}

/**
 * Ends the service without failing a request: it reports unready, ends the streams of events, and continues for a moment, takes no new
 * connections, lets running requests end, and closes the pools. Done within ten seconds. `atOnce` skips that moment, for a person at a terminal.
 */
export async function stopGracefully(app: NestExpressApplication, { atOnce }: { atOnce: boolean }): Promise<void> {
  log.info('stopping');
  app.get(HealthService).isStopping = true;
  app.get(EventStreams).endAll();
  if (!atOnce) await sleep(NOTICE_MS);
  await drain(app.getHttpServer());
  await app.close();
  log.flush();
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that clients keep open without a request would hold the server until they time out.
  const idle = setInterval(() => server.closeIdleConnections(), 200);
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
