/** Milliseconds for which a call of an account limits the others. */
export const ACTIVE_MS = 10_000;

interface Call {
  readonly accountId: string;
  at: number;
}

const NEVER: Call = { accountId: '', at: -Infinity };

/** Which accounts called lately, as far as it decides whether one is alone. Times are milliseconds of one clock. */
export class ActiveAccounts {
  /** The latest call of an account, and the latest one of another account. */
  private latest = NEVER;
  private latestOfOther = NEVER;

  /** `''` is no account. */
  note(accountId: string, now: number): void {
    if (accountId === '') return;
    if (accountId !== this.latest.accountId) {
      this.latestOfOther = this.latest;
      this.latest = { accountId, at: now };
    }
    this.latest.at = now;
  }

  /** Whether no other account called in the last `ACTIVE_MS`. */
  isAlone(accountId: string, now: number): boolean {
    const other = this.latest.accountId === accountId ? this.latestOfOther : this.latest;
    return now - other.at >= ACTIVE_MS;
  }
}
