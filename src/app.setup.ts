import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { HealthService } from './operations/health';
import { guarded } from './common/process/guarded';
import { type Bounds, EdgeAdapter } from './common/http/edge';
import { log } from './common/process/log';
import { requestLog } from './common/http/request-log';
import { requestId } from './common/http/request-id';
import { Config } from './config/config';
import { closeWhenStopping } from './app/stop';
import { Forwarding } from './common/rate-limit/rate-limit.module';

/** Options shared by `NestFactory` and the testing module: routes read their own bodies. */
export const APP_OPTIONS = { bodyParser: false } as const;

/** Express adapter for the public address. Configured before Nest gets it, because the router reads some settings when made. */
export function httpAdapter({ publicUrl }: Config, bounds?: Partial<Bounds>): EdgeAdapter {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  server.enable('strict routing');
  server.enable('case sensitive routing');
  server.set('query parser', 'simple');
  // Answers have no validators and never become a 304: changing ones are sent whole, fixed ones have unique names.
  Object.defineProperty(server.request, 'fresh', { value: false });
  return new EdgeAdapter(server, publicUrl, bounds);
}

/** Setup shared by the service and the end-to-end tests, beyond the modules. */
export function setUp(app: NestExpressApplication): NestExpressApplication {
  const { logLevel, trustedProxies } = app.get(Config);
  log.level = logLevel;
  // A number of hops, never `true`, which would trust any address in the caller's header.
  app.set('trust proxy', trustedProxies ?? 0);
  const forwarding = app.get(Forwarding);
  const notice = (request: IncomingMessage): void => forwarding.notice(request);
  app.getHttpServer().on('request', guarded('the headers of a proxy were not looked at', notice));
  app.use(closeWhenStopping(app.get(HealthService)), requestLog, requestId);
  return app;
}
