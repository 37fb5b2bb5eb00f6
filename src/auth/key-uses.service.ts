import { Injectable } from '@nestjs/common';
import { runJob } from '../common/jobs';
import { Database } from '../database/database';
import { prepared, write } from '../database/query';

const MINUTE_MS = 60_000;

const RECORD_USE = prepared(
  'record_key_use',
  `insert into api_key_uses (account_id, key_id, last_used_at) values ($1, $2, $3)
   on conflict (account_id, key_id) do update set last_used_at = excluded.last_used_at
   where api_key_uses.last_used_at <= $4`,
);

/** When keys were last used: written at most once a minute for each key, in parallel to requests, which never wait for it. */
@Injectable()
export class KeyUsesService {
  /** When this process last wrote a key's use, in milliseconds. The statement itself holds for all instances. */
  private readonly written = new Map<string, number>();

  constructor(private readonly database: Database) {}

  record(accountId: string, keyId: string): void {
    const now = Date.now();
    if (now - (this.written.get(keyId) ?? 0) < MINUTE_MS) return;
    this.written.set(keyId, now);
    void runJob('key_uses', async () => {
      await this.database.write(write(RECORD_USE, [accountId, keyId, new Date(now), new Date(now - MINUTE_MS)]));
    });
  }
}
