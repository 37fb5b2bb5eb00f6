import { insertEach } from '../../database/combined-queries';
import { planned, prepared, readRows, write } from '../../database/query';
import type { TagName } from './tags';

/** SQL: the tag key of a row `lt` of lead_tags. Looked up: a join may be planned as a scan of all tags. */
export const TAG_KEY = `(select t.key from tags t where t.account_id = $1 and t.id = lt.tag_id)`;

const LIST_TAGS = prepared(
  'list_tags',
  `select lt.tag_id as id, ${TAG_KEY} as key from lead_tags lt where lt.account_id = $1 and lt.lead_id = $2`,
);

export const listTags = (accountId: string, leadId: string) => readRows<StoredTag>(LIST_TAGS, [accountId, leadId]);

/**
 * Looks up each key on its own: for `= any`, PostgreSQL may scan all tags of the account. The keys come from a subquery, which
 * hides their number from the planner: a custom plan would always seem cheaper, and each execution would plan anew. The
 * statements below do the same.
 */
const FIND_TAGS = planned(
  `select t.id, t.key, t.name from unnest((select $2::text[])) k (key)
   cross join lateral (select f.id, f.key, f.name from tags f where f.account_id = $1 and f.key = k.key limit 1) t`,
);

/** A stored tag. Tags are never deleted and keep their key. */
interface StoredTag {
  readonly id: string;
  readonly key: string;
}

/** A tag with its id; the name is the first spelling seen in the account. */
export interface NamedTag extends TagName {
  readonly id: string;
}

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

/** Gives the lead these tags, in key order; makes missing ones with these ids. */
export function addTags(accountId: string, leadId: string, tags: readonly NamedTag[]) {
  const keys = tags.map((tag) => tag.key);
  const made = write(
    INSERT_TAGS,
    [accountId, leadId, tags.map((tag) => tag.id), keys, tags.map((tag) => tag.name)],
    'tag',
  );
  return [made, write(INSERT_LEAD_TAGS, [accountId, leadId, keys])];
}

const GIVE_TAGS = insertEach(
  'give_tags',
  'lead_tags',
  ['lead_id', 'tag_id'],
  'on conflict (account_id, lead_id, tag_id) do nothing',
);

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

export const removeTags = (accountId: string, leadId: string, tagIds: readonly string[]) =>
  write(DELETE_LEAD_TAGS, [accountId, leadId, tagIds]);
