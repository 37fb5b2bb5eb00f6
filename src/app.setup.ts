import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request } from 'express';
import { HealthService } from './admin/health';
import { KeyRefusalsService } from './auth/key-refusals.service';
import { apart } from './common/apart';
import { type Bounds, EdgeAdapter } from './common/edge';
import type { ApiError } from './common/api-error';
import { ApiErrorFilter } from './common/api-error.filter';
import { log } from './common/log';
import { Forwarding } from './common/rate-limit/forwarding';
import { requestLog } from './common/request-log';
import { requestId } from './common/request-id';
import { ValidationPipe } from './common/validation.pipe';
import { Config } from './config';
import { closeWhenStopping } from './stop';

/** Options that `NestFactory` and the testing module must agree on: bodies are read by `InputGuard`. */
export const APP_OPTIONS = { bodyParser: false } as const;

/** Express as this API needs it, on a server that knows the public address. Set before Nest gets it: the router reads some of the settings when it is made. */
export function httpAdapter({ publicUrl }: Config, bounds?: Partial<Bounds>): EdgeAdapter {
  const server = express();
  server.disable('x-powered-by');
  server.disable('etag');
  server.enable('strict routing');
  server.enable('case sensitive routing');
  server.set('query parser', 'simple');
  // No answer has a validator: what changes is sent whole, what does not has a name of its own. So none is a 304.
  Object.defineProperty(server.request, 'fresh', { value: false });
  return new EdgeAdapter(server, publicUrl, bounds);
}

/** What the running service and the end-to-end tests have in common, beyond the modules. */
export function setUp(app: NestExpressApplication): NestExpressApplication {
  const { logLevel, trustedProxies } = app.get(Config);
  log.level = logLevel;
  // A number of hops, never `true`: that would trust any address that the caller writes into the header.
  app.set('trust proxy', trustedProxies ?? 0);
  const forwarding = app.get(Forwarding);
  const notice = (request: IncomingMessage): void => forwarding.notice(request);
  app.getHttpServer().on('request', apart('the headers of a proxy were not looked at', notice));
  app.use(closeWhenStopping(app.get(HealthService)), requestLog, requestId);
  app.useGlobalPipes(new ValidationPipe());
  const refusals = app.get(KeyRefusalsService);
  const note = (request: Request, error: ApiError): void => refusals.note(request, error);
  app.useGlobalFilters(new ApiErrorFilter(apart('a refusal of a key was not noted', note)));
  return app;
}
