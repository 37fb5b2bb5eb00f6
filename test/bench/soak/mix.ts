/** What partners and owners send, in shares of all requests. The rest of a week is in `chores.ts`. */
export const SHARES = {
  /** A new person, by a key that may read, and by one that may not. */
  new: 12,
  'new, unread': 12,
  /** The same form from a person of a moment ago, one of the seed's people, and an external_id sent again. */
  again: 15,
  known: 4,
  replay: 4,
  get: 30,
  list: 6,
  lookup: 3,
  change: 3,
  move: 3,
  /** A page of the owner's console. */
  owner: 8,
} as const;

export type Sent = keyof typeof SHARES;

const KINDS = Object.keys(SHARES) as Sent[];
const ALL = Object.values(SHARES).reduce((sum, share) => sum + share, 0);

/** The kind at a place from 0 up to 1: each kind takes as much of that length as its share. */
export function kindAt(place: number): Sent {
  let end = 0;
  for (const kind of KINDS) if (place * ALL < (end += SHARES[kind])) return kind;
  throw new Error(`${place} is not from 0 up to 1`);
}

/** The groups whose times are compared; `other` is only shown. */
export const GROUPS = ['POST', 'GET', 'list', 'owner', 'other'] as const;
export type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Partial<Record<string, Group>>> = {
  new: 'POST',
  'new, unread': 'POST',
  again: 'POST',
  known: 'POST',
  replay: 'POST',
  get: 'GET',
  list: 'list',
  owner: 'owner',
};

export const groupOf = (kind: string): Group => GROUP_OF[kind] ?? 'other';
