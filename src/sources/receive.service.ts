import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { limitsFor } from '../accounts/account-limits';
import { jobActor } from '../accounts/actor';
import { secretHash } from '../auth/keys/api-key';
import type { Caller } from '../auth/keys/caller';
import { ApiError } from '../common/api-error';
import { Config } from '../config/config';
import { SOURCES_PERCENT_OF_DAY } from '../contract/limits';
import type { FieldError } from '../contract/error';
import type { DeliveryReason, DeliveryResult, LeftOut, SourceKind } from '../contract/source';
import { Database } from '../database/database';
import { RACED } from '../database/errors';
import { map, type Query, type Sendable } from '../database/query';
import { lenientRow, reasonsOf, reported } from '../imports/rows/imported-row';
import { findUsedYesterday, isUsedUp, takeQuota } from '../leads/intake/daily-limit.queries';
import { type Applied, type IntakeOptions, IntakeService } from '../leads/intake/intake.service';
import { storedPhone } from '../leads/intake/stored-phone.queries';
import { type Clock, findNow } from '../leads/record/clock';
import type { Phone } from '../leads/record/phone';
import {
  countDelivery,
  type DeliveryCount,
  findIdentity,
  insertDelivery,
  isBounded,
  lockDelivery,
  makeRoom,
  settleDelivery,
  type StoredDelivery,
} from './deliveries.queries';
import { digitsIn } from './reading/digits';
import type { DeliveryReading } from './reading.service';
import { STAGE_GONE } from './reading/read-person';
import type { Delivery, Source } from './source.entity';
import { findAddress, findSource, type SourceAccount } from './sources.queries';

/** A source with its account, as found by an address. */
export interface ReceivingSource {
  readonly account: SourceAccount;
  readonly source: Source;
}

/** What arrived for one person. */
export interface Arrival {
  readonly requestId: string;
  /** Kept while it waits, and for the days after, for reading it again. */
  readonly body: Buffer;
  readonly contentType: string | null;
  /** SHA-256: what has one of these is a duplicate; the first one is kept. Empty: never one. */
  readonly identities: readonly Buffer[];
  readonly isTest?: boolean;
  readonly isSpam?: boolean;
  /** The delivery that is read again, of which this person is one: the owner's act, which counts for no limit. */
  readonly restOf?: StoredDelivery;
}

/** The people of a delivery are read again, and it was changed or decided meanwhile. */
export class ChangedMeanwhile extends Error {}

const NO_LIMIT = { accountSubmissionsPerDay: Infinity };

/** Why a delivery is not applied: the same came before, or it no longer waits. */
class AlreadyThere extends Error {
  constructor(readonly leadId: string | null) {
    super('already there');
  }
}

/** Takes what comes to sources: each person's delivery is one transaction, together with the lead. */
@Injectable()
export class ReceiveService {
  constructor(
    private readonly database: Database,
    private readonly intake: IntakeService,
    private readonly config: Config,
  ) {}

  /**
   * Finds a source by the token of a webhook or the slug of a form. Undefined for an unknown one; `ended` for a former address, and a
   * source that is switched off or deleted; `closed` for one of a closed account.
   */
  async find(kind: SourceKind, address: string): Promise<ReceivingSource | 'ended' | 'closed' | undefined> {
    const found = await this.database.lookUp(findAddress(secretHash(address)));
    const source = found && (await this.database.as('partner').readByKey(findSource(found.account.id, found.sourceId)));
    if (!found || source?.kind !== kind) return undefined;
    if (found.isClosed) return 'closed';
    return found.isEnded || !source.active || source.deletedAt ? 'ended' : { account: found.account, source };
  }

