import { DataSource, type EntityManager, type EntitySchema, In, IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Account } from '../src/accounts/account.entity';
import { ApiKey } from '../src/auth/keys/api-key.entity';
import { secretHash } from '../src/auth/keys/api-key';
import { Pipeline, Stage } from '../src/pipelines/pipeline.entity';
import type { Body } from './new-lead';
import * as naive from './naive.entities';

/**
 * The lower yardstick: POST for a new lead as usually written, with TypeORM's entities in a transaction, one statement after the
 * other. It finds, locks and writes the same rows as the service, and answers with the lead.
 */
export function openNaive(url: string): (token: string, body: Body) => Promise<string> {
  const entities = [Account, ApiKey, Pipeline, Stage, ...Object.values(naive)];
  const source = new DataSource({ type: 'postgres', url, poolSize: 10, installExtensions: false, entities });
  const ready = source.initialize();
  return async (token, body) => {
    await ready;
    const key = await source.manager.findOneBy(ApiKey, { hash: secretHash(token), revokedAt: IsNull() });
    const account = key && (await source.manager.findOneBy(Account, { id: key.accountId }));
    if (!account) throw new Error('no such key');
    return JSON.stringify({ data: await source.transaction((tx) => submit(tx, account.id, key.id, body)) });
  };
}

type Row<E> = E extends EntitySchema<infer T> ? T : never;

async function submit(tx: EntityManager, accountId: string, keyId: string, body: Body): Promise<object> {
  const now = new Date();
  const day = now.toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' });
  const phoneKey = body.phone.slice(0, 4) + body.phone.slice(5);
  const used = await tx.findOneBy(naive.Day, { accountId, day });
  if (used && used.used >= 1_000_000_000) throw new Error('the day is full');
  const pipeline = await tx.findOneByOrFail(Pipeline, { accountId, isDefault: true });
  const stage = await tx.findOneByOrFail(Stage, { accountId, pipelineId: pipeline.id, isEntry: true });
  const made = { accountId, phone: body.phone, phoneKey, channel: 'api', origin: 'social', day, createdAt: now };
  await tx
    .createQueryBuilder()
    .insert()
    .into(naive.Conversation)
    .values({ ...made, id: uuidv7() })
    .orIgnore()
    .execute();
  const lock = { mode: 'pessimistic_write' } as const;
  const conversation = await tx.findOneOrFail(naive.Conversation, { where: { accountId, phoneKey }, lock });
  await tx.findOneBy(naive.Submission, { accountId, externalId: body.external_id, claimsExternalId: true });
  await tx.find(naive.Lead, { where: { accountId, conversationId: conversation.id }, lock });
  const lead = await insertLead(tx, accountId, conversation, body, now);
  const tags = await addTags(tx, lead, body.tags);
  const deal = await insertDeal(tx, lead, conversation, stage);
  const lists = [accountId, stage.id, pipeline.id, ...tags.map(({ id }) => id)];
  const place = { accountId, updatedAt: lead.updatedAt, leadId: lead.id };
  await tx.insert(
    naive.ListEntry,
    lists.map((listId) => ({ ...place, listId })),
  );
  const references = { conversationId: conversation.id, leadId: lead.id, keyId, requestId: uuidv7() };
  const claim = { externalId: body.external_id, claimsExternalId: true, result: 'created', createdAt: now };
  await tx.insert(naive.Submission, { accountId, id: uuidv7(), ...references, ...claim });
  if (used) await tx.increment(naive.Day, { accountId, day }, 'used', 1);
  else await tx.upsert(naive.Day, { accountId, day, used: 1, allowed: 1_000_000_000 }, ['accountId', 'day']);
  return { created: true, lead: { ...lead, tags: tags.map(({ name }) => name), deals: [deal] } };
}

async function insertLead(
  tx: EntityManager,
  accountId: string,
  conversation: Row<typeof naive.Conversation>,
  body: Body,
  now: Date,
): Promise<Row<typeof naive.Lead>> {
  const lead = tx.create(naive.Lead, {
    accountId,
    id: uuidv7(),
    conversationId: conversation.id,
    copy: 0,
    phone: body.phone,
    name: body.name,
    email: body.email,
    emailKey: body.email,
    notes: body.notes,
    origin: 'social',
    originRule: 'utm_other',
    utmSource: body.attribution.utm_source,
    utmMedium: body.attribution.utm_medium,
    utmCampaign: body.attribution.utm_campaign,
    createdAt: now,
    updatedAt: now,
    touchedAt: now,
  });
  await tx.insert(naive.Lead, lead);
  return lead;
}

async function addTags(
  tx: EntityManager,
  lead: Row<typeof naive.Lead>,
  names: string[],
): Promise<Row<typeof naive.Tag>[]> {
  const { accountId } = lead;
  const wanted = names.map((name) => ({ accountId, id: uuidv7(), key: name, name }));
  await tx.createQueryBuilder().insert().into(naive.Tag).values(wanted).orIgnore().execute();
  const tags = await tx.findBy(naive.Tag, { accountId, key: In(names) });
  const given = tags.map(({ id }) => ({ accountId, leadId: lead.id, tagId: id }));
  await tx.insert(naive.LeadTag, given);
  return tags;
}

async function insertDeal(
  tx: EntityManager,
  lead: Row<typeof naive.Lead>,
  conversation: Row<typeof naive.Conversation>,
  stage: Stage,
) {
  const deal = tx.create(naive.Deal, {
    accountId: lead.accountId,
    id: uuidv7(),
    leadId: lead.id,
    pipelineId: stage.pipelineId,
    stageId: stage.id,
    copy: 0,
    enteredStageAt: lead.createdAt,
    createdAt: lead.createdAt,
    conversationId: conversation.id,
    conversationDay: conversation.day,
    sharesConversation: false,
  });
  await tx.insert(naive.Deal, deal);
  return deal;
}
