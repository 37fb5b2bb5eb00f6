import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { ApiError, missing } from '../../common/api-error';
import type { Sendable } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import { markSharedDeals, unmarkSharedDeals } from '../deals/deals.queries';
import {
  emptyConversation,
  followOriginOfOldestLead,
  insertConversation,
  type LockedPair,
  lockWithLead,
  lockWithPhone,
} from '../record/conversations.queries';
import type { OldNumber, PersonalTraces } from '../record/personal-traces';
import { findFirstLead, type LeadOfPerson, lockLeadsOfConversation } from '../record/leads.queries';
import { formsOf, type Phone } from '../record/phone';
import {
  correctMerged,
  lockHeldOfOldNumber,
  makeFirst,
  moveDealsTo,
  moveEntries,
  moveHeld,
  placeLead,
  setPhone,
  takeEntries,
} from './phone-correction.queries';
import { storedPhone } from './stored-phone.queries';

/** Recognises a phone that is kept nowhere, in whatever form it was stored; `secret` is the account's. */
export const phoneDigest = (secret: Buffer, phoneKey: string): Buffer =>
  createHmac('sha256', secret)
    .update(`phone ${formsOf(phoneKey).join(' ')}`)
    .digest();

/** Both conversations of a correction under their locks, and the leads of the old number. */
export interface LockedCorrection extends LockedPair {
  readonly to: Phone;
  readonly leads: readonly LeadOfPerson[];
}

/** Locks what a new number of the lead concerns; the rest is locked by `correctionOf`. Throws `not_found`. */
export async function lockCorrection(
  tx: Transaction,
  accountId: string,
  leadId: string,
  phone: Phone,
): Promise<LockedCorrection> {
  const to = await storedPhone(accountId, phone, (query) => tx.send(query));
  const pair = await lockWithPhone(tx, accountId, leadId, to.key);
  if (!pair) throw missing('lead');
  return { ...pair, to, leads: await tx.send(lockLeadsOfConversation(accountId, pair.own.id)) };
}

/** What a correction changes besides the lead's own values. */
export interface Correction {
  readonly digits: string;
  /** The conversation that the lead then has. */
  readonly conversationId: string;
  readonly writes: Sendable;
}

/**
 * The new number of a lead (docs/decisions.md, "A corrected phone"). Undefined when it is the stored one. Throws `conflict` for the number
 * of another lead.
 */
export async function correctionOf(
  tx: Transaction,
  traces: PersonalTraces,
  { accountId, actor, leadId }: { readonly accountId: string; readonly actor: Actor; readonly leadId: string },
  { own, other, secret, to, leads }: LockedCorrection,
): Promise<Correction | undefined> {
  const lead = leads.find(({ id }) => id === leadId);
  if (!lead || own.phoneKey === null) throw missing('lead');
  if (lead.phone === to.digits) return undefined;
  const others = leads.filter((one) => one !== lead);
  const audit = recordAudit(accountId, actor, 'lead.phone', { type: 'lead', id: leadId });
  if (own.phoneKey === to.key) {
    const place = placeLead(accountId, leadId, to.digits, { conversationId: own.id, copy: lead.copy });
    const ofPhone = others.length === 0 ? setPhone(accountId, own.id, to) : undefined;
    return { digits: to.digits, conversationId: own.id, writes: [ofPhone, place, audit] };
  }
  const taken = other && (await tx.send(findFirstLead(accountId, other.id)));
  if (taken) throw new ApiError('conflict', { message: NUMBER_IS_TAKEN, details: { lead_id: taken.id } });
  const isAlone = others.length === 0;
  const old = { phoneKey: own.phoneKey, leadId: isAlone ? null : leadId };
  const conversationId = isAlone ? own.id : uuidv7();
  const follow = await followTo(tx, traces, accountId, {
    ...{ lead, own, old, secret },
    to: { ...to, conversationId },
  });
  const { channel, createdAt, name, origin } = { ...lead, channel: own.channel };
  return {
    digits: to.digits,
    conversationId,
    writes: [
      other && emptyConversation(accountId, other.id),
      isAlone
        ? setPhone(accountId, own.id, to)
        : insertConversation(accountId, { id: conversationId, phone: to, channel, createdAt, name, origin }),
      follow,
      // After the entries of the old number, so that these get no digest of it.
      other && takeEntries(accountId, other.id, conversationId),
      placeLead(accountId, leadId, to.digits, { conversationId, copy: 0 }),
      isAlone ? undefined : [moveDeals(accountId, leadId, conversationId), leave(accountId, own.id, lead, others)],
      audit,
    ],
  };
}

