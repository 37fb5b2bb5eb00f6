import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { sqlState } from '../database/errors';
import { acrossAccounts, readRow } from '../database/query';

/** Milliseconds that a good answer is used: a trial writes a megabyte. */
const TRY_EVERY_MS = 5_000;

const DISK_FULL = '53100';
/** Of the role's `temp_file_limit`: says nothing of the disk. */
const LIMITED = '53400';

/** Kept in a temporary file, as the connection for readiness has little memory: it needs no right, and leaves nothing. */
const WRITE_TEMPORARY = acrossAccounts(
  `select count(*) from unnest(array_fill(repeat('x', 8000), array[130])) block`,
  'write_temporary',
);

/** Whether the database's disk takes a megabyte more. */
@Injectable()
export class DiskSpace {
  private foundAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** Throws when the database does not answer. */
  async isLeft(): Promise<boolean> {
    const now = performance.now();
    if (now - this.foundAt < TRY_EVERY_MS) return true;
    try {
      await this.database.readAside(readRow(WRITE_TEMPORARY, []));
    } catch (error) {
      if (sqlState(error) === LIMITED) return true;
      if (sqlState(error) !== DISK_FULL) throw error;
      this.foundAt = -Infinity;
      return false;
    }
    this.foundAt = now;
    return true;
  }
}
