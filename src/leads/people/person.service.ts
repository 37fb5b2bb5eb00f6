import { isDeepStrictEqual as isSame } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import type { Streamed } from '../../auth/access/stream-answer';
import type { TextBatches } from '../../common/in-slices';
import { arrayInParts, dataInParts, objectInParts } from '../../common/json-in-parts';
import type { Subject } from '../../contract/audit';
import type { KnownPerson } from '../../contract/person';
import { Database } from '../../database/database';
import {
  type ListInParts,
  type Part,
  type PartRow,
  partsOf,
  type Position,
  readPart,
} from '../../database/list-in-parts';
import { storedPhone } from '../intake/stored-phone.queries';
import type { Phone } from '../record/phone';
import {
  listsOfPerson,
  LISTS_OF_LEAD,
  longLeadAt,
  type RequestedPerson,
  type ExportedPerson,
  findExportedPerson,
} from './person-export.queries';
import { PersonalTraces } from '../record/personal-traces';
import { type PersonViewer, findPerson, subjectOf } from './person.queries';
import { missing } from '../../common/api-error';

/** What is stored of a person: a look-up by phone, and the export of everything. */
@Injectable()
export class PersonService {
  constructor(
    private readonly database: Database,
    private readonly traces: PersonalTraces,
  ) {}

  /** Returns what is stored for a phone, with or without a lead. Throws `not_found`. */
  async lookup(accountId: string, viewer: PersonViewer, phone: Phone, leaving: AbortSignal): Promise<KnownPerson> {
    const stored = await storedPhone(accountId, phone, (query) => this.database.read(query, leaving));
    const person = await this.database.read(findPerson(this.traces.all, accountId, viewer, stored), leaving);
    if (!person) throw missing('person');
    return person;
  }

  /** Throws `not_found`. */
  exportOfLead(accountId: string, leadId: string, actor: Actor, leaving: AbortSignal): Promise<Streamed> {
    return this.open(accountId, { leadId, phoneKey: null }, actor, leaving);
  }

  /** Exports the person with this phone, with or without a lead. Throws `not_found` for an unknown phone. */
  async exportOfPhone(accountId: string, phone: Phone, actor: Actor, leaving: AbortSignal): Promise<Streamed> {
    const { key } = await storedPhone(accountId, phone, (query) => this.database.read(query, leaving));
    return this.open(accountId, { leadId: null, phoneKey: key }, actor, leaving);
  }

  private async open(
    accountId: string,
    requested: RequestedPerson,
    actor: Actor,
    leaving: AbortSignal,
  ): Promise<Streamed> {
    const begun = await this.begin(accountId, requested, leaving);
    const { subject } = begun;
    return {
      batches: dataInParts(this.whole(accountId, requested, begun, leaving)),
      record: () => this.database.write(recordAudit(accountId, actor, 'person.exported', subject)),
    };
  }

  /** Reads the first part of each list as of one moment. */
  private begin(accountId: string, requested: RequestedPerson, leaving: AbortSignal): Promise<BegunExport> {
    return this.database.snapshot(accountId, leaving, async (tx) => {
      const person = await tx.send(findExportedPerson(this.traces.all, accountId, requested));
      const subject = person && subjectIn(requested, person);
      if (!subject) throw missing('person');
      const lists = Object.values(listsOfPerson(this.traces.all));
      return {
        person,
        subject,
        first: await tx.commit(lists.map((list) => readPart(list, accountId, ofPerson(person)))),
      };
    });
  }

  /** Further parts are read when they are sent. Throws `not_found` when a lead came, or was erased or merged, meanwhile. */
  private async *whole(
    accountId: string,
    requested: RequestedPerson,
    { person, subject, first }: BegunExport,
    leaving: AbortSignal,
  ): TextBatches {
    let isOfOneMoment = true;
    const array = (list: ListInParts, of: readonly (string | null)[], begin?: Part, whole?: typeof wholeLead) => {
      const read = (position?: Position): Promise<Part> => {
        isOfOneMoment = false;
        return this.database.read(readPart(list, accountId, of, position), leaving);
      };
      return arrayInParts(partsOf(read, begin), whole);
    };
    const wholeLead = ({ json, position }: PartRow): TextBatches | undefined => {
      const id = longLeadAt(position);
      return id === undefined
        ? undefined
        : objectInParts(
            json,
            eachList(LISTS_OF_LEAD, (list) => array(list, [id])),
          );
    };
    const arrays = eachList(listsOfPerson(this.traces.all), (list, name, index) =>
      array(list, ofPerson(person), first[index], name === 'leads' ? wholeLead : undefined),
    );
    yield* objectInParts(`{"conversation":${person.conversation}}`, arrays);
    if (isOfOneMoment) return;
    const now = await this.database.read(findExportedPerson(this.traces.all, accountId, requested), leaving);
    if (!now || !isSame({ mark: now.mark, subject: subjectIn(requested, now) }, { mark: person.mark, subject })) {
      throw missing('person');
    }
  }
}

interface BegunExport {
  readonly person: ExportedPerson;
  readonly subject: Subject;
  /** The first parts of the lists, in their order. */
  readonly first: readonly Part[];
}

const ofPerson = ({ conversationId, phoneKey }: ExportedPerson) => [conversationId, phoneKey];

const eachList = (
  lists: Readonly<Record<string, ListInParts>>,
  map: (list: ListInParts, name: string, index: number) => TextBatches,
): Record<string, TextBatches> =>
  Object.fromEntries(Object.entries(lists).map(([name, list], index) => [name, map(list, name, index)]));

const subjectIn = ({ leadId }: RequestedPerson, person: ExportedPerson): Subject | undefined => {
  const { conversationId, firstLead, firstHeld, firstOthers } = person;
  if (leadId !== null) return conversationId === null ? undefined : { type: 'lead', id: leadId };
  return subjectOf({
    leads: firstLead === null ? [] : [{ id: firstLead }],
    conversation: conversationId === null ? null : { id: conversationId },
    held: firstHeld === null ? [] : [{ id: firstHeld }],
    others: firstOthers.filter((one) => one !== null),
  });
};
