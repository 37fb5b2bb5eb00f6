import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../accounts/actor';
import { ApiError, missing } from '../../common/api-error';
import { eachText, type LeadTexts } from '../../contract/lead-fields';
import { noteEntry } from '../../contract/note-entry';
import type { Origin } from '../../contract/origin';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import { countActivities } from '../activities/activities.queries';
import { refuseMany, writeActivity } from '../activities/activities.service';
import { type Alongside, expectSame, findVersion } from '../record/alongside';
import { laterThan } from '../record/clock';
import { followOriginOfOldestLead, lockConversationOfLead } from '../record/conversations.queries';
import { differs, type LeadValues, valuesOf, withEmailKey } from '../record/lead-columns';
import { assignLead, expectActive } from '../record/assignments.queries';
import { expectMayAssign } from '../record/may-assign';
import type { Query } from '../../database/query';
import { type LockedLead, lockLead, withValues, changeLead, expectVersion } from '../record/leads.queries';
import { appendNote } from '../record/notes';
import { isOpenOrigin } from '../record/origin';
import { PersonalTraces } from '../record/personal-traces';
import type { Phone } from '../record/phone';
import { listTags, addTags, removeTags } from '../record/tags.queries';
import { comparisonKey } from '../../common/text';
import { MAX_TAGS_PER_LEAD } from '../../contract/limits';
import { tagsThatFit } from '../record/tags';
import { correctionOf, lockCorrection } from './phone-correction';

interface LeadEdits extends Partial<LeadTexts> {
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  readonly note?: string;
  /** The key whose name goes with the note into the record; without one, a note is an activity of its own. */
  readonly keyName?: string;
  /** Replaces the whole record; the `note` of a partner is appended to it. */
  readonly notes?: string;
  readonly origin?: Origin;
  /** The only origin that `origin` replaces; without it, every open one. */
  readonly replaced_origin?: Origin;
  /** Null: nobody. */
  readonly responsible_id?: string | null;
  readonly expected_updated_at?: string;
  /** Only by those who may give leads to anybody. */
  readonly phone?: Phone;
}

/** The result of an edit; `lead` is undefined without the right to read. */
interface Edited<View> {
  readonly isChanged: boolean;
  readonly lead: View | undefined;
}

/** Edits a lead for partners and staff; their bodies decide which fields may change. */
@Injectable()
export class EditLeadService {
  constructor(
    private readonly database: Database,
    private readonly traces: PersonalTraces,
  ) {}

  /**
   * Applies all changes or none. Throws `not_found`, 422 for tags without room and for a responsible who is no active member,
   * `forbidden` for somebody else's lead and a seller's new phone, `notes_full`, and `conflict` for an unexpected version, a decided origin
   * or the phone of another lead. Without `view`, for an actor without the right to read, tags without room are left out.
   */
  edit<View>(
    accountId: string,
    actor: Actor,
    id: string,
    edits: LeadEdits,
    view: ((accountId: string, id: string) => Query<View | undefined, 'read'>) | undefined,
    alongside?: Alongside,
  ): Promise<Edited<View>> {
    const to = edits.responsible_id;
    const activity = edits.keyName === undefined ? edits.note : undefined;
    const priority = alongside?.isJob ? 'job' : actor.type === 'key' ? 'partner' : 'console';
    return this.database.as(priority).transaction(accountId, RACED, async (tx) => {
      if (edits.phone && !actor.mayAssign) throw new ApiError('forbidden', { message: NO_PHONES });
      await expectActive(tx, accountId, to);
      // A lead that is written twice shares its conversation, which comes before it in the order of locks.
      const isWrittenTwice = edits.origin !== undefined || to !== undefined || activity !== undefined;
      const phones = edits.phone && (await lockCorrection(tx, accountId, id, edits.phone));
      const conversation =
        phones?.own ?? (isWrittenTwice ? await lockConversationOfLead(tx, accountId, id) : undefined);
      const [lead, present, activities, version] = await tx.send([
        lockLead(accountId, actor, id),
        listTags(accountId, id),
        activity === undefined ? undefined : countActivities(accountId, id),
        alongside?.version === undefined ? undefined : findVersion(accountId, id),
      ]);
      if (!lead || (isWrittenTwice && !conversation)) throw missing('lead');
      if (activities) refuseMany(activities, false);
      expectVersion(lead, edits.expected_updated_at);
      if (alongside) expectSame(alongside, version);
      const tags = tagChange(accountId, id, present, edits);
      if (view) refuseWithoutRoom(tags);
      if (to !== undefined) expectMayAssign(lead.responsibleId, to, actor);
      const values = editedValues(lead, edits);
      const correction = phones && (await correctionOf(tx, this.traces, { accountId, actor, leadId: id }, phones));
      const updatedAt = laterThan(lead.updatedAt, lead.now);
      const isChanged = differs(lead, values) || tags.changes || correction !== undefined;
      const isAssigned = to !== undefined && to !== lead.responsibleId;
      const [, , , , , shown] = await tx.commit([
        correction?.writes,
        isChanged
          ? changeLead(accountId, lead, updatedAt, withValues(lead, values, correction?.digits), tags)
          : undefined,
        conversation && values.origin !== lead.origin
          ? followOriginOfOldestLead(accountId, correction?.conversationId ?? conversation.id)
          : undefined,
        isAssigned
          ? assignLead(accountId, {
              ...{ leadId: id, from: lead.responsibleId, to, by: 'staff' },
              ...{ memberId: actor.memberId, at: lead.now },
            })
          : undefined,
        activity === undefined ? undefined : writeActivity(accountId, lead, noteBy(actor, activity)),
        view?.(accountId, id),
        isChanged || isAssigned ? alongside?.writes : undefined,
      ]);
      return { isChanged: isChanged || isAssigned, lead: shown };
    });
  }
}

