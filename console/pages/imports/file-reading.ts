import type { ImportColumn } from '../../../src/contract/import-columns';

/** Contents of each column of a file; null for an ignored one. */
export type Fields = readonly (ImportColumn | null)[];

/** Defaults for rows without a value, by the service's names; empty where not given. */
export interface FileForAllRows {
  readonly area_code: string;
  readonly origin: string;
  readonly tags: string;
  readonly stage_id: string;
  readonly consent: string;
}

export const NO_VALUES: FileForAllRows = { area_code: '', origin: '', tags: '', stage_id: '', consent: '' };

/** Reading of a file; without `fields` its header names the columns. */
export interface FileReading {
  readonly fields?: Fields;
  readonly forAllRows: FileForAllRows;
}

export function queryOf({ fields, forAllRows }: FileReading): URLSearchParams {
  const query = new URLSearchParams();
  if (fields) query.set('mapping', fields.map((field) => field ?? '').join());
  for (const [name, value] of Object.entries(forAllRows)) if (value !== '') query.set(name, value as string);
  return query;
}
