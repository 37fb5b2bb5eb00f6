import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportPreview } from '../../../src/contract/import';
import { MAX_IMPORT_BYTES } from '../../../src/contract/limits';
import { ApiFailure, call } from '../../api';
import { type FileReading, queryOf } from './file-reading';

/** Milliseconds; people change several things in a row, and type. */
const PAUSE_MS = 300;

export interface PreviewState {
  readonly shown: ImportPreview | undefined;
  readonly failure: ApiFailure | undefined;
  readonly isBusy: boolean;
}

interface Preview extends PreviewState {
  /** Previews a file, or clears the preview. Another reading of the same file waits a pause; one without a phone gets no preview. */
  readonly look: (file: File | undefined, reading: FileReading) => Promise<ImportPreview | undefined>;
}

const NOTHING: PreviewState = { shown: undefined, failure: undefined, isBusy: false };

/** Only the answer to the latest request counts, in any order of arrival. */
export function usePreview(): Preview {
  const latest = useRef(new AbortController());
  const [state, setState] = useState(NOTHING);
  useEffect(() => () => latest.current.abort(), []);
  const look = async (file: File | undefined, reading: FileReading): Promise<ImportPreview | undefined> => {
    latest.current.abort();
    const { signal } = (latest.current = new AbortController());
    const isRequested = file && reading.fields?.includes('phone') !== false;
    const kept = (shown: PreviewState['shown']): PreviewState['shown'] => (reading.fields ? shown : undefined);
    setState(({ shown }) => ({ ...NOTHING, shown: kept(shown), isBusy: Boolean(isRequested) }));
    if (!isRequested) return undefined;
    if (reading.fields) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return undefined;
    try {
      const shown = await previewOf(file, reading, signal);
      if (signal.aborted) return undefined;
      setState({ ...NOTHING, shown });
      return shown;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (!signal.aborted) setState(({ shown }) => ({ ...NOTHING, shown: kept(shown), failure }));
      return undefined;
    }
  };
  return { ...state, look };
}

async function previewOf(file: File, reading: FileReading, signal: AbortSignal): Promise<ImportPreview> {
  if (file.size > MAX_IMPORT_BYTES) {
    const most = MAX_IMPORT_BYTES / 1024 / 1024;
    throw ApiFailure.ofField('body', `tem mais de ${most} MB; divida em arquivos menores`);
  }
  return (await call<ImportPreview>('POST', `/imports/preview?${queryOf(reading)}`, file, signal)).data;
}
