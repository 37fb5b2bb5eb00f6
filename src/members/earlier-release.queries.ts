import { acrossAccounts, map, readRow } from '../database/query';

// This release names its connections otherwise. An instance of release 1.1.0 runs jobs each second, so it is always connected.
const IS_EARLIER_RUNNING = acrossAccounts(
  `select exists (select from pg_stat_activity a where a.datname = current_database() and a.application_name = 'entrada') as "isRunning"`,
);

/** Whether an instance of release 1.1.0 is connected, which knows no members but owners. */
export const isEarlierReleaseRunning = () =>
  map(readRow<{ isRunning: boolean }>(IS_EARLIER_RUNNING, []), (row) => row?.isRunning === true);
