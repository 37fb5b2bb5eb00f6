import { v7 as uuidv7 } from 'uuid';
import type { Answers, Sendable } from '../src/database/query';
import { lockPhone, makeConversation } from '../src/leads/record/conversations.queries';
import { insertDeal } from '../src/leads/deals/deals.queries';
import { BLANK, type LeadValues } from '../src/leads/record/lead-columns';
import { insertLead, lockLeadsOfPhone } from '../src/leads/record/leads.queries';
import { enterListsOf } from '../src/leads/record/list-entries.queries';
import { giveTags } from '../src/leads/record/tags.queries';
import { takeQuota } from '../src/leads/intake/daily-limit.queries';
import { insertLedgerEntry } from '../src/leads/intake/ledger.queries';
import { findExisting } from '../src/leads/intake/intake.service';
import { createdLeadText } from '../src/leads/intake/lead-change.queries';

/** Body of a request of the load. */
export interface Body {
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  readonly notes: string;
  readonly tags: string[];
  readonly external_id: string;
  readonly attribution: { readonly utm_source: string; readonly utm_medium: string; readonly utm_campaign: string };
}

/** A transaction in two round trips to the database: BEGIN goes with the first, COMMIT with the second. */
export interface Trips {
  first<const S extends readonly Sendable[]>(queries: S): Promise<Answers<S>>;
  last<const S extends readonly Sendable[]>(queries: S): Promise<Answers<S>>;
}

/** Sends the statements of IntakeService for a new lead with known tags, in two round trips. Returns the lead's JSON. */
export async function submitNew(tx: Trips, caller: { id: string; keyId: string }, body: Body): Promise<string> {
  const account = caller.id;
  const phone = { digits: body.phone, key: body.phone.slice(0, 4) + body.phone.slice(5) };
  const [conversationId, leadId, requestId] = [uuidv7(), uuidv7(), uuidv7()];
  const keys = {
    phone,
    deal: { pipelineId: null, stageId: null },
    externalId: body.external_id,
    tags: body.tags.map((key) => ({ key })),
  };
  const [, clock, , { target, tags: known }] = await tx.first([
    makeConversation(account, conversationId, phone, 'social', null),
    lockPhone(account, phone.key),
    lockLeadsOfPhone(account, phone.key),
    findExisting(account, keys, false, null),
  ]);
  const [pipeline] = target;
  if (!pipeline?.entryStageId || known.length < body.tags.length) throw new Error('not seeded');
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
    sourceId: null,
    requestId,
    result: 'created',
    imported: false,
    noteAt: null,
    alsoSent: null,
  } as const;
  const newLead = {
    id: leadId,
    conversationId,
    phone: phone.digits,
    copy: 0,
    byHand: false,
    sourceId: null,
    createdAt: now,
    updatedAt: now,
  };
  const values: LeadValues = {
    ...BLANK,
    name: body.name,
    email: body.email,
    emailKey: body.email,
    notes: body.notes,
    origin: 'social',
    originRule: 'utm_other',
    ...body.attribution,
  };
  const tagIds = known.map(({ id }) => id);
  const deal = {
    id: uuidv7(),
    leadId,
    target: { pipelineId: pipeline.id, stageId: pipeline.entryStageId, closes: false },
    copy: 0,
    value: null,
    createdAt: now,
    conversation,
    byPerson: false,
  };
  const [, , , , , lead] = await tx.last([
    insertLedgerEntry(account, entry),
    insertLead(account, newLead, values),
    giveTags(account, leadId, tagIds),
    insertDeal(account, deal),
    enterListsOf(account, newLead, [pipeline.id, pipeline.entryStageId, ...tagIds]),
    createdLeadText({ lead: newLead, values, tags: known, deal }, true),
    takeQuota(account, clock, { accountSubmissionsPerDay: 1_000_000_000 }),
  ]);
  return lead;
}
