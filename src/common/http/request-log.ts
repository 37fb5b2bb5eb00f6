import type { NextFunction, Request, Response } from 'express';
import { Counter, Gauge, Histogram } from 'prom-client';
import { guarded } from '../process/guarded';
import { log } from '../process/log';
import { clientAddress } from '../rate-limit/client-address';
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

interface ServedRoute {
  readonly path: string;
  readonly stack: readonly { readonly method: string }[];
}

/** Starts the counts of failures and abandoned calls at zero: Prometheus sees no increase in a new series. */
export function countFromZero(routes: readonly ServedRoute[]): void {
  for (const { path, stack } of routes) {
    for (const { method } of stack) {
      for (const status of ['499', '500']) requests.inc({ route: path, method: method.toUpperCase(), status }, 0);
    }
  }
}

interface Locals {
  refusedBy?: string;
  code?: string;
  /** Names of bad fields, without those that the caller invented. */
  fields?: readonly string[];
  /** Whether the answer is a stream, which lasts until its reader leaves. */
  isStream?: boolean;
}

/** Removes a stream from the counts of requests under way and of durations. */
export function markAsStream({ locals }: Response<unknown, Locals>): void {
  locals.isStream = true;
  inFlight.dec();
}

interface Identified {
  caller?: { account: { id: string }; key: { id: string } };
  accountCaller?: { account: { id: string } };
  receiving?: { account: { id: string }; source: { id: string } };
  route?: { path: string };
}

/**
 * Logs one line and counts each request when its answer has ended. It contains no phone, e-mail, name, note, tag, body,
 * query value or credential. Routes are templates, people are ids, bad fields are named only if the contract names them. The
 * client's address is the only personal data (docs/operations.md, "Logs").
 */
export function requestLog(request: Request, response: Response<unknown, Locals>, next: NextFunction): void {
  const start = performance.now();
  // Read while the connection is open; a closed one has no address.
  const address = clientAddress(request);
  inFlight.inc();
  const finish = (): void => {
    const { code, fields, refusedBy, isStream } = response.locals;
    if (!isStream) inFlight.dec();
    const seconds = (performance.now() - start) / 1000;
    const { caller, accountCaller, receiving, route } = request as Identified;
    const template = route?.path ?? 'none';
    const status = response.writableFinished || isStream ? response.statusCode : 499;
    const labels = { route: template, method: request.method, status: String(status) };
    requests.inc(labels);
    if (!isStream) durations.observe(labels, seconds);
    if (status === 429 && refusedBy) limited.inc({ limit: refusedBy });
    if (status === 401) unauthenticated.inc();
    log.info({
      request_id: requestIdOf(response as Response),
      client_request_id: clientRequestId(request),
      client_address: address,
      account_id: (caller ?? accountCaller ?? receiving)?.account.id,
      key_id: caller?.key.id,
      source_id: receiving?.source.id,
      method: request.method,
      route: template,
      status,
      code,
      fields,
      ms: Math.round(seconds * 10_000) / 10,
      bytes: Number(response.getHeader('content-length') ?? 0),
    });
  };
  response.once('close', guarded('the line of a request was not written', finish));
  next();
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/** As long as a phone with its area code, or a taxpayer's number. */
const LONG_NUMBER = /\d{10}/;

/** Returns the caller's request id, to log only, when it is a UUID without a number as long as a phone. */
function clientRequestId(request: Request): string | undefined {
  const id = request.get('X-Request-Id');
  return id && UUID.test(id) && !LONG_NUMBER.test(id.replaceAll('-', '')) ? id : undefined;
}