  /**
   * Applies what one person sent, or holds it. Resolves after the commit. Throws `rate_limited` when the account's day for sources, or a
   * form's own day, is used up; then nothing is written.
   */
  async receive(target: ReceivingSource, arrival: Arrival, read: DeliveryReading): Promise<DeliveryResult> {
    try {
      if (arrival.isSpam) return await this.store(target, arrival, read, { result: 'spam' });
      if (arrival.isTest) return await this.store(target, arrival, read, { result: 'test' });
      const reason = read.heldFor ?? closedGate(target.account);
      return await (reason
        ? this.store(target, arrival, read, { result: 'held', reason })
        : this.applyOrHold(target, arrival, read));
    } catch (error) {
      if (!(error instanceof AlreadyThere)) throw error;
      // Nobody sent it again. Besides, its row would lock the lead after the delivery, which others lock in the other order.
      if (arrival.restOf) return 'duplicate';
      return this.store(target, { ...arrival, identities: [] }, EMPTY, { result: 'duplicate', leadId: error.leadId });
    }
  }

  private async applyOrHold(target: ReceivingSource, arrival: Arrival, read: DeliveryReading): Promise<DeliveryResult> {
    const { account, source } = target;
    let result: DeliveryResult = 'created';
    const isAmbiguous = await this.apply(target, arrival, read, {
      dailyLimit: arrival.restOf ? NO_LIMIT : this.sourcesLimit(account),
      sentAt: arrival.restOf?.receivedAt,
      claim: [arrival.restOf && expectUnchanged(account.id, arrival.restOf), expectNew(account.id, arrival.identities)],
      settle: (applied, leftOut, { leadId, phone, clock }) => {
        result = applied;
        const stored = { result, reason: null, leadId, phone, leftOut, clock };
        const delivery = deliveryOf(uuidv7(), source.id, arrival, read, stored);
        return [
          insertDelivery(account.id, delivery),
          countDelivery(account.id, source.id, this.countOf(source, clock, { received: 1 })),
          arrival.restOf ? undefined : takeQuota(account.id, clock, this.sourcesLimit(account)),
        ];
      },
    });
    return isAmbiguous ? this.store(target, arrival, read, { result: 'held', reason: 'ambiguous_lead' }) : result;
  }

  /**
   * Applies a delivery that waited, as it is read now, unless it was settled meanwhile. Keeps it held, with its present reason, where it
   * cannot be applied. Counts for no limit.
   */
  async applyWaiting(target: ReceivingSource, waiting: StoredDelivery, read: DeliveryReading): Promise<void> {
    const { account } = target;
    const arrival = { ...waiting, body: waiting.body ?? Buffer.alloc(0), identities: [] };
    const reason = read.heldFor ?? closedGate(account);
    const settled = (result: DeliveryResult, more: Partial<Delivery>) =>
      settleDelivery(account.id, waiting.id, {
        result,
        reason: null,
        leadId: null,
        phoneKey: read.phone?.key ?? null,
        fields: read.fields,
        leftOut: read.leftOut,
        settledAt: null,
        ...more,
      });
    try {
      const isAmbiguous =
        reason === null &&
        (await this.apply(target, arrival, read, {
          dailyLimit: NO_LIMIT,
          sentAt: waiting.receivedAt,
          claim: expectWaiting(account.id, waiting.id),
          settle: (result, leftOut, { leadId, phone, clock }) =>
            settled(result, { leadId, phoneKey: phone.key, leftOut, settledAt: clock.now }),
        }));
      const stillHeld = reason ?? (isAmbiguous ? 'ambiguous_lead' : null);
      if (!stillHeld) return;
      await this.database.transaction(account.id, async (tx) => {
        await tx.send(expectWaiting(account.id, waiting.id));
        await tx.commit([settled('held', { reason: stillHeld })]);
      });
    } catch (error) {
      if (!(error instanceof AlreadyThere)) throw error;
    }
  }

