import type { Config } from '../config/config';
import type { AccountView } from '../contract/account';
import type { Account } from './account.entity';

/** Limits that an account may have of its own; null: the installation's. */
export type OwnLimits = Readonly<Pick<Account, 'submissionsPerDay' | 'callsPerMinute' | 'writesPerMinute'>>;

/** The limits of the installation, with those that the account has of its own in their place. */
export const limitsFor = (account: OwnLimits, limits: Config['limits']): Config['limits'] => ({
  ...limits,
  accountSubmissionsPerDay: account.submissionsPerDay ?? limits.accountSubmissionsPerDay,
  keyPerMinute: account.callsPerMinute ?? limits.keyPerMinute,
  keyWritesPerMinute: account.writesPerMinute ?? limits.keyWritesPerMinute,
});

/** Shows the limits that hold for an account with limits of its own; undefined for others. */
export function shownLimits(account: OwnLimits, limits: Config['limits']): AccountView['limits'] {
  const { submissionsPerDay, callsPerMinute, writesPerMinute } = account;
  if (submissionsPerDay === null && callsPerMinute === null && writesPerMinute === null) return undefined;
  const { accountSubmissionsPerDay, keyPerMinute, keyWritesPerMinute } = limitsFor(account, limits);
  return {
    submissions_per_day: accountSubmissionsPerDay,
    calls_per_minute: keyPerMinute,
    writes_per_minute: keyWritesPerMinute,
  };
}
