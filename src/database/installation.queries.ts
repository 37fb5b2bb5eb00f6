import { acrossAccounts, readRow } from './query';

/** What distinguishes this database from those of other installations. */
export interface FoundInstallation {
  readonly id: string;
}

export const FIND_INSTALLATION = acrossAccounts('select id from installation');

/** The installation that this database belongs to. */
export const findInstallation = () => readRow<FoundInstallation>(FIND_INSTALLATION, []);
