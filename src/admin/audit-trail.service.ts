import { Injectable } from '@nestjs/common';
import { CSV_BEGINNING, csvLine } from '../common/csv';
import type { TextBatches } from '../common/in-slices';
import { brasiliaMinute } from '../common/brasilia-time';
import { type PageQuery, loadPage, type Page, type PagedAccount } from '../common/input/paging';
import { refuseInverted } from '../common/input/moment.field';
import { Database } from '../database/database';
import { type AuditFilters, listAudit, type StoredEntry } from './audit-trail.queries';

const ENTRIES_PER_READ = 1_000;

/** Reads the audit trail, newest first. */
@Injectable()
export class AuditTrailService {
  constructor(private readonly database: Database) {}

  /** Throws 422 for a bad cursor, and for a period that ends before it begins. */
  list(
    { id: accountId, cursorSecret }: PagedAccount,
    query: PageQuery,
    filters: AuditFilters,
    leaving: AbortSignal,
  ): Promise<Page<StoredEntry>> {
    refuseInverted(filters);
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify([
        'audit',
        accountId,
        filters.from,
        filters.to,
        filters.person,
        filters.action,
        filters.leadId,
      ]),
      load: (count, [before] = []) => this.database.read(listAudit(accountId, filters, before, count), leaving),
      positionOf: ({ id }) => [id],
    });
  }

  /** The lines of a CSV file, a batch for each read. Throws 422 for a period that ends before it begins. */
  csv(accountId: string, filters: AuditFilters, leaving: AbortSignal): TextBatches {
    refuseInverted(filters);
    return csvOf((before) => this.database.read(listAudit(accountId, filters, before, ENTRIES_PER_READ), leaving));
  }
}

const HEADER = [
  'Quando',
  'Quem',
  'Identificador de quem',
  'Endereço',
  'Ação',
  'Sobre o quê',
  'Identificador',
  'Registro',
  'Lead',
  'Detalhes',
];

/** Entries are only added, so the result is the trail at the time of the first read. */
async function* csvOf(read: (before?: string) => Promise<readonly StoredEntry[]>): TextBatches {
  let entries = await read();
  yield [CSV_BEGINNING, csvLine(HEADER)];
  yield linesOf(entries);
  for (let last = entries.at(-1); last && entries.length === ENTRIES_PER_READ; last = entries.at(-1)) {
    entries = await read(last.id);
    yield linesOf(entries);
  }
}

function* linesOf(entries: readonly StoredEntry[]): Generator<string> {
  for (const entry of entries) yield lineOf(entry);
}

const lineOf = ({ id, at, actor, address, action, subject, lead_id, details }: StoredEntry): string =>
  csvLine([
    ...[brasiliaMinute(at), actor.type, actor.id, address, action, subject?.type ?? null, subject?.id ?? null, id],
    lead_id,
    details && JSON.stringify(details),
  ]);
