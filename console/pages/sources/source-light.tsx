import type { ListedDelivery, SourceView } from '../../../src/contract/source';
import { MAX_PAGE_SIZE } from '../../../src/contract/limits';
import { plural } from '../../format';
import { linkTo } from '../../router';
import { useChanges } from '../../use-changes';
import { useResource } from '../../use-resource';
import { lightOf } from './light';

/** Counts held deliveries by source, among the newest of the account. */
export function useHeldCount(): (sourceId: string) => number {
  const held = useResource<ListedDelivery[]>(`/deliveries?result=held&limit=${MAX_PAGE_SIZE}`);
  useChanges(['delivery'], () => void held.refresh());
  return (sourceId) => (held.data ?? []).filter(({ source_id: id }) => id === sourceId).length;
}

interface LightProps {
  readonly of: SourceView;
  readonly held: number;
}

/** Light of a source, with what came in seven days. */
export function Light({ of: source, held }: LightProps) {
  const [colour, text] = lightOf(source, held);
  const { received_7_days: received, problems_7_days: problems, spam_7_days: spam } = source;
  const counts = [
    received > 0 && `${plural(received, 'envio', 'envios')} em 7 dias`,
    problems > 0 && `${plural(problems, 'ficou', 'ficaram')} a conferir`,
    spam > 0 && `${plural(spam, 'spam barrado', 'spams barrados')}`,
  ].filter(Boolean);
  return (
    <p class="light">
      <span class={`lamp ${colour}`} aria-hidden="true" />
      <strong>{held > 0 ? <a href={linkTo('retidos')}>{text}</a> : text}</strong>
      {counts.length > 0 && <span class="muted">{counts.join(' · ')}</span>}
    </p>
  );
}
