import { Injectable } from '@nestjs/common';
import type { Subject } from '../../contract/audit';
import type { PersonExport } from '../../contract/person';
import type { Query } from '../../database/query';

/** What a folder to the right keeps of people; in its SQL the account is $1. */
export interface PersonalTrace {
  /** The field of the export that shows it. */
  readonly field: keyof PersonExport;
  /** An array of JSON: what is kept of the person of a row `c`, which has the columns of a conversation. */
  readonly exported: string;
  /** What is kept by the phone alone. All else hangs on the leads and their deals, and tells nothing without them. */
  readonly ofPhone?: {
    /** The condition that something is kept of this phone. */
    readonly exists: (phoneKey: string) => string;
    /** Locks it, last in the order of locks. */
    readonly lock: (accountId: string, phoneKey: string | null) => Query<LockedTrace[], 'lock'>;
  };
}

/** Something that was locked, as the audit trail names it, and the statement that takes the person out of it. */
export interface LockedTrace {
  readonly subject: Subject;
  readonly erase: Query<void>;
}

/** What all folders to the right keep of people: erasure, export and look-up ask each that is registered. */
@Injectable()
export class PersonalTraces {
  private readonly registered: PersonalTrace[] = [];

  register(trace: PersonalTrace): void {
    this.registered.push(trace);
    // One order of the export, whichever folder starts first.
    this.registered.sort((one, other) => (one.field < other.field ? -1 : 1));
  }

  get all(): readonly PersonalTrace[] {
    return this.registered;
  }
}
