import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Request } from 'express';
import type { ApiError } from '../../common/api-error';
import { ApiErrorFilter } from '../../common/http/api-error.filter';
import { guarded } from '../../common/process/guarded';
import { describeError, log } from '../../common/process/log';
import { knownFields } from '../../common/input/input.pipe';
import type { KeyRefusal } from '../../contract/key';
import { MAX_KEY_REFUSALS } from '../../contract/limits';
import { Database } from '../../database/database';
import type { PartnerRequest } from './caller';
import { addKeyRefusals } from './api-keys.queries';

/** Milliseconds after which refusals are written, in one write per key. */
const WRITE_AFTER_MS = 5_000;
/** Most keys with waiting refusals; refusals of further keys are dropped. */
const MAX_KEYS = 1_000;

/** Unwritten refusals of one key, oldest first. */
interface Waiting {
  readonly accountId: string;
  readonly refusals: KeyRefusal[];
}

/**
 * Records refusals of partner calls for the key's owner: time, route, reason, but no value, id or name that the caller made up. Never
 * delays a request.
 */
@Injectable()
export class KeyRefusalsService implements BeforeApplicationShutdown {
  private readonly waiting = new Map<string, Waiting>();
  private timer: NodeJS.Timeout | undefined;
  writeAfterMs = WRITE_AFTER_MS;

  constructor(private readonly database: Database) {}

  /** Notes an error that refuses a call with a valid key. */
  note(request: Request, { status, code, details }: ApiError): void {
    const { caller } = request as Partial<PartnerRequest>;
    if (!caller || status >= 500) return;
    const { path } = (request.route ?? {}) as { path?: string };
    if (path === undefined) return;
    const route = `${request.method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const refusal = { at: new Date().toISOString(), route, status, code, fields: knownFields(details?.fields ?? []) };
    this.keep(caller.account.id, caller.key.id, refusal);
  }

  /** Writes the waiting refusals; failed ones wait for the next run. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const taken = [...this.waiting];
    this.waiting.clear();
    for (const [keyId, { accountId, refusals }] of taken) {
      const newestFirst = refusals.toReversed();
      await this.database
        .transaction(accountId, (tx) => tx.commit([addKeyRefusals(accountId, keyId, newestFirst)]))
        .catch((error: unknown) => {
          log.warn(describeError(error), 'refusals of keys were not written');
          const since = this.waiting.get(keyId)?.refusals ?? [];
          this.waiting.delete(keyId);
          for (const refusal of [...refusals, ...since]) this.keep(accountId, keyId, refusal);
        });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
    clearTimeout(this.timer);
  }

  private keep(accountId: string, keyId: string, refusal: KeyRefusal): void {
    let waiting = this.waiting.get(keyId);
    if (!waiting) {
      if (this.waiting.size === MAX_KEYS) return;
      this.waiting.set(keyId, (waiting = { accountId, refusals: [] }));
    }
    waiting.refusals.push(refusal);
    if (waiting.refusals.length > MAX_KEY_REFUSALS) waiting.refusals.shift();
    this.timer ??= setTimeout(
      guarded('refusals of keys were not written', () => this.write()),
      this.writeAfterMs,
    ).unref();
  }
}

/** Answers every error, and notes the refusals of keys. */
export const ERROR_FILTER = {
  provide: APP_FILTER,
  inject: [KeyRefusalsService],
  useFactory: (refusals: KeyRefusalsService) => {
    const note = (request: Request, error: ApiError): void => refusals.note(request, error);
    return new ApiErrorFilter(guarded('a refusal of a key was not noted', note));
  },
};
