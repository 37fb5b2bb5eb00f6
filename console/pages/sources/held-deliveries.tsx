import type { ListedDelivery, SourceView } from '../../../src/contract/source';
import { linkTo } from '../../router';
import { Loaded, More } from '../../ui/loaded';
import type { Pages } from '../../use-pages';
import { useActed } from '../../use-acted';
import { useResource } from '../../use-resource';
import { Delivery } from './delivery';

export interface HeldDeliveriesProps {
  readonly of: Pages<ListedDelivery>;
  readonly onDecided: () => Promise<unknown>;
}

const NONE: readonly ListedDelivery[] = [];

/** Deliveries of all sources that wait for the owner. */
export function HeldDeliveries({ of: deliveries, onDecided }: HeldDeliveriesProps) {
  const sources = useResource<SourceView[]>('/sources');
  const acted = useActed(deliveries.data ?? NONE);
  const decide = (delivery: ListedDelivery, done: string | undefined): Promise<unknown> => {
    if (done) acted.act(delivery, done, undefined);
    return Promise.all([sources.reload(), onDecided()]);
  };
  return (
    <Loaded from={sources}>
      {(all) => (
        <>
          <ul class="rows">
            {acted.rows.map((delivery) => {
              const source = all.find(({ id }) => id === delivery.source_id);
              const done = acted.actedOn(delivery.id)?.done;
              return (
                <li key={delivery.id} class={done ? 'card delivery faded' : 'card delivery'} inert={Boolean(done)}>
                  {done}
                  <Delivery
                    of={delivery}
                    mapping={source?.mapping ?? []}
                    from={source ? <a href={linkTo('fontes', source.id)}>{source.name}</a> : 'Fonte excluída'}
                    onChanged={(done) => decide(delivery, done)}
                  />
                </li>
              );
            })}
          </ul>
          <More of={deliveries} />
        </>
      )}
    </Loaded>
  );
}
