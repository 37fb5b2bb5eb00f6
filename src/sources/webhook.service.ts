import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { secretHash } from '../auth/keys/api-key';
import { brasiliaDay } from '../common/brasilia-time';
import { DAY_MS } from '../contract/durations';
import { nextTurn } from '../database/event-loop';
import type { Json } from './reading/decode-body';
import type { PersonElement } from './reading/people';
import { comparedValues, googleLeadOf, submissionIdOf, withoutSecrets } from './reading/same-again';
import { ReadingService, UNREADABLE } from './reading.service';
import type { StoredDelivery } from './deliveries.queries';
import { JSON_TYPE } from './reading/digits';
import { type ReceivingSource, ReceiveService } from './receive.service';

/** What a webhook sent, apart from its body. */
interface Sent {
  readonly requestId: string;
  /** The header of this name. */
  readonly webhookId?: string | undefined;
  readonly isTest?: boolean;
  /** The delivery of these people that is read again. */
  readonly restOf?: StoredDelivery;
}

/** Deliveries by webhooks: read, told from retries, and received person by person. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly reading: ReadingService,
    private readonly receiver: ReceiveService,
  ) {}

  /**
   * Receives a body; resolves after the last commit. Returns false, and writes nothing, where the source has a Google key and the body
   * another one or none. Throws `rate_limited` when the account's day is used up: what was received before is a duplicate when it is sent
   * again.
   */
  async receive(target: ReceivingSource, bytes: Buffer, contentType: string | undefined, sent: Sent): Promise<boolean> {
    const { body, people } = await this.reading.bodyOf(bytes, contentType);
    const google = body === undefined ? undefined : googleLeadOf(body);
    if (!hasKey(target, google?.key)) return false;
    if (body === undefined) {
      const identities = identitiesOn(target, [brasiliaDay(new Date())], bytes);
      const arrival = { requestId: sent.requestId, body: bytes, contentType: contentType ?? null, identities };
      await this.receiver.receive(target, arrival, UNREADABLE);
      return true;
    }
    await this.receiveEach(
      target,
      people,
      { ...sent, isTest: google?.isTest },
      people.length === 1 ? bytes : undefined,
      body,
    );
    return true;
  }

  /** Receives each person in order; `bytes` are the whole body of the only one. */
  async receiveEach(
    target: ReceivingSource,
    people: readonly PersonElement[],
    sent: Sent,
    bytes?: Buffer,
    body?: Json,
  ): Promise<void> {
    const rules = await this.reading.rulesOf(target.source);
    const days = await this.daysOf(target, people, sent);
    for (const person of people) {
      const read = person.isRest ? UNREADABLE : await this.reading.readPerson(person, rules);
      await nextTurn();
      const toolId = submissionIdOf(sent.webhookId, body ?? person.body, person.element);
      const arrival = {
        requestId: sent.requestId,
        body: Buffer.from(JSON.stringify(withoutSecrets(person.kept))),
        contentType: JSON_TYPE,
        identities:
          toolId === undefined
            ? identitiesOn(target, days, bytes ?? JSON.stringify(person.element))
            : [identityOf(target, `${toolId}\n${comparedValues(read.fields)}`)],
        isTest: sent.isTest,
        restOf: sent.restOf,
      };
      await this.receiver.receive(target, arrival, read);
    }
  }

  /** The days on which the same is the same again: also the one before, whose limit may have cut this list. */
  private async daysOf(
    { account }: ReceivingSource,
    people: readonly PersonElement[],
    sent: Sent,
  ): Promise<readonly string[]> {
    if (sent.restOf) return [brasiliaDay(sent.restOf.receivedAt)];
    const now = Date.now();
    const today = brasiliaDay(new Date(now));
    const wasCut = people.length > 1 && (await this.receiver.wasUsedUp(account));
    return wasCut ? [today, brasiliaDay(new Date(now - DAY_MS))] : [today];
  }
}

/** Of content without an id, on each of the days. */
function identitiesOn(target: ReceivingSource, days: readonly string[], content: Buffer | string): Buffer[] {
  const sent = hash('sha256', content);
  return days.map((day) => identityOf(target, `${day}\n${sent}`));
}

const identityOf = ({ source }: ReceivingSource, text: string): Buffer => secretHash(`${source.id}\n${text}`);

/** Compares in constant time. */
function hasKey({ source }: ReceivingSource, key: string | undefined): boolean {
  if (source.googleKey === null) return true;
  return timingSafeEqual(source.googleKey, secretHash(key ?? ''));
}
