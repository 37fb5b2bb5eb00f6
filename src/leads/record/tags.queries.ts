import { insertEach } from '../../database/insert-each';
import { planned, prepared, readRows, write } from '../../database/query';
import type { TagName } from './tag-name';

/** The key of the tag of a row `lt` of lead_tags: looked up, not joined, which may be planned as a pass over all tags. */
export const TAG_KEY = `(select t.key from tags t where t.account_id = $1 and t.id = lt.tag_id)`;

const LIST_TAGS = prepared(
  'list_tags',
  `select lt.tag_id as id, ${TAG_KEY} as key from lead_tags lt where lt.account_id = $1 and lt.lead_id = $2`,
);

/** The tags of a lead; sent after `lockLead`. */
export const listTags = (accountId: string, leadId: string) => readRows<KnownTag>(LIST_TAGS, [accountId, leadId]);

/**
 * Each key is looked up by itself: for `= any`, PostgreSQL may plan a pass over all tags of the account. The list of keys is the answer
 * of a subquery, so that its length is not known to the planner: a plan for just these keys would always seem cheaper than one for any, and
 * the statement would be planned at each execution. So too where tags are given and taken.
 */
const FIND_TAGS = planned(
  `select t.id, t.key, t.name from unnest((select $2::text[])) k (key)
   cross join lateral (select f.id, f.key, f.name from tags f where f.account_id = $1 and f.key = k.key limit 1) t`,
);

/** A tag that the account has. None is ever deleted, and none gets another key. */
interface KnownTag {
  readonly id: string;
  readonly key: string;
}

/** A tag with its id; the name is the spelling that the account has seen first. */
export interface NamedTag extends TagName {
  readonly id: string;
}

/** Those of these tags that the account has. */
export const findTags = (accountId: string, tags: readonly Pick<TagName, 'key'>[]) =>
  readRows<NamedTag>(FIND_TAGS, [accountId, tags.map(({ key }) => key)]);

const INSERT_TAGS = prepared(
  'insert_tags',
  `insert into tags (account_id, id, key, name)
   select l.account_id, t.id, t.key, t.name
   from leads l cross join lateral unnest($3::uuid[], $4::text[], $5::text[]) as t (id, key, name)
   where l.account_id = $1 and l.id = $2 order by t.key
   on conflict (account_id, key) do nothing`,
);

const INSERT_LEAD_TAGS = prepared(
  'insert_lead_tags',
  `insert into lead_tags (account_id, lead_id, tag_id)
   select t.account_id, $2, t.id from unnest((select $3::text[])) k (key)
   cross join lateral (select f.account_id, f.id from tags f where f.account_id = $1 and f.key = k.key limit 1) t
   on conflict (account_id, lead_id, tag_id) do nothing`,
);

/** Gives the lead these tags, making those that the account lacks, with these ids; `tags` in the order of their keys. */
export function addTags(accountId: string, leadId: string, tags: readonly NamedTag[]) {
  const keys = tags.map((tag) => tag.key);
  const made = write(INSERT_TAGS, [accountId, leadId, tags.map((tag) => tag.id), keys, tags.map((tag) => tag.name)]);
  return [made, write(INSERT_LEAD_TAGS, [accountId, leadId, keys])];
}

const GIVE_TAGS = insertEach(
  'give_tags',
  'lead_tags',
  ['lead_id', 'tag_id'],
  'on conflict (account_id, lead_id, tag_id) do nothing',
);

/** Gives the lead tags that the account has, at least one. */
export const giveTags = (accountId: string, leadId: string, tagIds: readonly string[]) =>
  GIVE_TAGS(
    accountId,
    tagIds.map((tagId) => [leadId, tagId]),
  );

// "is true" keeps PostgreSQL from the index by tag.
const DELETE_LEAD_TAGS = prepared(
  'delete_lead_tags',
  `delete from lead_tags where account_id = $1 and lead_id = $2 and (tag_id = any((select $3::uuid[])::uuid[])) is true`,
);

/** Takes these tags from the lead; the account keeps them. */
export const removeTags = (accountId: string, leadId: string, tagIds: readonly string[]) =>
  write(DELETE_LEAD_TAGS, [accountId, leadId, tagIds]);
