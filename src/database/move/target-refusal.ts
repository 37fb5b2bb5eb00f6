import { refusalOfServer } from '../server-version';

/** What a database says of itself, and of the role that is connected to it. */
export interface MoveTarget {
  /** `server_version_num`. */
  readonly release: number;
  readonly encoding: string;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Whether the tables are the role's, or will be: it may make them. */
  readonly isOwner: boolean;
}

/** Why nothing can be moved there, for the operator; undefined when it can. */
export function refusalOfTarget({ release, encoding, role, isSuperuser, isOwner }: MoveTarget): string | undefined {
  const tooOld = refusalOfServer(release);
  if (tooOld) return tooOld;
  if (encoding !== 'UTF8') return `the database has the encoding ${encoding}, it must be UTF8`;
  // The service's role gets its rights on the tables from the role that makes them.
  if (isSuperuser || !isOwner)
    return `the role ${role} ${isSuperuser ? 'is a superuser' : 'does not own the tables'}: name entrada_owner (docs/operations.md, "Roles")`;
  return undefined;
}
