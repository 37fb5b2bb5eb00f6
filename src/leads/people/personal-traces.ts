import { Injectable } from '@nestjs/common';
import type { Subject } from '../../contract/audit';
import type { PersonExport } from '../../contract/person';
import type { Query } from '../../database/query';

/** What a folder to the right keeps of people; in its SQL the account is $1. */
export interface PersonalTrace {
  /** The field of the export that shows it. */
  readonly field: keyof PersonExport;
  /** SQL of a JSON array: what is kept of a person. `c` is a row with the columns of a conversation. */
  readonly exported: string;
  /** What is found by the phone alone. Everything else refers to leads and deals, and names nobody without them. */
  readonly ofPhone?: {
    /** The condition that something is kept of this phone. */
    readonly exists: (phoneKey: string) => string;
    /** Locks it; these locks are the last ones in the order of locks. */
    readonly lock: (accountId: string, phoneKey: string | null) => Query<LockedTrace[], 'lock'>;
  };
}

/** A locked record: its name in the audit trail, and the statement that removes the person from it. */
export interface LockedTrace {
  readonly subject: Subject;
  readonly erase: Query<void>;
}

/** What all folders to the right keep of people. Each folder registers; erasure, export and look-up ask all of them. */
@Injectable()
export class PersonalTraces {
  private readonly registered: PersonalTrace[] = [];

  register(trace: PersonalTrace): void {
    this.registered.push(trace);
    // The fields of an export have one order, whichever folder starts first.
    this.registered.sort((one, other) => (one.field < other.field ? -1 : 1));
  }

  get all(): readonly PersonalTrace[] {
    return this.registered;
  }
}
