import { acrossAccounts, readRow } from './query';

/** Reads the id of the installation: one for all instances on this database, and another one on every other database. */
export const FIND_INSTALLATION = acrossAccounts('select id from installation');

/** The installation that this database belongs to. */
export const findInstallation = () => readRow<{ id: string }>(FIND_INSTALLATION, []);