/**
 * Drops the wrong number of a lead, and gives it the number of another lead and a place beside it. A merge of the two follows. Does
 * nothing for leads of one number. Throws `not_found`.
 */
export async function joinNumber(
  tx: Transaction,
  traces: PersonalTraces,
  { accountId, actor, leadId }: { readonly accountId: string; readonly actor: Actor; readonly leadId: string },
  into: string,
): Promise<void> {
  const locked = await lockWithLead(tx, accountId, leadId, into);
  if (!locked) throw missing('lead');
  const { own, other, secret } = locked;
  if (!other) return;
  // The older of the two leads first, as all who lock both.
  const isOlder = leadId < into;
  const [first, second] = await tx.send([
    lockLeadsOfConversation(accountId, isOlder ? own.id : other.id),
    lockLeadsOfConversation(accountId, isOlder ? other.id : own.id),
  ]);
  const [leads, beside] = isOlder ? [first, second] : [second, first];
  const lead = leads.find(({ id }) => id === leadId);
  const target = beside.find(({ id }) => id === into);
  if (!lead || !target || own.phoneKey === null || other.phoneKey === null) throw missing('lead');
  const others = leads.filter((one) => one !== lead);
  const old = { phoneKey: own.phoneKey, leadId: others.length === 0 ? null : leadId };
  const to = { digits: target.phone, key: other.phoneKey, conversationId: other.id };
  const follow = await followTo(tx, traces, accountId, { lead, own, old, secret, to });
  const copy = Math.max(...beside.map((one) => one.copy)) + 1;
  await tx.send([
    follow,
    placeLead(accountId, leadId, target.phone, { conversationId: other.id, copy }),
    moveDeals(accountId, leadId, other.id),
    others.length === 0 ? emptyConversation(accountId, own.id) : leave(accountId, own.id, lead, others),
    recordAudit(accountId, actor, 'lead.phone', { type: 'lead', id: leadId }),
  ]);
}

const NUMBER_IS_TAKEN =
  'Outro lead já tem este telefone; nada foi alterado. Se é a mesma pessoa, mescle este lead com o outro.';

interface Following {
  readonly lead: LeadOfPerson;
  readonly own: LockedPair['own'];
  readonly old: OldNumber;
  readonly secret: Buffer;
  readonly to: Phone & { readonly conversationId: string };
}

/** Locks what is held, and gives all that has the old number the new one. */
async function followTo(
  tx: Transaction,
  traces: PersonalTraces,
  accountId: string,
  { lead, own, old, secret, to }: Following,
): Promise<Sendable> {
  const heldIds = await tx.send(lockHeldOfOldNumber(accountId, old));
  const digest = phoneDigest(secret, old.phoneKey);
  const entries = { conversationId: own.id, leadId: old.leadId, heldIds, to: to.conversationId, digest };
  return [
    moveHeld(accountId, old, to),
    traces.all.map(({ ofPhone }) =>
      formsOf(old.phoneKey).map((phoneKey) => ofPhone?.correct?.(accountId, { ...old, phoneKey }, to)),
    ),
    moveEntries(accountId, entries),
    correctMerged(accountId, lead.id, to.digits),
  ];
}

const moveDeals = (accountId: string, leadId: string, conversationId: string): Sendable => [
  moveDealsTo(accountId, leadId, conversationId),
  markSharedDeals(accountId, conversationId),
];

/** What a lead that leaves its number changes for the others, who keep it. */
function leave(
  accountId: string,
  conversationId: string,
  lead: LeadOfPerson,
  others: readonly LeadOfPerson[],
): Sendable {
  const [first] = others;
  return [
    lead.copy === 0 && first ? makeFirst(accountId, first.id) : undefined,
    unmarkSharedDeals(accountId, conversationId),
    followOriginOfOldestLead(accountId, conversationId),
  ];
}
