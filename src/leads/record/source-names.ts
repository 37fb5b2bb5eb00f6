import { Injectable } from '@nestjs/common';
import type { LeadDetail } from '../../contract/lead';
import type { SourceName } from '../../contract/source';
import type { Query } from '../../database/query';
import type { ShownLead } from './lead.view';

type NamesQuery = Query<readonly SourceName[], 'read'>;
type NamesById = ReadonlyMap<string | null, SourceName>;

/** Registry of the names of sources, in which their folder enters itself. */
@Injectable()
export class SourceNames {
  private readonly registered: ((accountId: string, ids: readonly string[]) => NamesQuery)[] = [];

  register(listNames: SourceNames['registered'][number]): void {
    this.registered.push(listNames);
  }

  /** The sources of the account with these ids, by id. */
  async find(
    accountId: string,
    ids: readonly (string | null)[],
    read: (query: NamesQuery) => Promise<readonly SourceName[]>,
  ): Promise<NamesById> {
    const known = ids.filter((id) => id !== null);
    if (known.length === 0) return new Map();
    const found = await Promise.all(this.registered.map((listNames) => read(listNames(accountId, known))));
    return new Map(found.flat().map((source) => [source.id, source]));
  }
}

/** Shows a lead with its source by name. */
export const withSource = ({ source_id, ...lead }: ShownLead, names: NamesById): LeadDetail => ({
  ...lead,
  source: names.get(source_id) ?? null,
});
