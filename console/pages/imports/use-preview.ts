import { useRef, useState } from 'preact/hooks';
import type { ImportPreview } from '../../../src/contract/import';
import type { ImportColumn } from '../../../src/contract/import-columns';
import { ApiFailure, call } from '../../api';

/** What each column of a file holds; null for one that is not read. */
export type Fields = readonly (ImportColumn | null)[];

/** How a file would be read, as the service says it. */
interface Preview {
  readonly shown: ImportPreview | undefined;
  readonly failure: ApiFailure | undefined;
  readonly isBusy: boolean;
  /** Looks at a file, or at another mapping of it; undefined: at none. */
  readonly look: (file: File | undefined, fields?: Fields) => Promise<ImportPreview | undefined>;
}

/** A mapping as the service takes it. */
export const mappingOf = (fields: Fields): string => `mapping=${fields.map((field) => field ?? '').join()}`;

/** The answer to the last question counts, in whatever order the answers come. */
export function usePreview(): Preview {
  const turn = useRef(0);
  const [state, setState] = useState<Omit<Preview, 'look'>>({ shown: undefined, failure: undefined, isBusy: false });
  const look = async (file: File | undefined, fields?: Fields): Promise<ImportPreview | undefined> => {
    const mine = ++turn.current;
    setState(({ shown }) => ({ shown: file && fields && shown, failure: undefined, isBusy: file !== undefined }));
    if (!file) return undefined;
    try {
      const { data } = await call<ImportPreview>(
        'POST',
        `/imports/preview${fields ? `?${mappingOf(fields)}` : ''}`,
        file,
      );
      if (mine !== turn.current) return undefined;
      setState({ shown: data, failure: undefined, isBusy: false });
      return data;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      if (mine === turn.current) setState(({ shown }) => ({ shown: fields && shown, failure, isBusy: false }));
      return undefined;
    }
  };
  return { ...state, look };
}
