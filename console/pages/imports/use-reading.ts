import { useState } from 'preact/hooks';
import type { ImportPreview } from '../../../src/contract/import';
import { type ImportColumn, takesSeveral } from '../../../src/contract/import-columns';
import { type FileReading, type FileForAllRows, NO_VALUES } from './file-reading';
import { usePreview, type PreviewState } from './use-preview';

/** Column that lost its field to another one. */
export interface LostField {
  readonly index: number;
  readonly field: ImportColumn;
}

interface Reading extends PreviewState {
  readonly file: File | undefined;
  readonly reading: FileReading;
  /** Columns as the service read them before any choice. */
  readonly guessed: ImportPreview['columns'];
  readonly lost: LostField | undefined;
  readonly choose: (file: File | undefined) => Promise<void>;
  /** Takes a field that allows one column from its previous column. */
  readonly assign: (index: number, field: ImportColumn | null) => void;
  readonly changeForAllRows: (forAllRows: FileForAllRows) => void;
  readonly lookAgain: () => void;
}

export function useReading(): Reading {
  const { look, ...preview } = usePreview();
  const [file, setFile] = useState<File>();
  const [guessed, setGuessed] = useState<ImportPreview['columns']>([]);
  const [reading, setReading] = useState<FileReading>({ forAllRows: NO_VALUES });
  const [lost, setLost] = useState<LostField>();
  const read = async (next: FileReading, of = file): Promise<void> => {
    setReading(next);
    setLost(undefined);
    const seen = await look(of, next);
    if (!seen || next.fields) return;
    setGuessed(seen.columns);
    setReading({ ...next, fields: seen.columns.map(({ field }) => field) });
  };
  const choose = (chosen: File | undefined): Promise<void> => {
    setFile(chosen);
    return read({ forAllRows: reading.forAllRows }, chosen);
  };
  const assign = (index: number, field: ImportColumn | null): void => {
    const fields = reading.fields ?? [];
    const other = field && !takesSeveral(field) ? fields.indexOf(field) : -1;
    const next = fields.map((current, at) => (at === index ? field : at === other ? null : current));
    void read({ ...reading, fields: next });
    if (field && other !== -1) setLost({ index: other, field });
  };
  const changeForAllRows = (forAllRows: FileForAllRows): void => void read({ ...reading, forAllRows });
  const lookAgain = (): void => void read({ ...reading });
  return { ...preview, file, reading, guessed, lost, choose, assign, changeForAllRows, lookAgain };
}
