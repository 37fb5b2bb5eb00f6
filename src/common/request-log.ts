import type { NextFunction, Request, Response } from 'express';
import { Counter, Gauge, Histogram } from 'prom-client';
import { log } from './log';
import { requestIdOf } from './request-id';

const labelNames = ['route', 'method', 'status'];
const requests = new Counter({ name: 'http_requests_total', help: 'Answered requests', labelNames });
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from a request to the end of its answer',
  labelNames,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});
const inFlight = new Gauge({ name: 'http_in_flight', help: 'Requests being answered' });
const limited = new Counter({ name: 'rate_limited_total', help: 'Calls refused by a limit', labelNames: ['limit'] });
const unauthenticated = new Counter({ name: 'auth_failures_total', help: 'Calls without a valid credential' });

/** What other steps leave on a response for the log. */
interface Locals {
  refusedBy?: string;
  code?: string;
}

interface Identified {
  caller?: { account: { id: string }; key: { id: string } };
  adminCaller?: { account: { id: string } };
  route?: { path: string };
}

/**
 * One line for each request, written when its answer has ended, and its counts. No phone, e-mail, name, note, tag, body, query
 * value or credential: routes stand as their templates, people as ids of accounts and keys.
 */
export function requestLog(request: Request, response: Response<unknown, Locals>, next: NextFunction): void {
  const start = performance.now();
  inFlight.inc();
  response.once('close', () => {
    inFlight.dec();
    const seconds = (performance.now() - start) / 1000;
    const { caller, adminCaller, route } = request as Identified;
    const template = route?.path ?? 'none';
    const status = response.writableFinished ? response.statusCode : 499;
    const { code, refusedBy } = response.locals;
    const labels = { route: template, method: request.method, status: String(status) };
    requests.inc(labels);
    durations.observe(labels, seconds);
    if (status === 429) limited.inc({ limit: refusedBy ?? 'daily' });
    if (status === 401) unauthenticated.inc();
    log.info({
      request_id: requestIdOf(response as Response),
      client_request_id: clientRequestId(request),
      account_id: caller?.account.id ?? adminCaller?.account.id,
      key_id: caller?.key.id,
      method: request.method,
      route: template,
      status,
      code,
      ms: Math.round(seconds * 10_000) / 10,
      bytes: Number(response.getHeader('content-length') ?? 0),
    });
  });
  next();
}

/** The caller's own id, when it is short and printable; it is logged, and never sent back. */
function clientRequestId(request: Request): string | undefined {
  const id = request.get('X-Request-Id');
  return id && /^[\x21-\x7e]{1,64}$/.test(id) ? id : undefined;
}
