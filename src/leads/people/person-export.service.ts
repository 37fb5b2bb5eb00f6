import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/audit-entry';
import { recordAudit } from '../../audit/audit.queries';
import { missing } from '../../common/missing';
import type { Subject } from '../../contract/audit';
import type { PersonExport } from '../../contract/person';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { exportPersonOfLead, exportPersonOfPhone } from './lead-export.queries';
import { PersonalTraces } from './personal-traces';
import { subjectOf } from './person.queries';
import type { Phone } from '../record/phone';

/** Exports all data of a person. The audit trail records each export before the data is sent. */
@Injectable()
export class PersonExportService {
  constructor(
    private readonly database: Database,
    private readonly traces: PersonalTraces,
  ) {}

  /** Throws `not_found`. */
  ofLead(accountId: string, leadId: string, actor: Actor): Promise<PersonExport> {
    return this.database.transaction(accountId, async (tx) => {
      const person = await tx.send(exportPersonOfLead(this.traces.all, accountId, leadId));
      return handOut(tx, accountId, actor, person, { type: 'lead', id: leadId });
    });
  }

  /** Exports the person with this phone, with or without a lead. Throws `not_found` for an unknown phone. */
  ofPhone(accountId: string, { key }: Phone, actor: Actor): Promise<PersonExport> {
    return this.database.transaction(accountId, async (tx) => {
      const person = await tx.send(exportPersonOfPhone(this.traces.all, accountId, key));
      const others = person.import_rows.map((row) => ({ type: 'import', id: row.import_id }) as const);
      return handOut(tx, accountId, actor, person, subjectOf({ ...person, held: person.held_submissions, others }));
    });
  }
}

async function handOut(
  tx: Transaction,
  accountId: string,
  actor: Actor,
  person: PersonExport | undefined,
  subject: Subject | undefined,
): Promise<PersonExport> {
  if (!person || !subject) throw missing('person');
  await tx.commit([recordAudit(accountId, actor, 'person.exported', subject)]);
  return person;
}
