import { Injectable } from '@nestjs/common';
import { findAccount } from '../accounts/account.queries';
import { missing } from '../common/api-error';
import { LAST_ID, loadPage, type Page, type PagedAccount, type PageQuery } from '../common/input/paging';
import type { DeliveryView, ListedDelivery } from '../contract/source';
import { Database } from '../database/database';
import {
  dismissDelivery,
  findDelivery,
  findDeliveryView,
  listDeliveries,
  listHeldDeliveries,
  type StoredDelivery,
} from './deliveries.queries';
import type { PersonElement } from './reading/people';
import { ChangedMeanwhile, type ReceivingSource, ReceiveService } from './receive.service';
import { ReadingService, UNREADABLE } from './reading.service';
import { findSource, rereadHeld } from './sources.queries';
import { WebhookService } from './webhook.service';

/** What came to the sources of an account, for its owner and managers. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly reading: ReadingService,
    private readonly receiver: ReceiveService,
    private readonly webhooks: WebhookService,
  ) {}

  /** Deliveries of a source, newest first. Throws `not_found`, and 422 for a bad cursor. */
  async list(
    { id: accountId, cursorSecret }: PagedAccount,
    sourceId: string,
    query: PageQuery,
    leaving: AbortSignal,
  ): Promise<Page<ListedDelivery>> {
    const page = await loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['deliveries', accountId, sourceId]),
      load: (count, [before = LAST_ID] = []) =>
        this.database.read(listDeliveries(accountId, sourceId, before, count), leaving),
      positionOf: ({ id }) => [id],
    });
    if (page.rows.length > 0) return page;
    const source = await this.database.read(findSource(accountId, sourceId));
    if (!source || source.deletedAt) throw missing('source');
    return page;
  }

  /** Held deliveries of all sources, deleted ones too, newest first. Throws 422 for a bad cursor. */
  listHeld(
    { id: accountId, cursorSecret }: PagedAccount,
    query: PageQuery,
    leaving: AbortSignal,
  ): Promise<Page<ListedDelivery>> {
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['held_deliveries', accountId]),
      load: (count, [before = LAST_ID] = []) =>
        this.database.read(listHeldDeliveries(accountId, before, count), leaving),
      positionOf: ({ id }) => [id],
    });
  }

  /** Throws `not_found`. */
  async find(accountId: string, id: string): Promise<DeliveryView> {
    const view = await this.database.read(findDeliveryView(accountId, id));
    if (!view) throw missing('delivery');
    return view;
  }

  /**
   * Reads a delivery that waits by the present rules of its source and applies it, spam too; a job reads the others of the source that
   * wait. Does nothing to one that was settled. Throws `not_found`.
   */
  async readAgain(accountId: string, id: string): Promise<DeliveryView> {
    const delivery = await this.expect(accountId, id);
    if (isWaiting(delivery)) {
      await this.reread(accountId, delivery);
      await this.database.write(rereadHeld(accountId, delivery.sourceId));
    }
    return this.find(accountId, id);
  }

  /** Throws `not_found`. */
  async dismiss(accountId: string, id: string): Promise<DeliveryView> {
    await this.expect(accountId, id);
    await this.database.write(dismissDelivery(accountId, id));
    return this.find(accountId, id);
  }

  /** Makes a delivery that shows what a lead of this source looks like; it makes no lead. Throws `not_found`. */
  async test(accountId: string, sourceId: string, requestId: string): Promise<DeliveryView> {
    const target = await this.targetOf(accountId, sourceId);
    if (target.source.deletedAt) throw missing('source');
    const id = await this.receiver.test(target, requestId);
    return this.find(accountId, id);
  }

  /** Reads a delivery that waits again, and applies it where it can be. */
  async reread(accountId: string, delivery: StoredDelivery): Promise<void> {
    const { sourceId, body, contentType, fields } = delivery;
    const target = await this.targetOf(accountId, sourceId);
    const rules = await this.reading.rulesOf(target.source);
    if (target.source.kind === 'form') {
      await this.receiver.applyWaiting(target, delivery, await this.reading.readForm(fields ?? [], rules));
      return;
    }
    const { people } = await this.reading.bodyOf(body ?? Buffer.alloc(0), contentType ?? undefined);
    // The people beyond the first hundred of a delivery.
    if (people.length > 1) {
      await this.rereadEach(target, delivery, people);
      return;
    }
    const [person] = people;
    const read = person ? await this.reading.readPerson(person, rules) : UNREADABLE;
    await this.receiver.applyWaiting(target, delivery, read);
  }

  /** Stops where the delivery was changed meanwhile, as by an erasure: what was read of it would bring the person back. */
  private async rereadEach(
    target: ReceivingSource,
    delivery: StoredDelivery,
    people: readonly PersonElement[],
  ): Promise<void> {
    try {
      await this.webhooks.receiveEach(target, people, { requestId: delivery.requestId, restOf: delivery });
      await this.database.write(dismissDelivery(target.account.id, delivery.id));
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }

  private async expect(accountId: string, id: string): Promise<StoredDelivery> {
    const delivery = await this.database.read(findDelivery(accountId, id));
    if (!delivery) throw missing('delivery');
    return delivery;
  }

  private async targetOf(accountId: string, sourceId: string): Promise<ReceivingSource> {
    const account = await this.database.readByKey(findAccount(accountId));
    const source = await this.database.read(findSource(accountId, sourceId));
    if (!source) throw missing('source');
    return { account: { ...account, accountName: account.name }, source };
  }
}

const isWaiting = ({ result }: StoredDelivery): boolean => result === 'held' || result === 'spam';
