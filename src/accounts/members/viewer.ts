/**
 * The seller who sees their own and unassigned leads only, by the member's id; null for those who see all leads. An argument of every
 * query about leads that a member may ask, next to the account's id.
 */
export type Viewer = string | null;

/** Partners, jobs, the operator, and members who see all leads. */
export const SEES_ALL = null;

/** SQL: the row `lead` of leads is seen by the viewer in the placeholder `viewer`. */
export const isSeen = (lead: string, viewer: string): string =>
  `(${viewer}::uuid is null or ${lead}.responsible_id is null or ${lead}.responsible_id = ${viewer}::uuid)`;
