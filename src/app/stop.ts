import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { EventStreams } from '../events/event-streams';
import { HealthService } from '../operations/health';
import { log } from '../common/process/log';

/** Milliseconds for a balancer to notice, and for running requests to end. */
const NOTICE_MS = 2_000;
const DRAIN_MS = 6_000;

/** Makes every answer close its connection while the service stops; must precede all other middleware. */
export function closeWhenStopping(health: HealthService) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    if (health.isStopping) response.setHeader('Connection', 'close');
    next();
  };
}

/**
 * Stops the service without failing a request. It reports unready, ends the event streams, and serves on for a moment. Then it refuses
 * new connections, waits for running requests, and closes the pools, all within ten seconds. `atOnce` skips the moment, for a person at a
 * terminal.
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
  // Idle keep-alive connections would hold the server until they time out.
  const idle = setInterval(() => server.closeIdleConnections(), 200);
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
