import { useState } from 'preact/hooks';
import type { ImportView } from '../../../src/contract/import';
import { MAX_FILE_NAME } from '../../../src/contract/limits';
import { type ApiFailure, call } from '../../api';
import { goTo, linkTo } from '../../router';
import { useAction } from '../../use-action';
import { type FileReading, queryOf } from './file-reading';
import { rememberFile } from './sent-files';
import { useReading } from './use-reading';

/** Letters of a file's name that the service accepts. */
const nameOf = (file: File): string =>
  Array.from(file.name.replace(/\p{C}/gu, '').trim()).slice(0, MAX_FILE_NAME).join('') || 'arquivo';

interface NewImport extends ReturnType<typeof useReading> {
  readonly failure: ApiFailure | undefined;
  readonly isSending: boolean;
  /** Whether the shown reading is what would be imported. */
  readonly isReady: boolean;
  readonly start: () => Promise<boolean>;
}

export function useNewImport(): NewImport {
  const action = useAction();
  const one = useReading();
  const [sent, setSent] = useState<FileReading>();
  const { file, reading } = one;
  const start = (): Promise<boolean> => {
    setSent(reading);
    return action.run(async () => {
      if (!file) return;
      const query = queryOf(reading);
      query.set('file_name', nameOf(file));
      const { data } = await call<ImportView>('POST', `/imports?${query}`, file);
      rememberFile(data.id, file);
      goTo(linkTo('importar', data.id));
    });
  };
  return {
    ...one,
    // A failed import does not concern another reading.
    failure: one.failure ?? (sent === reading ? action.failure : undefined),
    isSending: action.isBusy,
    isReady: Boolean(one.shown && reading.fields?.includes('phone')) && !one.isBusy && !one.failure,
    start,
  };
}
