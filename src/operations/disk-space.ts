import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import { acrossAccounts, readRow } from '../database/query';

/** Milliseconds for which a good answer is used, because a trial writes a megabyte. */
const TRY_EVERY_MS = 5_000;

const DISK_FULL = '53100';
/** Error of the role's `temp_file_limit`, which says nothing about the disk. */
const LIMITED = '53400';

/** Writes a temporary file, because the readiness connection has little memory. Needs no permission, and leaves nothing. */
const WRITE_TEMPORARY = acrossAccounts(
  `select count(*) from unnest(array_fill(repeat('x', 8000), array[130])) block`,
  'write_temporary',
);

/** Whether the database's disk has room for another megabyte. */
@Injectable()
export class DiskSpace {
  private checkedAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** Throws when the database does not answer. */
  async hasSpace(): Promise<boolean> {
    const now = performance.now();
    if (now - this.checkedAt < TRY_EVERY_MS) return true;
    try {
      await this.database.readForReadiness(readRow(WRITE_TEMPORARY, []));
    } catch (error) {
      if (sqlState(error) === LIMITED) return true;
      if (sqlState(error) !== DISK_FULL) throw error;
      this.checkedAt = -Infinity;
      return false;
    }
    this.checkedAt = now;
    return true;
  }
}
