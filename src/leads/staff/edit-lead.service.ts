import { Injectable } from '@nestjs/common';
import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import { momentOf } from '../../common/moment';
import type { LeadView } from '../../contract/lead';
import { noteEntry } from '../../contract/note-entry';
import { Database } from '../../database/database';
import { changeLead } from '../record/change-lead';
import { laterThan } from '../record/clock';
import { followOriginOfOldestLead, lockConversationOfLead } from '../record/conversations.queries';
import { differs, type LeadValues, valuesOf, withEmailKey } from '../record/lead-columns';
import { viewLead } from '../record/lead.view';
import { type LockedLead, lockLead, withValues } from '../record/leads.queries';
import { listTags } from '../record/tags.queries';
import { appendNote } from '../record/notes';
import { isOpenOrigin } from '../record/origin';
import { refuseWithoutRoom, tagChange } from '../record/tag-change';
import type { EditLeadDto } from './edit-lead.dto';

/** PATCH /leads/{id} of the owner, who corrects what anybody has written. */
@Injectable()
export class EditLeadService {
  constructor(private readonly database: Database) {}

  /**
   * All of it or nothing; `author` is the name under a new note. Throws `not_found`, 422 for tags that have no room, `notes_full` when the note does not fit, and
   * `conflict` for another version than the expected one, or for an origin that is decided: the first contact wins.
   */
  async edit(accountId: string, id: string, author: string, body: EditLeadDto): Promise<LeadView> {
    return (await this.change(accountId, id, author, body)).lead;
  }

  /** Returns whether the lead lacked one of them. Throws `not_found`, and 422 when it has no room for all that it lacks. */
  async addTags(accountId: string, id: string, tags: string[]): Promise<boolean> {
    return (await this.change(accountId, id, '', { add_tags: tags })).isChanged;
  }

  private change(accountId: string, id: string, author: string, body: EditLeadDto) {
    return this.database.transaction(async (tx) => {
      const conversation = body.origin && (await tx.send(lockConversationOfLead(accountId, id)));
      const [lead, held] = await tx.send([lockLead(accountId, id), listTags(accountId, id)]);
      if (!lead || (body.origin && !conversation)) throw missing('lead');
      if (!isExpected(lead, body))
        throw new ApiError('conflict', {
          message: 'O lead foi alterado enquanto isso; recarregue e repita a alteração.',
        });
      const tags = tagChange(accountId, id, held, body);
      refuseWithoutRoom(tags);
      const values = editedValues(lead, body, author);
      const updatedAt = laterThan(lead.updatedAt, lead.now);
      const isChanged = differs(lead, values) || tags.changes;
      const [, , shown] = await tx.commit([
        isChanged ? changeLead(accountId, lead, updatedAt, withValues(lead, values), tags) : undefined,
        conversation && values.origin !== lead.origin
          ? followOriginOfOldestLead(accountId, conversation.id)
          : undefined,
        viewLead(accountId, id, true),
      ]);
      return { isChanged, lead: shown as LeadView };
    });
  }
}

function isExpected(lead: LockedLead, { expected_updated_at: expected }: EditLeadDto): boolean {
  return expected === undefined || momentOf(expected)?.getTime() === lead.updatedAt.getTime();
}

function editedValues(lead: LockedLead, body: EditLeadDto, author: string): LeadValues {
  const record = body.notes ?? lead.notes;
  const notes =
    body.note === undefined
      ? record
      : appendNote(record, noteEntry(body.note, { source: 'Equipe', name: author, day: lead.today }));
  if (notes === undefined) throw new ApiError('notes_full');
  return {
    ...valuesOf(lead),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.email !== undefined && withEmailKey(body.email)),
    notes,
    ...originAfter(lead, body),
  };
}

function originAfter(lead: LockedLead, { origin }: EditLeadDto): Partial<LeadValues> {
  if (origin === undefined || origin === lead.origin) return {};
  if (!isOpenOrigin(lead.origin))
    throw new ApiError('conflict', { message: 'O lead já tem uma origem, e ela não muda.' });
  return { origin, originRule: 'staff' };
}
