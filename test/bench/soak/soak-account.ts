import type { SeededAccount } from '../seed';

/** An account for the load: its keys, its owner's session, and some of what the seed has put into it. */
export interface SoakAccount {
  readonly id: string;
  readonly role: SeededAccount['role'];
  readonly email: string;
  /** May read and write. */
  readonly key: string;
  /** May only write: the answer is always 202. */
  readonly unreadKey: string;
  readonly session: string;
  readonly leads: number;
  readonly ids: readonly string[];
  /** Stages of the default pipeline, none of them won. */
  readonly stages: readonly string[];
}
