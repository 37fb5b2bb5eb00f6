import { refusalOfServer } from '../server-version';

export interface MoveTarget {
  /** `server_version_num`. */
  readonly release: number;
  readonly encoding: string;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Whether the role owns the tables, or may create them. */
  readonly isOwner: boolean;
}

/** Returns why nothing can be moved there, for the operator, or undefined. */
export function refusalOfTarget({ release, encoding, role, isSuperuser, isOwner }: MoveTarget): string | undefined {
  const tooOld = refusalOfServer(release);
  if (tooOld) return tooOld;
  if (encoding !== 'UTF8') return `the database has the encoding ${encoding}, it must be UTF8`;
  // The role that creates the tables gives the service's role its rights on them.
  if (isSuperuser || !isOwner)
    return `the role ${role} ${isSuperuser ? 'is a superuser' : 'does not own the tables'}: name entrada_owner (docs/operations.md, "Roles")`;
  return undefined;
}
