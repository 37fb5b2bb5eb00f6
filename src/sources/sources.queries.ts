import { v7 as uuidv7 } from 'uuid';
import { Account } from '../accounts/account.entity';
import { type AccountSearch, AMONG_ACCOUNTS } from '../accounts/search-accounts';
import { type Caller, CALLING } from '../auth/keys/caller';
import { MAX_ACTIVE_SOURCES } from '../contract/limits';
import type { SourceName, SourceView } from '../contract/source';
import { selection } from '../database/columns';
import {
  acrossAccounts,
  lockRow,
  map,
  planned,
  prepared,
  publishing,
  readRow,
  readRows,
  write,
} from '../database/query';
import { Source } from './source.entity';

/** Runs uncached, as the look-up of a key does. Needs no account id: `source_addresses` is read without one. */
const FIND_ADDRESS = acrossAccounts(
  `select a.source_id as "sourceId", a.ends_at is not null and a.ends_at <= now() as "isEnded",
          c.closes_at is not null as "isClosed",
          c.name as "accountName", ${selection(Account, 'c', CALLING)}
   from source_addresses a join accounts c on c.id = a.account_id
   where a.hash = $1`,
  'find_source_address',
);

/** The account of an address, as a caller of the partner API has it, with its name. */
export type SourceAccount = Caller['account'] & { readonly accountName: string };

interface FoundAddress {
  readonly account: SourceAccount;
  readonly sourceId: string;
  readonly isEnded: boolean;
  /** The account's. */
  readonly isClosed: boolean;
}

/** Finds an address by the SHA-256 of its token or slug. */
export const findAddress = (hash: Buffer) =>
  map(
    readRow<SourceAccount & { sourceId: string; isEnded: boolean; isClosed: boolean }>(FIND_ADDRESS, [hash]),
    (row): FoundAddress | undefined => {
      if (!row) return undefined;
      const { sourceId, isEnded, isClosed, ...account } = row;
      return { account, sourceId, isEnded, isClosed };
    },
  );

const FIND_SOURCE = prepared(
  'find_source',
  `select ${selection(Source, 's')} from sources s where s.account_id = $1 and s.id = $2`,
);

/** A deleted one too. */
export const findSource = (accountId: string, id: string) => readRow<Source>(FIND_SOURCE, [accountId, id]);

const LOCK_SOURCE = prepared(
  'lock_source',
  `select ${selection(Source, 's')} from sources s where s.account_id = $1 and s.id = $2 for update`,
);

/** Locks a source, a deleted one too; the caller holds the account's lock. */
export const lockSource = (accountId: string, id: string) => lockRow<Source>('source', LOCK_SOURCE, [accountId, id]);

const USED_SLOTS = prepared(
  'list_source_slots',
  `select s.slot, s.active from sources s where s.account_id = $1 and s.deleted_at is null`,
);

interface Slots {
  /** All sources, those that are switched off too. */
  readonly count: number;
  /** The first free place among the active ones. */
  readonly free: number | undefined;
}

/** The caller holds the account's lock. */
export const findSlots = (accountId: string) =>
  map(readRows<Pick<Source, 'slot' | 'active'>>(USED_SLOTS, [accountId]), (rows): Slots => {
    const taken = new Set(rows.filter(({ active }) => active).map(({ slot }) => slot));
    const places = Array.from({ length: MAX_ACTIVE_SOURCES }, (_, index) => index + 1);
    return { count: rows.length, free: places.find((place) => !taken.has(place)) };
  });

const HAS_STAGE = prepared(
  'has_stage_for_source',
  `select 1 as found from stages s where s.account_id = $1 and s.id = $2 and not s.is_won`,
);

/** Whether leads may enter this stage: one of the account that is not of a won deal. */
export const hasStage = (accountId: string, stageId: string) =>
  map(readRow<{ found: number }>(HAS_STAGE, [accountId, stageId]), Boolean);

const TODAY = `(statement_timestamp() at time zone 'America/Sao_Paulo')::date`;

const LISTED = `
  select ${selection(Source, 's')},
         (select d.last_at from source_days d where d.account_id = $1 and d.source_id = s.id
          order by d.day desc limit 1) as "lastAt",
         coalesce(w.received, 0) as received, coalesce(w.problems, 0) as problems, coalesce(w.spam, 0) as spam
  from sources s
  left join lateral (
    select sum(d.received)::int as received, sum(d.problems)::int as problems, sum(d.spam)::int as spam
    from source_days d where d.account_id = $1 and d.source_id = s.id and d.day > ${TODAY} - 7) w on true
  where s.account_id = $1`;

/** A source with its counts of seven days. */
export type ListedSource = Source & {
  readonly lastAt: Date | null;
  readonly received: number;
  readonly problems: number;
  readonly spam: number;
};

