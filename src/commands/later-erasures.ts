import { createReadStream } from 'node:fs';
import type { Client } from 'pg';
import { ApiError } from '../common/api-error';
import type { LeadErasureService } from '../leads/people/lead-erasure.service';
import { formsOf, type Phone } from '../leads/record/phone';
import {
  type Access,
  type DeliveryContent,
  eraseDeliveries,
  eraseHeldSubmissions,
  erasePendingRows,
  listKnownEntries,
  listNamedConversations,
  listNamedDeliveries,
  listNamedHeld,
  listNamedLeads,
  listNamedMembers,
  listWaitingDeliveries,
  type NamedHeld,
  replaceAccess,
  replaceDelivery,
} from './later-erasures.queries';
import { MOVER } from './move-account';

/**
 * What holds again after a backup was taken: who was erased since, by the ids and phones that they have in the backup, and who has access.
 */
export interface LaterErasures {
  readonly access: Access;
  /** Entries of the audit trail that name them. */
  readonly named: number;
  readonly leads: readonly { readonly id: string; readonly isSpam: boolean }[];
  /** Of people without a lead. */
  readonly phones: readonly Phone[];
  readonly held: readonly NamedHeld[];
  readonly deliveries: readonly string[];
  /** Lists of several people, without the erased ones. */
  readonly lists: readonly DeliveryContent[];
  /** Members who were anonymised, which is not repeated. */
  readonly members: readonly string[];
}

/** Columns without arrays and JSON. */
type Row = Readonly<Record<string, string | boolean | null>>;

const textOrNull = (value: Row[string] | undefined): string | null => (typeof value === 'string' ? value : null);
const textOf = (value: Row[string] | undefined): string => textOrNull(value) ?? '';

/** What the last state of an account says about erasures. */
class LastState {
  isOfAccount = false;
  newestEntry = '';
  readonly access = { accounts: [] as Row[], api_keys: [] as Row[], members: [] as Row[], member_names: [] as Row[] };
  readonly erasures = new Set<string>();
  readonly members = new Set<string>();
  /** Erased leads with their conversations. */
  readonly erasedLeads = new Map<string, string>();
  /** Merged leads with those that stayed. */
  readonly merged = new Map<string, string>();
  readonly emptied = new Set<string>();
  readonly spam = new Set<string>();
  readonly phoneKeys = new Set<string>();
  readonly held = new Set<string>();
  readonly erasedDeliveries = new Set<string>();
  readonly contents = new Map<string, DeliveryContent>();

  constructor(
    private readonly accountId: string,
    private readonly waiting: ReadonlyMap<string, DeliveryContent>,
  ) {}

  read(table: string, row: Row): void {
    const id = textOf(row.id);
    if (table in this.access) this.access[table as keyof Access].push(row);
    if (table === 'accounts') this.isOfAccount = id === this.accountId;
    if (table === 'audit_entries') this.readEntry(id, row);
    if (table === 'leads' && row.erased_at !== null) this.erasedLeads.set(id, textOf(row.conversation_id));
    if (table === 'lead_merges') this.merged.set(textOf(row.merged_lead_id), textOf(row.lead_id));
    if (table === 'conversations') this.readConversation(id, row);
    if (table === 'held_submissions' && row.phone === null) this.held.add(id);
    if (table === 'deliveries') this.readDelivery(id, row);
  }

  private readEntry(id: string, row: Row): void {
    if (id > this.newestEntry) this.newestEntry = id;
    if (row.action === 'person.erased') this.erasures.add(id);
    if (row.action === 'member.anonymised') this.members.add(textOf(row.subject_id));
  }

  private readConversation(id: string, row: Row): void {
    if (row.phone_key === null) this.emptied.add(id);
    else this.phoneKeys.add(textOf(row.phone_key));
    if (row.is_spam === true) this.spam.add(id);
  }

  /** Only an erasure takes the type of the content; a list loses single people. */
  private readDelivery(id: string, row: Row): void {
    if (row.content_type === null) this.erasedDeliveries.add(id);
    else if (this.waiting.has(id))
      this.contents.set(id, { id, body: textOrNull(row.body), digits: textOrNull(row.digits) });
  }
}