  /** Returns whether the phone has several leads, so that nothing was written. */
  private async apply(
    { account, source }: ReceivingSource,
    { requestId }: Pick<Arrival, 'requestId'>,
    read: DeliveryReading,
    {
      settle,
      ...options
    }: Pick<IntakeOptions, 'dailyLimit' | 'claim' | 'sentAt'> & { readonly settle: SettleDelivery },
  ): Promise<boolean> {
    const caller: Caller = {
      account,
      key: { id: source.id, name: source.name, permissions: ['leads:write', 'leads:read'] },
      actor: jobActor('sources'),
    };
    const submit = (body: DeliveryReading['body'], more: readonly LeftOut[]): Promise<unknown> => {
      const { dto, leftOut } = lenientRow(body);
      return this.intake.submit(caller, { requestId, rawBody: body }, dto, {
        ...options,
        from: 'source',
        origin: dto.origin,
        responsibleId: dto.responsible,
        consentText: dto.consent ? read.consentText : undefined,
        settle: (result, warnings, applied) =>
          settle(
            result,
            [
              ...read.leftOut,
              ...more,
              ...[...leftOut, ...warnings.map(reported)].map((field) => leftOutOf(read, field)),
            ],
            applied,
          ),
      });
    };
    try {
      // A stage that is gone or won is left out: the person arrives.
      await submit(read.body, []).catch((error: unknown) =>
        isOfDeal(error)
          ? submit(withoutDeal(read.body), read.leftOut.includes(STAGE_GONE) ? [] : [STAGE_GONE])
          : Promise.reject(error as Error),
      );
      return false;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ambiguous_lead') return true;
      throw error;
    }
  }

  /** Stores a delivery of which nothing is applied; returns its result. */
  private async store<Result extends DeliveryResult>(
    target: ReceivingSource,
    arrival: Arrival,
    read: DeliveryReading,
    as: StoredAs<Result>,
  ): Promise<Result> {
    await this.storeAs(uuidv7(), target, arrival, read, as);
    return as.result;
  }

  /** Makes a delivery that looks like one of this source, and no lead; returns its id. */
  async test(target: ReceivingSource, requestId: string): Promise<string> {
    const id = uuidv7();
    const arrival = { requestId, body: Buffer.alloc(0), contentType: null, identities: [] };
    await this.storeAs(id, target, arrival, SAMPLE, { result: 'test' });
    return id;
  }

  private storeAs(
    deliveryId: string,
    { account, source }: ReceivingSource,
    arrival: Arrival,
    read: DeliveryReading,
    { result, reason = null, leadId = null }: StoredAs<DeliveryResult>,
  ): Promise<void> {
    const { id } = account;
    const isHeld = result === 'held';
    const identities = isHeld ? arrival.identities : [];
    return this.database.as('partner').transaction(id, RACED, async (tx) => {
      const [clock] = await tx.send([
        findNow(),
        arrival.restOf && expectUnchanged(id, arrival.restOf),
        expectNew(id, identities),
      ]);
      const phone = read.phone && (await storedPhone(id, read.phone, (query) => tx.send(query)));
      const { leftOut } = read;
      const stored = { result, reason, leadId, phone, leftOut, clock };
      await tx.commit([
        isBounded(result) ? makeRoom(id, source.id, result) : undefined,
        insertDelivery(id, deliveryOf(deliveryId, source.id, { ...arrival, identities }, read, stored)),
        result === 'held' || result === 'spam'
          ? countDelivery(
              id,
              source.id,
              this.countOf(source, clock, isHeld ? { received: 1, problems: 1 } : { spam: 1 }),
            )
          : undefined,
        isHeld && !arrival.restOf ? takeQuota(id, clock, this.sourcesLimit(account)) : undefined,
      ]);
    });
  }

  /** Whether sources used up their part of the day before. */
  async wasUsedUp(account: SourceAccount): Promise<boolean> {
    const used = await this.database.as('partner').read(findUsedYesterday(account.id));
    return isUsedUp(used, this.sourcesLimit(account));
  }

  /** What sources may use of the account's day; the rest is for keys. */
  private sourcesLimit(account: SourceAccount) {
    const { accountSubmissionsPerDay } = limitsFor(account, this.config.limits);
    return { accountSubmissionsPerDay: Math.floor((accountSubmissionsPerDay * SOURCES_PERCENT_OF_DAY) / 100) };
  }

  private countOf({ kind }: Source, clock: Clock, more: Partial<DeliveryCount>): DeliveryCount {
    const isSubmission = kind === 'form' && more.received === 1;
    return {
      day: clock.today,
      at: clock.now,
      secondsLeft: clock.secondsLeft,
      received: 0,
      problems: 0,
      spam: 0,
      submitted: isSubmission ? 1 : 0,
      allowed: kind === 'form' ? this.config.limits.formSubmissionsPerDay : null,
      ...more,
    };
  }
}

