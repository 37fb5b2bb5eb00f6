import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** Entities for the naive yardstick: tables of the intake that the service itself does not map. */

interface Column<Value> extends EntitySchemaColumnOptions {
  readonly _value?: Value;
}
type Columns = Readonly<Record<string, Column<unknown>>>;
type Row<C extends Columns> = { accountId: string } & {
  -readonly [K in keyof C]: C[K] extends Column<infer Value> ? Value : never;
};

const uuid: Column<string> = { type: 'uuid' };
const text: Column<string> = { type: 'text' };
const integer: Column<number> = { type: 'integer' };
const moment: Column<Date> = { type: 'timestamptz', precision: 3 };
const boolean: Column<boolean> = { type: 'boolean' };
const date: Column<string> = { type: 'date' };

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Makes an entity of an account. `keys` are the rest of its primary key. */
function entity<const C extends Columns>(name: string, keys: readonly string[], columns: C): EntitySchema<Row<C>> {
  const mapped = Object.entries({ accountId: uuid, ...columns }).map(([key, column]) => {
    const primary = key === 'accountId' || keys.includes(key);
    return [key, { ...column, name: snake(key), primary }] as const;
  });
  return new EntitySchema<Row<C>>({ name, columns: Object.fromEntries(mapped) as never });
}

export const Conversation = entity('conversations', ['id'], {
  id: uuid,
  phone: text,
  phoneKey: text,
  channel: text,
  origin: text,
  day: date,
  createdAt: moment,
});

export const Lead = entity('leads', ['id'], {
  id: uuid,
  conversationId: uuid,
  copy: integer,
  phone: text,
  name: text,
  email: text,
  emailKey: text,
  notes: text,
  origin: text,
  originRule: text,
  utmSource: text,
  utmMedium: text,
  utmCampaign: text,
  createdAt: moment,
  updatedAt: moment,
  touchedAt: moment,
});

export const Tag = entity('tags', ['id'], { id: uuid, key: text, name: text });
export const LeadTag = entity('lead_tags', ['leadId', 'tagId'], { leadId: uuid, tagId: uuid });

export const Deal = entity('deals', ['id'], {
  id: uuid,
  leadId: uuid,
  pipelineId: uuid,
  stageId: uuid,
  copy: integer,
  enteredStageAt: moment,
  createdAt: moment,
  conversationId: uuid,
  conversationDay: date,
  sharesConversation: boolean,
});

export const ListEntry = entity('list_entries', ['listId', 'updatedAt', 'leadId'], {
  listId: uuid,
  updatedAt: moment,
  leadId: uuid,
});

export const Submission = entity('submissions', ['id'], {
  id: uuid,
  externalId: text,
  claimsExternalId: boolean,
  conversationId: uuid,
  leadId: uuid,
  keyId: uuid,
  requestId: text,
  result: text,
  createdAt: moment,
});

export const Day = entity('daily_submissions', ['day'], { day: date, used: integer, allowed: integer });
