import type { ImportColumn } from '../contract/import-columns';

/** How a column of a file is read. */
export interface FileColumn {
  /** Null for an ignored one. */
  readonly field: ImportColumn | null;
  /** Whether it is read although its header is not wholly understood. */
  readonly isGuessed: boolean;
  /** Why it is ignored; null for a column that is read, one without a name, and the reasons of refused rows. */
  readonly reason: string | null;
  /** For phones: the index of the column of their area codes. */
  readonly areaCodes?: number;
  /** Whether it only completes the phones of another column. */
  readonly isAreaCode?: true;
}

/** The columns of a file in order. */
export type FileColumns = readonly FileColumn[];

export const IGNORED: FileColumn = { field: null, isGuessed: false, reason: null };
