import type { Client } from 'pg';
import { erasing } from '../database/columns';
import { ImportRow } from '../imports/import.entity';
import { HeldSubmission, LedgerEntry } from '../leads/intake/submission.entity';
import type { Phone } from '../leads/record/phone';
import { Delivery } from '../sources/source.entity';

/** Statements about a backup and a moved account, sent by the tables' owner. */

/** Rows of a table as `npm run close-account -- --export` writes them. */
export type ExportedRows = readonly object[];

/** Who has access: the row of the account, and all its keys and members. */
export interface Access {
  readonly accounts: ExportedRows;
  readonly api_keys: ExportedRows;
  readonly members: ExportedRows;
  readonly member_names: ExportedRows;
}

/** Ids of one statement. */
const CHUNK = 10_000;

/** Sends the statement, in which the account is $1, for parts of the ids, $2. */
async function eachPart<Row extends object>(
  client: Client,
  accountId: string,
  ids: readonly string[],
  text: string,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rows } = await client.query<Row>(text, [accountId, ids.slice(start, start + CHUNK)]);
    found.push(...rows);
  }
  return found;
}

interface Identified {
  readonly id: string;
}

const idsOf = (rows: readonly Identified[]): string[] => rows.map(({ id }) => id);

/** Lists the ids that the statement finds. */
const listIds = async (...given: Parameters<typeof eachPart>): Promise<string[]> =>
  idsOf(await eachPart<Identified>(...given));

/** What came to a source, as `bytea` is written, and the runs of digits in it. */
export interface DeliveryContent extends Identified {
  readonly body: string | null;
  readonly digits: string | null;
}

/** Lists the deliveries that wait. */
export async function listWaitingDeliveries(source: Client, accountId: string): Promise<DeliveryContent[]> {
  const { rows } = await source.query<DeliveryContent>(
    'select id, body::text as body, digits from deliveries where account_id = $1 and settled_at is null',
    [accountId],
  );
  return rows;
}

/** The newest entry of the audit trail, and how many of these it has. */
export async function listKnownEntries(source: Client, accountId: string, ids: readonly string[]) {
  const { rows } = await source.query<Identified>(
    'select id from audit_entries where account_id = $1 order by id desc limit 1',
    [accountId],
  );
  const known = await listIds(
    source,
    accountId,
    ids,
    'select id from audit_entries where account_id = $1 and id = any($2::uuid[])',
  );
  return { newest: rows[0]?.id, known: known.length };
}

/** The leads of these that are not erased. */
export const listNamedLeads = (source: Client, accountId: string, ids: readonly string[]) =>
  listIds(
    source,
    accountId,
    ids,
    'select id from leads where account_id = $1 and erased_at is null and id = any($2::uuid[])',
  );

/** The phones of the conversations of these that have one, and no lead. */
export const listNamedConversations = (source: Client, accountId: string, ids: readonly string[]) =>
  eachPart<Phone>(
    source,
    accountId,
    ids,
    `select c.phone as digits, c.phone_key as key from conversations c
     where c.account_id = $1 and c.phone_key is not null and c.id = any($2::uuid[])
       and not exists (select from leads l where l.account_id = $1 and l.conversation_id = c.id and l.erased_at is null)`,
  );

export interface NamedHeld extends Identified {
  readonly submissionId: string;
}

/** The held submissions of these that have a phone. */
export const listNamedHeld = (source: Client, accountId: string, ids: readonly string[]) =>
  eachPart<NamedHeld>(
    source,
    accountId,
    ids,
    `select id, submission_id as "submissionId" from held_submissions
     where account_id = $1 and phone_key is not null and id = any($2::uuid[])`,
  );

/** The deliveries of these that are not erased. */
export const listNamedDeliveries = (source: Client, accountId: string, ids: readonly string[]) =>
  listIds(
    source,
    accountId,
    ids,
    'select id from deliveries where account_id = $1 and content_type is not null and id = any($2::uuid[])',
  );

/** The members of these who are not anonymised. */
export const listNamedMembers = (source: Client, accountId: string, ids: readonly string[]) =>
  listIds(
    source,
    accountId,
    ids,
    'select id from members where account_id = $1 and email is not null and id = any($2::uuid[])',
  );

/** Empties held submissions and their entries in the ledger. */
export async function eraseHeldSubmissions(target: Client, accountId: string, held: readonly NamedHeld[]) {
  await eachPart(
    target,
    accountId,
    idsOf(held),
    `update held_submissions set ${erasing(HeldSubmission)},
       state = case when state = 'held' then 'dismissed' else state end,
       resolved_at = coalesce(resolved_at, created_at)
     where account_id = $1 and id = any($2::uuid[])`,
  );
  await eachPart(
    target,
    accountId,
    held.map(({ submissionId }) => submissionId),
    `update submissions set ${erasing(LedgerEntry)}, claims_external_id = false
     where account_id = $1 and id = any($2::uuid[])`,
  );
}

/** Empties deliveries; those that wait are dismissed. */
export const eraseDeliveries = (target: Client, accountId: string, ids: readonly string[]) =>
  eachPart(
    target,
    accountId,
    ids,
    `update deliveries set result = case when settled_at is null then 'dismissed' else result end,
       settled_at = coalesce(settled_at, received_at), ${erasing(Delivery)}
     where account_id = $1 and id = any($2::uuid[])`,
  );

/** Gives a list of people, which waits, other content. */
export const replaceDelivery = (target: Client, accountId: string, { id, body, digits }: DeliveryContent) =>
  target.query(
    `update deliveries set body = $3::text::bytea, digits = $4, fields = '[]', left_out = '[]'
     where account_id = $1 and id = $2`,
    [accountId, id, body, digits],
  );

/** Ends the imports that run. */
export const erasePendingRows = (target: Client, accountId: string) =>
  target.query(
    `update import_rows set result = 'erased', ${erasing(ImportRow)} where account_id = $1 and result is null`,
    [accountId],
  );

/** Puts these keys and members in the place of the account's, to which nobody is signed in, and takes the owner and the licence. */
export async function replaceAccess(target: Client, accountId: string, access: Access): Promise<void> {
  /** Sends a statement in which `given` has the rows of the table. */
  const send = (table: keyof Access, text: string) =>
    target.query(
      `with given as (
         select r.* from jsonb_array_elements($1) row, jsonb_populate_record(null::${table}, row) r
         where r.${table === 'accounts' ? 'id' : 'account_id'} = $2)
       ${text}`,
      [JSON.stringify(access[table]), accountId],
    );
  await target.query('begin');
  await send(
    'member_names',
    'insert into member_names select * from given on conflict (account_id, id) do update set name = excluded.name',
  );
  for (const table of ['members', 'api_keys'] as const) {
    await target.query(`delete from ${table} where account_id = $1`, [accountId]);
    await send(table, `insert into ${table} select * from given`);
  }
  await send(
    'accounts',
    `update accounts a set owner_name = g.owner_name, owner_email = g.owner_email, owner_email_key = g.owner_email_key,
       owner_since = g.owner_since, licence_active = g.licence_active
     from given g where a.id = $2`,
  );
  await target.query('commit');
}
