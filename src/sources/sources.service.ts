import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../accounts/account.queries';
import type { Actor } from '../accounts/actor';
import { notify } from '../accounts/notifications';
import { recordAudit } from '../audit/audit.queries';
import { actingMember } from '../auth/access/account-caller';
import { hintOf, newSecret, secretHash } from '../auth/keys/api-key';
import { ApiError, missing } from '../common/api-error';
import { base62 } from '../common/base62';
import { Forwarding } from '../common/rate-limit/rate-limit.module';
import { Config } from '../config/config';
import type { AuditAction } from '../contract/audit';
import { MAX_ACTIVE_SOURCES, MAX_MAPPED_FIELDS, MAX_SOURCES } from '../contract/limits';
import type { MappedField, NewSourceView, SourceForm, SourceKind, SourceView } from '../contract/source';
import type { Origin } from '../contract/origin';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { Source, SourceAddress } from './source.entity';
import {
  endAddresses,
  findListedSource,
  findSlots,
  hasStage,
  type ListedSource,
  listSources,
  lockSource,
  sourceView,
} from './sources.queries';

/** Values for each lead of a source. */
export interface SourceDefaults {
  readonly tags?: readonly string[];
  readonly stageId?: string | null;
  readonly origin?: Origin | null;
  readonly consent?: boolean;
}

export interface NewSource {
  readonly kind: SourceKind;
  readonly name: string;
  readonly defaults?: SourceDefaults;
  readonly form?: SourceForm;
  readonly googleKey?: string | null;
}

export interface SourceChanges {
  readonly name?: string;
  readonly active?: boolean;
  readonly defaults?: SourceDefaults;
  readonly mapping?: readonly MappedField[];
  readonly form?: SourceForm;
  readonly googleKey?: string | null;
}

/** Characters of a form's address. */
const SLUG_LENGTH = 12;
const SLUG_BYTES = 9;

/** Sources of an account: made, changed and ended by the owner and managers. */
@Injectable()
export class SourcesService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly forwarding: Forwarding,
  ) {}

  async list(accountId: string, leaving: AbortSignal): Promise<SourceView[]> {
    const sources = await this.database.read(listSources(accountId), leaving);
    return sources.map((source) => this.view(source));
  }

  /** Throws `not_found`. */
  async find(accountId: string, id: string): Promise<SourceView> {
    const source = await this.load(accountId, id);
    if (source.deletedAt) throw missing('source');
    return this.view(source);
  }

  /** Makes a source with its address, and notifies the account. Throws `conflict` with twenty active ones, and 422 for an unknown stage. */
  async create(accountId: string, input: NewSource, actor: Actor): Promise<NewSourceView> {
    const id = uuidv7();
    const secret = await this.locked(accountId, actor, async (tx) => {
      const { defaults = {}, googleKey = null } = input;
      await checkStage(tx, accountId, defaults);
      const slot = await freeSlot(tx, accountId);
      const address = newAddress(input.kind);
      await tx.entitiesOf(accountId).insert(Source, {
        accountId,
        id,
        kind: input.kind,
        name: input.name,
        active: true,
        slot,
        ...addressOf(input.kind, address),
        ...columnsOf(defaults),
        mapping: [],
        form: input.kind === 'form' ? (input.form ?? {}) : null,
        googleKey: googleKey === null ? null : secretHash(googleKey),
        createdAt: new Date(),
        deletedAt: null,
        rereadAt: null,
      });
      await addAddress(tx, accountId, id, address);
      await tx.commit([
        notify(
          accountId,
          'source.created',
          id,
          `A fonte “${input.name}” foi criada: ela recebe leads por um endereço próprio.`,
        ),
        audit(accountId, actor, 'source.created', id),
      ]);
      return address;
    });
    return this.withAddress(accountId, id, secret);
  }

  /**
   * Changes a source; of a deleted one the mapping alone, by which what waits is read. Throws `not_found`, and `conflict` when a source is
   * switched on beside twenty active ones.
   */
  async change(accountId: string, id: string, changes: SourceChanges, actor: Actor): Promise<SourceView> {
    const isOfMapping = Object.entries(changes).every(([name, value]) => name === 'mapping' || value === undefined);
    await this.locked(accountId, actor, async (tx) => {
      const source = isOfMapping ? await lockedSource(tx, accountId, id) : await expectSource(tx, accountId, id);
      const isSwitchedOn = changes.active === true && !source.active;
      const { defaults, googleKey, form, ...columns } = changes;
      if (defaults) await checkStage(tx, accountId, defaults);
      const update = {
        ...Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)),
        ...(defaults && columnsOf({ ...defaultsOf(source), ...defaults })),
        ...(googleKey !== undefined && { googleKey: googleKey === null ? null : secretHash(googleKey) }),
        ...(form !== undefined && source.kind === 'form' && { form }),
        ...(isSwitchedOn && { slot: await freeSlot(tx, accountId) }),
        ...(source.deletedAt && { mapping: withPaths(source.mapping, changes.mapping) }),
      };
      if (isDeepStrictEqual({ ...source, ...structuredClone(update) }, { ...source })) return;
      await tx.entitiesOf(accountId).update(Source, { accountId, id }, update);
      await tx.commit([audit(accountId, actor, 'source.changed', id)]);
    });
    return this.view(await this.load(accountId, id));
  }

  /** Gives a source a new address; the former ones go on for so many hours. Throws `not_found`. */
  async replaceAddress(accountId: string, id: string, hours: number, actor: Actor): Promise<NewSourceView> {
    const address = await this.locked(accountId, actor, async (tx) => {
      const { kind } = await expectSource(tx, accountId, id);
      const made = newAddress(kind);
      await tx.send(endAddresses(accountId, id, hours));
      await addAddress(tx, accountId, id, made);
      await tx.entitiesOf(accountId).update(Source, { accountId, id }, addressOf(kind, made));
      await tx.commit([audit(accountId, actor, 'source.address', id)]);
      return made;
    });
    return this.withAddress(accountId, id, address);
  }

  /** Ends a source; what it received stays, and what waits can still be decided. Throws `not_found`. */
  delete(accountId: string, id: string, actor: Actor): Promise<void> {
    return this.locked(accountId, actor, async (tx) => {
      await expectSource(tx, accountId, id);
      await tx.entitiesOf(accountId).update(Source, { accountId, id }, { deletedAt: new Date() });
      await tx.commit([audit(accountId, actor, 'source.deleted', id)]);
    });
  }

  private async load(accountId: string, id: string): Promise<ListedSource> {
    const source = await this.database.read(findListedSource(accountId, id));
    if (!source) throw missing('source');
    return source;
  }

  private view(source: ListedSource): SourceView {
    return sourceView(source, this.config.publicUrl, this.forwarding.isUnexplained);
  }

  private async withAddress(accountId: string, id: string, address: string): Promise<NewSourceView> {
    const source = await this.find(accountId, id);
    return { ...source, address: source.address ?? `${this.config.publicUrl}/in/${address}` };
  }

  /** Runs work under the account's lock, for a member who still may. */
  private locked<T>(accountId: string, actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(accountId, async (tx) => {
      await tx.send(lockAccount(accountId));
      await actingMember(tx, accountId, actor, 'sources');
      return work(tx);
    });
  }
}