/**
 * Compares a backup with the account's last state, which `npm run close-account -- --export` wrote. Throws when the file is of another
 * account, or older than the backup.
 */
export async function findLaterErasures(source: Client, accountId: string, file: string): Promise<LaterErasures> {
  const waiting = new Map((await listWaitingDeliveries(source, accountId)).map((content) => [content.id, content]));
  const last = new LastState(accountId, waiting);
  for await (const line of linesOf(file)) {
    const { table, row } = JSON.parse(line) as { table: string; row: Row };
    last.read(table, row);
  }
  if (!last.isOfAccount) throw new Error(`--erasures: ${file} is not of the account ${accountId}.`);
  const entries = await listKnownEntries(source, accountId, [...last.erasures]);
  if (entries.newest && entries.newest > last.newestEntry)
    throw new Error(`--erasures: ${file} is older than the account at --from.`);
  const deliveries = await listNamedDeliveries(source, accountId, [...last.erasedDeliveries]);
  return {
    access: last.access,
    named: last.erasures.size - entries.known,
    leads: await leadsOf(source, accountId, last),
    phones: await phonesOf(source, accountId, last),
    held: await listNamedHeld(source, accountId, [...last.held]),
    ...deliveriesOf(waiting, last, deliveries),
    members: await listNamedMembers(source, accountId, [...last.members]),
  };
}

/** Texts may have other line ends, which `node:readline` takes for such. Throws when the last line is cut off. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const part of createReadStream(file, 'utf8')) {
    const lines = (rest + String(part)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new Error(`--erasures: ${file} ends in the middle of a line.`);
}

/** Erased leads, and those that were merged into them. */
async function leadsOf(source: Client, accountId: string, { erasedLeads, merged, spam }: LastState) {
  const conversations = new Map(erasedLeads);
  for (const [from, into] of merged) {
    const conversation = erasedLeads.get(into);
    if (conversation !== undefined) conversations.set(from, conversation);
  }
  const ids = await listNamedLeads(source, accountId, [...conversations.keys()]);
  return ids.map((id) => ({ id, isSpam: spam.has(conversations.get(id) ?? '') }));
}

/** People without a lead whose conversation is empty, and whose number nobody has. A correction empties conversations too. */
async function phonesOf(source: Client, accountId: string, { emptied, phoneKeys }: LastState): Promise<Phone[]> {
  const found = await listNamedConversations(source, accountId, [...emptied]);
  return found.filter(({ key }) => !formsOf(key).some((form) => phoneKeys.has(form)));
}

/** A delivery that waits in the backup is erased when its content is gone, and loses the people that it lost. */
function deliveriesOf(
  waiting: ReadonlyMap<string, DeliveryContent>,
  { contents }: LastState,
  erased: readonly string[],
): Pick<LaterErasures, 'deliveries' | 'lists'> {
  const deliveries = new Set(erased);
  const lists: DeliveryContent[] = [];
  for (const [id, { body }] of waiting) {
    const content = contents.get(id);
    if (!content || content.body === null) deliveries.add(id);
    else if (content.body !== body) lists.push(content);
  }
  return { deliveries: [...deliveries], lists };
}

/**
 * Gives access to those who had it last, and erases these people, with all that came from them and waits. An import that runs in the
 * backup ends, because its rows cannot be told apart.
 */
export async function repeatErasures(
  target: Client,
  erasure: LeadErasureService,
  accountId: string,
  erasures: LaterErasures,
): Promise<void> {
  await replaceAccess(target, accountId, erasures.access);
  for (const { id, isSpam } of erasures.leads) await erasure.erase(accountId, id, MOVER, isSpam ? 'spam' : undefined);
  for (const phone of erasures.phones) await erasure.erasePhone(accountId, phone, MOVER).catch(ignoreUnknown);
  await eraseHeldSubmissions(target, accountId, erasures.held);
  await eraseDeliveries(target, accountId, erasures.deliveries);
  for (const content of erasures.lists) await replaceDelivery(target, accountId, content);
  if (erasures.named > 0) await erasePendingRows(target, accountId);
}

/** The person of a conversation may have been erased with a lead. */
function ignoreUnknown(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
}
