import type { ListedLead } from '../../../src/contract/day/today';
import type { Answer } from '../../../src/contract/document/route-text';
import { MIN_SEARCH } from '../../../src/contract/limits';
import { withQuery } from '../../router';
import { type Resource, useResource } from '../../use-resource';
import { useSettled } from '../leads/use-settled';

/** The most leads that are shown. */
const SHOWN = 8;
/** The most pages that are read, because the service bounds its search per page. */
const PAGES = 3;

export interface FoundLeads {
  readonly search: string;
  readonly leads: readonly ListedLead[];
  /** Whether the list may have more. */
  readonly hasMore: boolean;
}

/** What is searched for by a text; empty for one by which nothing can be found. */
export function searchOf(text: string): string {
  // A cell that was copied from a table may end with a tab.
  const search = text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  return search.length >= MIN_SEARCH && /[\p{L}\p{N}]/u.test(search) ? search : '';
}

/** The leads of a search, which is sent after a pause in typing. */
export function useFoundLeads(search: string): Resource<FoundLeads> {
  const settled = useSettled(search);
  return useResource(settled ? withQuery('/leads', { q: settled, limit: String(SHOWN) }) : undefined, readFound);
}

async function readFound(path: string, get: <Data>(path: string) => Promise<Answer<Data>>): Promise<FoundLeads> {
  const search = new URLSearchParams(path.slice(path.indexOf('?'))).get('q') ?? '';
  let answer = await get<readonly ListedLead[]>(path);
  for (let page = 1; page < PAGES && answer.data.length === 0 && answer.next_cursor; page++)
    answer = await get(`${path}&cursor=${encodeURIComponent(answer.next_cursor)}`);
  return { search, leads: answer.data, hasMore: Boolean(answer.next_cursor) };
}
