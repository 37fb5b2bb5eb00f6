import type { ImportColumn } from '../../../src/contract/import-columns';

/** What each column of a file holds; null for one that is not read. */
export type Fields = readonly (ImportColumn | null)[];

/** What holds for rows that say nothing of it themselves, by the names of the service; empty where nothing was said. */
export interface ForAllRows {
  readonly area_code: string;
  readonly origin: string;
  readonly tags: string;
  readonly stage_id: string;
  readonly consent: string;
}

export const NOTHING_SAID: ForAllRows = { area_code: '', origin: '', tags: '', stage_id: '', consent: '' };

/** How a file is to be read; without `fields` its header names the columns. */
export interface FileReading {
  readonly fields?: Fields;
  readonly said: ForAllRows;
}

/** A reading as the service takes it. */
export function queryOf({ fields, said }: FileReading): URLSearchParams {
  const query = new URLSearchParams();
  if (fields) query.set('mapping', fields.map((field) => field ?? '').join());
  for (const [name, value] of Object.entries(said)) if (value !== '') query.set(name, value as string);
  return query;
}
