import { acrossAccounts, readRow } from '../database/query';

/** Waiting work of all accounts. Counts stop at 10,000. Ages are in seconds, of the oldest item; 0 when nothing waits. */
export interface Backlog {
  readonly mails_waiting: number;
  readonly mails_waiting_seconds: number;
  readonly mails_dead: number;
  readonly held_waiting: number;
  readonly held_waiting_seconds: number;
  readonly imports_running: number;
  readonly imports_waiting: number;
  readonly imports_waiting_seconds: number;
  readonly sign_ins_waiting: number;
  readonly sign_ins_waiting_seconds: number;
}

// A function of the tables' owner (migration 0021).
const FIND_BACKLOG = acrossAccounts(`select * from backlog()`);

export const findBacklog = () => readRow<Backlog>(FIND_BACKLOG, []);
