/** Groups whose times are compared. `other` is only shown. */
export const GROUPS = ['POST', 'GET', 'list', 'owner', 'other'] as const;
export type Group = (typeof GROUPS)[number];

/** Requests of partners and owners, with their share of all requests and their group. The rest of a week is in `chores.ts`. */
const SENT = {
  /** A new person, by a key that may read, and by a key that may not. */
  new: [12, 'POST'],
  'new, unread': [12, 'POST'],
  /** The same form from a recent person, a person of the seed, and an external_id sent again. */
  again: [15, 'POST'],
  known: [4, 'POST'],
  replay: [4, 'POST'],
  get: [30, 'GET'],
  list: [6, 'list'],
  lookup: [3, 'other'],
  change: [3, 'other'],
  move: [3, 'other'],
  /** A page of the owner's console. */
  owner: [8, 'owner'],
} as const satisfies Record<string, readonly [share: number, group: Group]>;

export type Sent = keyof typeof SENT;

const KINDS = Object.entries(SENT) as [Sent, readonly [number, Group]][];

/** Returns the kind at a place from 0 up to 1. Each kind takes its share of this length. */
export function kindAt(place: number): Sent {
  let end = 0;
  for (const [kind, [share]] of KINDS) if (place * 100 < (end += share)) return kind;
  throw new Error(`${place} is not from 0 up to 1`);
}

export const groupOf = (kind: string): Group => KINDS.find(([sent]) => sent === kind)?.[1][1] ?? 'other';
