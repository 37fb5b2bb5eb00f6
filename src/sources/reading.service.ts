import { Injectable } from '@nestjs/common';
import { finished } from '../common/in-slices';
import type { DeliveryReason } from '../contract/source';
import { Database } from '../database/database';
import { nextTurn } from '../database/event-loop';
import { namedMembers } from '../imports/imports.service';
import { namesOf } from '../imports/reading';
import { memberNames } from '../imports/rows/account-names';
import { listPipelines } from '../pipelines/pipeline.queries';
import { type FormBody, readForm } from './forms/form-reading';
import { decodeBody, type Json } from './reading/decode-body';
import { peopleIn, type PersonElement } from './reading/people';
import { type ReadingRules, type ReadPerson, readPerson } from './reading/read-person';
import type { Source } from './source.entity';

/** What is read of one person's part, or why it is held. */
export interface DeliveryReading extends Omit<ReadPerson, 'heldFor'> {
  readonly heldFor: DeliveryReason | null;
}

/** What came in one delivery. */
export interface ReadBody {
  /** Undefined for what could not be read. */
  readonly body: Json | undefined;
  readonly people: readonly PersonElement[];
}

export const UNREADABLE: DeliveryReading = { fields: [], leftOut: [], heldFor: 'unreadable', phone: null, body: {} };

/** Reads deliveries by the rules of their source. */
@Injectable()
export class ReadingService {
  constructor(private readonly database: Database) {}

  /** Rules of a source; names of stages and people are looked up only where its mapping needs them. */
  async rulesOf(source: Source): Promise<ReadingRules> {
    const { accountId, mapping, tags, stageId, origin, consent } = source;
    const maps = (name: string): boolean => mapping.some(({ field }) => field?.startsWith(name));
    const members = maps('responsible') ? await namedMembers(this.database, accountId) : [];
    const needsPipelines = stageId !== null || maps('deal.');
    const pipelines = needsPipelines ? await this.database.read(listPipelines(accountId)) : [];
    return {
      mapping,
      defaults: {
        origin: origin ?? undefined,
        tags: tags.length > 0 ? tags : undefined,
        stageId: stageId ?? undefined,
        consent: consent || undefined,
      },
      memberOf: memberNames(members),
      ...namesOf(pipelines),
    };
  }

  async bodyOf(bytes: Buffer, contentType: string | undefined): Promise<ReadBody> {
    const decoded = await decodeBody(bytes, contentType);
    if (!('body' in decoded)) return { body: undefined, people: [] };
    await nextTurn();
    return { body: decoded.body, people: peopleIn(decoded.body) };
  }

  readPerson(person: PersonElement, rules: ReadingRules): Promise<DeliveryReading> {
    return finished(readPerson(person, rules));
  }

  readForm(body: FormBody, rules: ReadingRules): Promise<DeliveryReading> {
    return finished(readForm(body, rules));
  }
}