const audit = (accountId: string, actor: Actor, action: AuditAction, id: string) =>
  recordAudit(accountId, actor, action, { type: 'source', id });

/** Throws `not_found` for a deleted source too. */
async function expectSource(tx: Transaction, accountId: string, id: string): Promise<Source> {
  const source = await lockedSource(tx, accountId, id);
  if (source.deletedAt) throw missing('source');
  return source;
}

async function lockedSource(tx: Transaction, accountId: string, id: string): Promise<Source> {
  const source = await tx.send(lockSource(accountId, id));
  if (!source) throw missing('source');
  return source;
}

/** Adds fields to a mapping that nobody can read any more, the newest as many as there may be. */
const withPaths = (mapping: Source['mapping'], more: Source['mapping'] = []): Source['mapping'] =>
  [...mapping.filter(({ path }) => !more.some((added) => added.path === path)), ...more].slice(-MAX_MAPPED_FIELDS);

/** A stage that goes later is left out of each lead. */
async function checkStage(tx: Transaction, accountId: string, { stageId }: SourceDefaults): Promise<void> {
  if (!stageId || (await tx.send(hasStage(accountId, stageId)))) return;
  throw ApiError.invalid([
    { field: 'defaults.stage_id', message: 'deve ser uma etapa da conta, que não seja de ganho' },
  ]);
}

async function freeSlot(tx: Transaction, accountId: string): Promise<number> {
  const { count, free } = await tx.send(findSlots(accountId));
  if (count >= MAX_SOURCES) throw new ApiError('conflict', { message: TOO_MANY });
  if (free === undefined) throw new ApiError('conflict', { message: TOO_MANY_ACTIVE });
  return free;
}

const TOO_MANY_ACTIVE = `A conta já tem ${MAX_ACTIVE_SOURCES} fontes ativas. Desligue uma que não é mais usada.`;
const TOO_MANY = `A conta já tem ${MAX_SOURCES} fontes, contando as desligadas. Exclua uma que não é mais usada.`;

/** A webhook's address is a secret, a form's is public and short. */
const newAddress = (kind: SourceKind): string =>
  kind === 'webhook'
    ? newSecret('ent_in_')
    : base62(BigInt(`0x${randomBytes(SLUG_BYTES).toString('hex')}`), SLUG_LENGTH + 1).slice(-SLUG_LENGTH);

const addressOf = (kind: SourceKind, address: string): Pick<Source, 'hint' | 'slug'> => ({
  hint: hintOf(address),
  slug: kind === 'form' ? address : null,
});

const addAddress = (tx: Transaction, accountId: string, sourceId: string, address: string) =>
  tx.entities.insert(SourceAddress, { accountId, id: uuidv7(), sourceId, hash: secretHash(address), endsAt: null });

const defaultsOf = ({ tags, stageId, origin, consent }: Source): SourceDefaults => ({ tags, stageId, origin, consent });

const columnsOf = ({ tags = [], stageId = null, origin = null, consent = false }: SourceDefaults) => ({
  tags: [...tags],
  stageId,
  origin,
  consent,
});
