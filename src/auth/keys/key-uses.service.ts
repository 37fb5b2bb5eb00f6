import { Injectable } from '@nestjs/common';
import { measured } from '../../common/process/jobs';
import { Database } from '../../database/database';
import { prepared, write } from '../../database/query';
import { MINUTE_MS } from '../../contract/durations';

const measuredUse = measured('key_uses');

const RECORD_USE = prepared(
  'record_key_use',
  `insert into api_key_uses (account_id, key_id, last_used_at) values ($1, $2, $3)
   on conflict (account_id, key_id) do update set last_used_at = excluded.last_used_at
   where api_key_uses.last_used_at <= $4`,
);

/** Last use of keys, written at most once a minute per key; requests never wait for it. */
@Injectable()
export class KeyUsesService {
  /** Last write of each key by this process, in milliseconds. The statement applies the limit across instances. */
  private readonly written = new Map<string, number>();

  constructor(private readonly database: Database) {}

  record(accountId: string, keyId: string): void {
    const now = Date.now();
    if (now - (this.written.get(keyId) ?? 0) < MINUTE_MS) return;
    this.written.set(keyId, now);
    void measuredUse(async () => {
      await this.database
        .as('partner')
        .write(write(RECORD_USE, [accountId, keyId, new Date(now), new Date(now - MINUTE_MS)]));
    });
  }
}
