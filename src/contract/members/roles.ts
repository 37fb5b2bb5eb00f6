/** Roles of an account's members; exactly one is the owner. */
export const ROLES = ['owner', 'manager', 'seller'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that a member may be given; the owner is named by the operator. */
export const GIVEN_ROLES = ['manager', 'seller'] as const satisfies readonly Role[];
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Leads that sellers see: all, or their own and unassigned ones. */
export const SELLERS_SEE = ['all', 'own'] as const;
export type SellersSee = (typeof SELLERS_SEE)[number];

const ALL: readonly Role[] = ROLES;
const LEADING: readonly Role[] = ['owner', 'manager'];
const OWNER: readonly Role[] = ['owner'];

/**
 * Who may do what: the one table of roles. Every route of an account names its right. What a right means for a seller (own leads, own
 * figures, what they may assign) is a rule of the route.
 */
const RIGHTS = {
  /** Reads of the account, its pipelines and the names of members; one's own sessions. */
  account: ALL,
  /** Daily work with leads: lists, board, moves, notes, appointments, timeline, events, one's own notifications. */
  leads: ALL,
  /** Files of leads; sellers only where the account allows it. */
  export: ALL,
  /** Anybody's leads to anybody. */
  assign: LEADING,
  /** Changes of activities of others. */
  activities: LEADING,
  held_submissions: LEADING,
  duplicates: LEADING,
  imports: LEADING,
  sources: LEADING,
  /** Changes of pipelines, stages and automations. */
  pipelines: LEADING,
  metrics: ALL,
  /** Erasure and export of a person. */
  people: LEADING,
  audit: LEADING,
  /** Invitations and changes of members; managers only of sellers. */
  members: LEADING,
  /** Data held of a member. */
  member_data: OWNER,
  settings: OWNER,
  api_keys: OWNER,
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;
const RIGHT_NAMES = Object.keys(RIGHTS) as Right[];

/** Roles with a right, in the order of `ROLES`. */
export const rolesWith = (right: Right): readonly Role[] => RIGHTS[right];

/** Rights of a role; `sellersExport` is the account's setting. */
export const rightsOf = (role: Role, sellersExport: boolean): Right[] =>
  RIGHT_NAMES.filter(
    (right) => RIGHTS[right].includes(role) && (right !== 'export' || role !== 'seller' || sellersExport),
  );

/** Every right, as the operator has them. */
export const ALL_RIGHTS: readonly Right[] = RIGHT_NAMES;
