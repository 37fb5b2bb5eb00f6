import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Request } from 'express';
import { brasiliaDay } from '../../common/brasilia-time';
import type { ApiError } from '../../common/api-error';
import { ApiErrorFilter } from '../../common/http/api-error.filter';
import { guarded } from '../../common/process/guarded';
import { describeError, log } from '../../common/process/log';
import { knownFields } from '../../common/input/input.pipe';
import type { KeyRefusal } from '../../contract/key';
import { MAX_KEY_REFUSALS } from '../../contract/limits';
import { Database } from '../../database/database';
import type { PartnerRequest } from './caller';
import { addKeyRefusals, countKeyRefusals, type RefusalCount } from './api-keys.queries';

/** Milliseconds after which refusals are written, in one write per key. */
const WRITE_AFTER_MS = 5_000;
/** Most keys with waiting refusals; refusals of further keys are dropped. */
const MAX_KEYS = 1_000;

/** Unwritten refusals of one key. */
interface Waiting {
  readonly accountId: string;
  /** The last ones, oldest first. */
  readonly refusals: KeyRefusal[];
  /** Of all of them, by day, code and field. */
  readonly counts: Map<string, RefusalCount>;
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
    const at = new Date();
    const fields = knownFields(details?.fields ?? []);
    const waiting = this.waitingOf(caller.account.id, caller.key.id);
    if (!waiting) return;
    keep(waiting, [{ at: at.toISOString(), route, status, code, fields }]);
    const day = brasiliaDay(at);
    count(
      waiting,
      ['', ...new Set(fields.map(withoutPlaces))].map((field) => ({ day, code, field, count: 1 })),
    );
  }

  /** Writes the waiting refusals; failed ones wait for the next run. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const taken = [...this.waiting];
    this.waiting.clear();
    for (const [keyId, { accountId, refusals, counts }] of taken) {
      await this.database
        .transaction(accountId, (tx) =>
          tx.commit([
            addKeyRefusals(accountId, keyId, refusals.toReversed()),
            countKeyRefusals(accountId, keyId, [...counts.values()]),
          ]),
        )
        .catch((error: unknown) => {
          log.warn(describeError(error), 'refusals of keys were not written');
          const since = this.waiting.get(keyId)?.refusals ?? [];
          const waiting = this.waitingOf(accountId, keyId);
          if (!waiting) return;
          keep(waiting, [...refusals, ...since.splice(0)]);
          count(waiting, counts.values());
        });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
    clearTimeout(this.timer);
  }

  /** What waits for a key; undefined when too many keys wait. */
  private waitingOf(accountId: string, keyId: string): Waiting | undefined {
    this.timer ??= setTimeout(
      guarded('refusals of keys were not written', () => this.write()),
      this.writeAfterMs,
    ).unref();
    const found = this.waiting.get(keyId);
    if (found || this.waiting.size === MAX_KEYS) return found;
    const waiting = { accountId, refusals: [], counts: new Map<string, RefusalCount>() };
    this.waiting.set(keyId, waiting);
    return waiting;
  }
}

function keep({ refusals }: Waiting, more: readonly KeyRefusal[]): void {
  refusals.push(...more);
  refusals.splice(0, refusals.length - MAX_KEY_REFUSALS);
}

function count({ counts }: Waiting, more: Iterable<RefusalCount>): void {
  for (const one of more) {
    const name = `${one.day} ${one.code} ${one.field}`;
    const counted = counts.get(name);
    if (counted) counted.count += one.count;
    else counts.set(name, { ...one });
  }
}

/** `tags.1` and `tags.2` are one field. */
const withoutPlaces = (field: string): string => field.replaceAll(/\.\d+/g, '');

/** Answers every error, and notes the refusals of keys. */
export const ERROR_FILTER = {
  provide: APP_FILTER,
  inject: [KeyRefusalsService],
  useFactory: (refusals: KeyRefusalsService) => {
    const note = (request: Request, error: ApiError): void => refusals.note(request, error);
    return new ApiErrorFilter(guarded('a refusal of a key was not noted', note));
  },
};
