import { percentile } from '../statistics';
import type { Traffic } from './minute';
import { type Group, GROUPS, groupOf } from './mix';

/** Collects the traffic until `take`. */
export class Recorder {
  private times = new Map<Group, number[]>();
  private failures: Record<string, number> = {};
  private requests = 0;
  private open = 0;
  private mostOpen = 0;

  /** Counts a request that is due. */
  begin(): void {
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
  }

  /** Records the answer to a request after `milliseconds`. `failure` says what was wrong with it. */
  end(kind: string, milliseconds: number, failure?: string): void {
    this.open--;
    this.requests++;
    const group = groupOf(kind);
    const times = this.times.get(group) ?? [];
    times.push(milliseconds);
    this.times.set(group, times);
    if (failure === undefined) return;
    const name = `${kind}: ${failure}`;
    this.failures[name] = (this.failures[name] ?? 0) + 1;
  }

  /** Returns the traffic since the last call. */
  take(): Traffic {
    const { requests, failures, mostOpen, times } = this;
    this.times = new Map();
    this.failures = {};
    this.requests = 0;
    this.mostOpen = this.open;
    const shown = GROUPS.flatMap((group) => {
      const values = times.get(group);
      return values ? [[group, { p50: percentile(values, 50), p99: percentile(values, 99) }] as const] : [];
    });
    return { requests, failures, unanswered: mostOpen, times: Object.fromEntries(shown) };
  }
}
