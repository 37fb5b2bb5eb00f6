import { useState } from 'preact/hooks';
import type { ImportPreview, ImportView } from '../../../src/contract/import';
import type { ImportColumn } from '../../../src/contract/import-columns';
import { type ApiFailure, call } from '../../api';
import { goTo } from '../../router';
import { useAction } from '../../use-action';
import { rememberFile } from './sent-files';
import { type Fields, mappingOf, usePreview } from './use-preview';

/** Letters of a file's name that the service takes. */
const nameOf = (file: File): string =>
  Array.from(file.name.replace(/\p{C}/gu, '').trim()).slice(0, 255).join('') || 'arquivo.csv';

/** A file that is about to be imported: what its columns hold, how it would be read, and what can be done with it. */
interface NewImport {
  readonly fields: Fields;
  readonly shown: ImportPreview | undefined;
  readonly failure: ApiFailure | undefined;
  readonly isLooking: boolean;
  readonly isSending: boolean;
  readonly choose: (file: File | undefined) => Promise<void>;
  /** A field that another column had is taken from that one. */
  readonly assign: (index: number, field: ImportColumn | null) => void;
  readonly start: () => Promise<boolean>;
}

export function useNewImport(): NewImport {
  const action = useAction();
  const preview = usePreview();
  const [file, setFile] = useState<File>();
  const [fields, setFields] = useState<Fields>([]);
  const choose = async (chosen: File | undefined): Promise<void> => {
    setFile(chosen);
    setFields([]);
    const seen = await preview.look(chosen);
    if (seen) setFields(seen.columns.map(({ field }) => field));
  };
  const assign = (index: number, field: ImportColumn | null): void => {
    const next = fields.map((held, other) => (other === index ? field : held === field ? null : held));
    setFields(next);
    if (next.includes('phone')) void preview.look(file, next);
  };
  const start = (): Promise<boolean> =>
    action.run(async () => {
      if (!file) return;
      const query = `file_name=${encodeURIComponent(nameOf(file))}&${mappingOf(fields)}`;
      const { data } = await call<ImportView>('POST', `/imports?${query}`, file);
      rememberFile(data.id, file);
      goTo('importar', data.id);
    });
  const { shown, isBusy: isLooking } = preview;
  const failure = action.failure ?? preview.failure;
  return { fields, shown, failure, isLooking, isSending: action.isBusy, choose, assign, start };
}