const NO_PHONES = 'O telefone de um lead só muda com quem administra a conta; peça a ela.';

const noteBy = ({ memberId }: Actor, text: string) =>
  ({ id: uuidv7(), memberId, type: 'note', text, reached: null, dueAt: null }) as const;

function editedValues(lead: LockedLead, edits: LeadEdits): LeadValues {
  const { keyName } = edits;
  const record = edits.notes ?? lead.notes;
  const notes =
    edits.note === undefined || keyName === undefined
      ? record
      : appendNote(record, noteEntry(edits.note, { source: 'API', name: keyName, day: lead.today }));
  if (notes === undefined) throw new ApiError('notes_full');
  const texts = eachText((text) => (edits[text] === undefined ? lead[text] : edits[text]));
  return {
    ...valuesOf(lead),
    ...texts,
    ...withEmailKey(texts.email),
    notes,
    ...originAfter(lead, edits),
  };
}

function originAfter(lead: LockedLead, { origin, replaced_origin = lead.origin }: LeadEdits): Partial<LeadValues> {
  if (origin === undefined || origin === lead.origin) return {};
  if (!isOpenOrigin(lead.origin) || lead.origin !== replaced_origin)
    throw new ApiError('conflict', { message: 'O lead já tem uma origem, e ela não muda.' });
  return { origin, originRule: 'staff' };
}

interface TagsGiven {
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
}

/** `left` are the ids of removed tags, which make room first. Without `allFit`, tags without room are left out. */
function tagChange(
  accountId: string,
  leadId: string,
  present: readonly { readonly id: string; readonly key: string }[],
  { add_tags = [], remove_tags = [] }: TagsGiven,
) {
  const removedKeys = remove_tags.map(comparisonKey);
  const isRemoved = ({ key }: { readonly key: string }): boolean => removedKeys.includes(key);
  const left = present.filter(isRemoved).map(({ id }) => id);
  const keptKeys = present.filter((tag) => !isRemoved(tag)).map(({ key }) => key);
  const { fitting, allFit } = tagsThatFit(add_tags, keptKeys);
  const tags = fitting.map((tag) => ({ ...tag, id: uuidv7() }));
  return {
    changes: tags.length > 0 || left.length > 0,
    left,
    allFit,
    related: [
      left.length > 0 ? removeTags(accountId, leadId, left) : undefined,
      tags.length > 0 ? addTags(accountId, leadId, tags) : undefined,
    ],
  };
}

/** Throws 422 for added tags without room. */
function refuseWithoutRoom({ allFit }: { readonly allFit: boolean }): void {
  if (allFit) return;
  throw ApiError.invalid([
    {
      field: 'add_tags',
      message: `um lead tem no máximo ${MAX_TAGS_PER_LEAD} etiquetas; remova alguma para dar lugar`,
    },
  ]);
}