type SettleDelivery = (result: 'created' | 'updated', leftOut: readonly LeftOut[], applied: Applied) => Sendable;

interface StoredAs<Result extends DeliveryResult> {
  readonly result: Result;
  readonly reason?: DeliveryReason | null;
  readonly leadId?: string | null;
}

const EMPTY: DeliveryReading = { fields: [], leftOut: [], heldFor: null, phone: null, body: {} };

/** What a test shows. */
const SAMPLE: DeliveryReading = {
  ...EMPTY,
  fields: [
    { path: 'nome', label: 'nome', value: 'Lead de teste', field: 'name', guessed: false },
    { path: 'telefone', label: 'telefone', value: '(11) 91234-5678', field: 'phone', guessed: false },
    { path: 'mensagem', label: 'mensagem', value: 'Mensagem de teste', field: 'notes', guessed: false },
  ],
};

/** The account's gates; a source needs no plan with the API. */
const closedGate = ({ licenceActive, comercialEnabled }: SourceAccount): DeliveryReason | null =>
  licenceActive && comercialEnabled ? null : 'plan_inactive';

const expectNew = (accountId: string, identities: readonly Buffer[]): Query<void>[] =>
  identities.map((identity) =>
    map(findIdentity(accountId, identity), (found) => {
      if (found) throw new AlreadyThere(found.leadId);
    }),
  );

const expectWaiting = (accountId: string, id: string): Query<void> =>
  map(lockDelivery(accountId, id), (delivery) => {
    if (delivery?.result !== 'held' && delivery?.result !== 'spam') throw new AlreadyThere(null);
  });

const expectUnchanged = (accountId: string, { id, body }: StoredDelivery): Query<void> =>
  map(lockDelivery(accountId, id), (delivery) => {
    if (delivery?.result !== 'held' || !body || !delivery.hash?.equals(hash('sha256', body, 'buffer')))
      throw new ChangedMeanwhile();
  });

interface Stored {
  readonly result: DeliveryResult;
  readonly reason: DeliveryReason | null;
  readonly leadId: string | null;
  readonly phone: Phone | null;
  readonly leftOut: readonly LeftOut[];
  readonly clock: Clock;
}

/** Makes the row of a delivery. One that waits has the digits by which its person is found. */
function deliveryOf(
  id: string,
  sourceId: string,
  { requestId, body, contentType, identities }: Arrival,
  { fields }: DeliveryReading,
  { result, reason, leadId, phone, leftOut, clock }: Stored,
): Omit<Delivery, 'accountId'> {
  const waits = result === 'held' || result === 'spam';
  const isKept = result !== 'duplicate' && result !== 'test';
  return {
    id,
    sourceId,
    receivedAt: clock.now,
    result,
    reason,
    leadId,
    identity: identities[0] ?? null,
    phoneKey: phone?.key ?? null,
    contentType: isKept ? contentType : null,
    body: isKept ? body : null,
    digits: waits ? digitsIn(fields, contentType, body) : null,
    fields,
    leftOut,
    requestId,
    settledAt: waits ? null : clock.now,
  };
}

/** Names the path of the field in the body, where one was read as it. */
const leftOutOf = ({ fields }: DeliveryReading, { field, message }: FieldError): LeftOut => {
  const [name = field] = field.split('.', field.startsWith('deal.') ? 2 : 1);
  return { path: fields.find((read) => read.field === field || read.field === name)?.path ?? field, reason: message };
};

const isOfDeal = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'pipeline_not_configured' || reasonsOf(error).every(({ field }) => field.startsWith('deal.')));

const withoutDeal = ({ deal, ...body }: DeliveryReading['body']): DeliveryReading['body'] => {
  const value = isValued(deal) ? deal.value : undefined;
  return value === undefined ? body : { ...body, deal: { value } };
};

const isValued = (deal: unknown): deal is { readonly value?: unknown } => typeof deal === 'object' && deal !== null;
