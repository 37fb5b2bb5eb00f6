import type { ActorType } from '../contract/audit';
import { type Role, rolesWith, type SellersSee } from '../contract/members/roles';

/** Who did something, as the audit trail names them. */
export interface Author {
  readonly type: ActorType;
  readonly memberId: string | null;
  readonly keyId: string | null;
  /** The name of a job. */
  readonly job: string | null;
  /** The client's whole address (`clientAddress`); most jobs have none. */
  readonly address: string | null;
}

/** Sees all leads, or only own and unassigned ones. An argument of every query of leads that a member may call, next to the account's id. */
export type Viewer = { readonly sees: 'all' } | { readonly sees: 'own'; readonly memberId: string };

/** Who acts in an account: each guard makes one, and each job. */
export type Actor = Author & Viewer & { readonly mayAssign: boolean };

export const SEES_ALL: Viewer = { sees: 'all' };

const NOBODY = { memberId: null, keyId: null, job: null, address: null };
const UNRESTRICTED = { sees: 'all', mayAssign: true } as const;

export const keyActor = (keyId: string, address: string): Actor => ({
  ...NOBODY,
  ...UNRESTRICTED,
  type: 'key',
  keyId,
  address,
});

export const operatorActor = (address: string): Actor => ({
  ...NOBODY,
  ...UNRESTRICTED,
  type: 'operator',
  address,
});

export const jobActor = (job: string, address: string | null = null): Actor => ({
  ...NOBODY,
  ...UNRESTRICTED,
  type: 'job',
  job,
  address,
});

export const memberAuthor = (memberId: string, isOwner: boolean, address: string | null): Author => ({
  ...NOBODY,
  type: isOwner ? 'owner' : 'member',
  memberId,
  address,
});

export function memberActor(
  { sellersSee }: { readonly sellersSee: SellersSee },
  { id: memberId, role }: { readonly id: string; readonly role: Role },
  address: string | null,
): Actor {
  const sees = role === 'seller' && sellersSee === 'own' ? 'own' : 'all';
  return {
    ...memberAuthor(memberId, role === 'owner', address),
    memberId,
    sees,
    mayAssign: rolesWith('assign').includes(role),
  };
}

/** The same person, for putting back what they did themselves: what a seller has handed over is a colleague's by now. */
export const unrestricted = (actor: Actor): Actor => ({ ...actor, ...UNRESTRICTED });

/** SQL: the row `lead` of leads is seen by the viewer whose `viewerId` is in the placeholder `viewer`. */
// Stryker disable next-line ArrowFunction: only a database can test SQL.
export const isSeen = (lead: string, viewer: string): string =>
  // Stryker disable next-line StringLiteral: only a database can test SQL.
  `(${viewer}::uuid is null or ${lead}.responsible_id is null or ${lead}.responsible_id = ${viewer}::uuid)`;

/** The value for `isSeen`: null for a viewer who sees all leads. */
export const viewerId = (viewer: Viewer): string | null => (viewer.sees === 'all' ? null : viewer.memberId);
