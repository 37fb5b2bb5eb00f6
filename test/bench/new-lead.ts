import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../src/database/sql';
import { lockPhone, makeConversation } from '../../src/leads/record/conversations.queries';
import { findTarget, insertDeal } from '../../src/leads/deals/deals.queries';
import { leadText } from '../../src/leads/record/lead.view';
import { addTags, insertLead, listHoldingsOfPhone, lockLeadsOfPhone } from '../../src/leads/record/leads.queries';
import { enterLists } from '../../src/leads/record/list-entries.queries';
import { findLedgerEntry, findUsedToday, insertLedgerEntry, takeQuota } from '../../src/leads/intake/ledger.queries';

/** The body that the load sends. */
export interface Body {
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  readonly notes: string;
  readonly tags: string[];
  readonly external_id: string;
  readonly attribution: { readonly utm_source: string; readonly utm_medium: string; readonly utm_campaign: string };
}

/** A transaction whose statements leave flight by flight. */
export interface Flights extends Queryable {
  begin(): unknown;
  /** What follows leaves together. */
  next(): void;
  commit(): unknown;
}

/** The statements of IntakeService for a new lead, in its two flights. Gives the lead's JSON. */
export async function submitNew(tx: Flights, caller: { id: string; keyId: string }, body: Body): Promise<string> {
  const account = caller.id;
  const phone = { digits: body.phone, key: body.phone.slice(0, 4) + body.phone.slice(5) };
  const [conversationId, leadId, requestId] = [uuidv7(), uuidv7(), uuidv7()];
  const [, , [pipeline], , clock] = await Promise.all([
    tx.begin(),
    findUsedToday(tx, account),
    findTarget(tx, account, { pipelineId: null, stageId: null, value: null }),
    makeConversation(tx, account, conversationId, phone, 'social'),
    lockPhone(tx, account, phone.key),
    findLedgerEntry(tx, account, body.external_id, false),
    lockLeadsOfPhone(tx, account, phone.key),
    listHoldingsOfPhone(tx, account, phone.key),
  ]);
  if (!pipeline?.entryStageId) throw new Error('not seeded');
  const { now } = clock;
  const conversation = { id: conversationId, createdAt: now };
  const entry = {
    id: uuidv7(),
    externalId: body.external_id,
    claimsExternalId: true,
    conversationId,
    leadId,
    pipelineId: pipeline.id,
    keyId: caller.keyId,
    requestId,
    result: 'created',
    imported: false,
  } as const;
  const place = { id: leadId, conversationId, phone: phone.digits, copy: 0, createdAt: now, updatedAt: now };
  const values = {
    name: body.name,
    email: body.email,
    emailKey: body.email,
    notes: body.notes,
    consent: null,
    origin: { origin: 'social', rule: 'utm_other' },
    attribution: body.attribution,
  } as const;
  const tags = body.tags.map((name) => ({ id: uuidv7(), key: name, name }));
  const deal = {
    id: uuidv7(),
    leadId,
    target: { pipelineId: pipeline.id, stageId: pipeline.entryStageId },
    copy: 0,
    value: null,
    createdAt: now,
    conversation,
  };
  tx.next();
  const [, , , , , lead] = await Promise.all([
    insertLedgerEntry(tx, account, entry),
    insertLead(tx, account, place, values),
    addTags(tx, account, leadId, tags),
    insertDeal(tx, account, deal),
    enterLists(tx, account, place),
    leadText(tx, account, leadId, true),
    takeQuota(tx, account, clock, 1_000_000_000),
    tx.commit(),
  ]);
  return lead ?? '';
}
