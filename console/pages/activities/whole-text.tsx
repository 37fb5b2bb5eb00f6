import { useState } from 'preact/hooks';
import type { ActivityView, ListedActivity } from '../../../src/contract/day/activity';
import { call } from '../../api';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { type Action, useAction } from '../../use-action';

type Listed = Pick<ListedActivity, 'id' | 'text' | 'cut'>;

/** Text of an activity from a list, which may be cut. */
export interface WholeText extends Pick<Action, 'isBusy' | 'failure'> {
  /** The whole text once it is loaded. */
  readonly text: string | null;
  readonly isCut: boolean;
  /** Loads the present text where it may not be whole; resolves to true on success. */
  readonly load: () => Promise<boolean>;
  /** Forgets what was loaded, after a change. */
  readonly forget: () => void;
}

/** Loads the whole text of an activity on request. */
export function useWholeText({ id, text, cut }: Listed): WholeText {
  const { run, isBusy, failure } = useAction();
  const [loaded, setLoaded] = useState<{ readonly cut: string | null; readonly text: string | null }>();
  const isLoaded = loaded !== undefined && loaded.cut === text;
  const load = async (): Promise<boolean> =>
    !cut ||
    run(async () => setLoaded({ cut: text, text: (await call<ActivityView>('GET', `/activities/${id}`)).data.text }));
  const isCut = cut === true && !isLoaded;
  return {
    isBusy,
    failure,
    text: cut && isLoaded ? loaded.text : text,
    isCut,
    load,
    forget: () => setLoaded(undefined),
  };
}

/** The text, with a button for the rest of a cut one. */
export function ShownText({ of: { text, isCut, isBusy, failure, load } }: { readonly of: WholeText }) {
  return (
    <>
      {text}
      {isCut && '…'}
      {isCut && (
        <Button kind="quiet" isBusy={isBusy} onClick={load}>
          Ver tudo
        </Button>
      )}
      <FailureNotice failure={failure} />
    </>
  );
}