const LIST_SOURCES = planned(`${LISTED} and s.deleted_at is null order by s.id desc`);

/** Sources of the account, newest first. */
export const listSources = (accountId: string) => readRows<ListedSource>(LIST_SOURCES, [accountId]);

const FIND_LISTED = prepared('find_listed_source', `${LISTED} and s.id = $2`);

/** A deleted one too. */
export const findListedSource = (accountId: string, id: string) => readRow<ListedSource>(FIND_LISTED, [accountId, id]);

const LIST_SOURCE_NAMES = prepared(
  'list_source_names',
  `select s.id, s.name from unnest($2::uuid[]) k (id)
   cross join lateral (select f.id, f.name from sources f where f.account_id = $1 and f.id = k.id limit 1) s`,
);

/** Names of sources of the account, deleted ones too. */
export const listSourceNames = (accountId: string, ids: readonly string[]) =>
  readRows<SourceName>(LIST_SOURCE_NAMES, [accountId, ids]);

const END_ADDRESSES = prepared(
  'end_source_addresses',
  `update source_addresses set ends_at = date_trunc('milliseconds', now()) + $3 * interval '1 hour'
   where account_id = $1 and source_id = $2 and (ends_at is null or ends_at > now() + $3 * interval '1 hour')`,
);

/** Ends the addresses of a source in so many hours, unless they end earlier. */
export const endAddresses = (accountId: string, sourceId: string, hours: number) =>
  write(END_ADDRESSES, [accountId, sourceId, hours]);

const MARK_REREAD = prepared(
  'mark_sources_reread',
  `update sources set reread_at = date_trunc('milliseconds', statement_timestamp())
   where account_id = $1 and ($2::uuid is null or id = $2::uuid)`,
);

/** Lets a job read the held deliveries of a source, or of all, again. */
export const rereadHeld = (accountId: string, sourceId: string | null) => write(MARK_REREAD, [accountId, sourceId]);

const LIST_REREAD = acrossAccounts(
  `select account_id as "accountId", id, reread_at as "rereadAt" from sources
   where ${AMONG_ACCOUNTS} and reread_at <= clock_timestamp() order by reread_at`,
);

export interface RereadSource {
  readonly accountId: string;
  readonly id: string;
  readonly rereadAt: Date;
}

/** Sources whose held deliveries are to be read again, the longest waiting first. */
export const listReread: AccountSearch<RereadSource> = (accounts) => readRows(LIST_REREAD, [accounts]);

const END_REREAD = prepared(
  'end_source_reread',
  `update sources set reread_at = statement_timestamp() + $4::int * interval '1 minute'
   where account_id = $1 and id = $2 and reread_at = $3`,
);

/** Ends the reading, or puts it off by a minute. Does nothing when it was wished for again meanwhile. */
export const endReread = ({ accountId, id, rereadAt }: RereadSource, isPutOff: boolean) =>
  write(END_REREAD, [accountId, id, rereadAt, isPutOff ? 1 : null]);

const NOTIFY_OF_KEPT = prepared(
  'notify_of_kept_sources',
  `insert into notifications (account_id, id, type, subject_id, message, lead_id, created_at)
   select $1::uuid, $2::uuid, 'source.kept', $3::uuid,
          'A conta mudou de dono. Estas fontes continuam recebendo leads: '
            || string_agg('“' || s.name || '”', ', ' order by s.id) || '. Confira se devem continuar.',
          null, date_trunc('milliseconds', now())
   from sources s where s.account_id = $1 and s.active and s.deleted_at is null having count(*) > 0`,
);

/** Tells a new owner which sources go on. */
export function notifyOfKept(accountId: string) {
  const id = uuidv7();
  return publishing(write(NOTIFY_OF_KEPT, [accountId, id, uuidv7()], 'notification'), 'notification', id);
}

/** A source as its account sees it; `publicUrl` is in the address of a form, whose visitors may count as one. */
export const sourceView = (source: ListedSource, publicUrl: string, isVisitorLimitShared: boolean): SourceView => ({
  id: source.id,
  kind: source.kind,
  name: source.name,
  active: source.active,
  created_at: source.createdAt.toISOString(),
  hint: source.hint,
  address: source.slug === null ? null : `${publicUrl}/f/${source.slug}`,
  defaults: { tags: source.tags, stage_id: source.stageId, origin: source.origin, consent: source.consent },
  mapping: source.mapping,
  form: source.form,
  has_google_key: source.googleKey !== null,
  last_received_at: source.lastAt?.toISOString() ?? null,
  received_7_days: source.received,
  problems_7_days: source.problems,
  spam_7_days: source.spam,
  is_visitor_limit_shared: source.kind === 'form' && isVisitorLimitShared,
});
