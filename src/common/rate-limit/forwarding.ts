import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { Config } from '../../config/config';
import { log } from '../process/log';

/** Detects an unconfigured proxy. Any caller can send the header, so it affects only readiness and one log line. */
@Injectable()
export class Forwarding {
  isUnexplained = false;

  constructor(private readonly config: Config) {}

  notice({ headers }: IncomingMessage): void {
    if (this.isUnexplained || this.config.trustedProxies !== undefined) return;
    if (headers['x-forwarded-for'] === undefined) return;
    this.isUnexplained = true;
    log.warn(
      'a request came with X-Forwarded-For, and TRUST_PROXY is not set: behind a proxy all callers count as one client; set it to the number of proxies, or to false where there is none',
    );
  }
}
