import { Injectable } from '@nestjs/common';
import { type Caller, canRead } from '../../auth/caller';
import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import type { ChangedLead } from '../../contract/lead';
import { noteEntry } from '../../contract/note-entry';
import { Database } from '../../database/database';
import type { ChangeLeadDto } from './change-lead.dto';
import { laterThan } from '../record/clock';
import { differs, type LeadValues, valuesOf, withEmailKey } from '../record/lead-columns';
import { viewLead } from '../record/lead.view';
import { changeLead } from '../record/change-lead';
import { type LockedLead, lockLead, withValues } from '../record/leads.queries';
import { listTags } from '../record/tags.queries';
import { appendNote } from '../record/notes';
import { refuseWithoutRoom, tagChange } from '../record/tag-change';

/** PATCH /leads/{id} (specification, section 4). */
@Injectable()
export class ChangeLeadService {
  constructor(private readonly database: Database) {}

  /**
   * All of it or nothing. Throws `not_found`, 422 for tags that have no room, and `notes_full` when the note does not fit. For a caller
   * that may not read, tags without room are left out instead.
   */
  change(caller: Caller, id: string, body: ChangeLeadDto): Promise<ChangedLead> {
    const account = caller.account.id;
    return this.database.transaction(async (tx) => {
      const [lead, held] = await tx.send([lockLead(account, id), listTags(account, id)]);
      if (!lead) throw missing('lead');
      const tags = tagChange(account, id, held, body);
      if (canRead(caller)) refuseWithoutRoom(tags);
      const values = changedValues(lead, body, caller.key.name);
      const updated = differs(lead, values) || tags.changes;
      const updatedAt = laterThan(lead.updatedAt, lead.now);
      const [, shown] = await tx.commit([
        updated ? changeLead(account, lead, updatedAt, withValues(lead, values), tags) : undefined,
        canRead(caller) ? viewLead(account, id, caller.account.planAutoOrigin) : undefined,
      ]);
      // A caller that may not read must not learn which guesses change nothing.
      return shown ? { id, updated, lead: shown } : { id, updated: true };
    });
  }
}

function changedValues(lead: LockedLead, body: ChangeLeadDto, keyName: string): LeadValues {
  const notes =
    body.notes === undefined
      ? lead.notes
      : appendNote(lead.notes, noteEntry(body.notes, { source: 'API', name: keyName, day: lead.today }));
  if (notes === undefined) throw new ApiError('notes_full');
  const email = body.email === undefined ? lead.email : body.email;
  return { ...valuesOf(lead), name: body.name ?? lead.name, ...withEmailKey(email), notes };
}
