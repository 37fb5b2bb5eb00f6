import { acrossAccounts } from './query';

export interface FoundInstallation {
  readonly id: string;
}

export const FIND_INSTALLATION = acrossAccounts('select id from installation');
