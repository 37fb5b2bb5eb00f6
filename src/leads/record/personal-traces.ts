import { Injectable } from '@nestjs/common';
import type { Subject } from '../../contract/audit';
import type { PersonExport } from '../../contract/person';
import { type ListInParts, ofValue } from '../../database/list-in-parts';
import type { Query } from '../../database/query';
import type { Phone } from './phone';

/** SQL: the conversation and the phone of which a list is exported; null without one. */
export const CONVERSATION_ID = `${ofValue(1)}::uuid`;
export const PHONE_KEY = ofValue(2);

/** The personal records of a folder to the right; in its SQL the account is $1. */
export interface PersonalTrace {
  readonly field: keyof PersonExport;
  /** The records of the conversation and phone that `CONVERSATION_ID` and `PHONE_KEY` give. */
  readonly exported: ListInParts;
  /** Gives the records of a merged lead to the lead that stays. */
  readonly move?: (accountId: string, from: string, into: string) => Query<void>;
  /** Records found by the phone alone. All others refer to leads and deals, and name nobody without them. */
  readonly ofPhone?: {
    /** SQL: the subject of the first record as JSON; null without one. */
    readonly first: (phoneKey: string) => string;
    /** Locks the records. */
    readonly lock: (accountId: string, phoneKey: string) => Query<LockedTrace[], 'lock'>;
    /** Gives the records of a number the one that is right: all, or those of one lead. */
    readonly correct?: (accountId: string, old: OldNumber, to: Phone) => Query<void, 'write'>;
  };
}

/** A number that is wrong, for all leads that have it or for one of several. */
export interface OldNumber {
  readonly phoneKey: string;
  /** Null for all. */
  readonly leadId: string | null;
}

/** A locked record: its name in the audit trail, and the statement that removes the person. */
export interface LockedTrace {
  readonly subject: Subject;
  readonly erase: Query<void>;
}

/** The registry of personal records in folders to the right; erasure, export, merge and look-up ask all of them. */
@Injectable()
export class PersonalTraces {
  private readonly registered: PersonalTrace[] = [];

  register(trace: PersonalTrace): void {
    this.registered.push(trace);
    // Keeps one order of export fields, whichever folder starts first.
    this.registered.sort((one, other) => (one.field < other.field ? -1 : 1));
  }

  get all(): readonly PersonalTrace[] {
    return this.registered;
  }
}
