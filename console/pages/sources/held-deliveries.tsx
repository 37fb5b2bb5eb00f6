import type { ListedDelivery, SourceView } from '../../../src/contract/source';
import { linkTo } from '../../router';
import { Loaded, More } from '../../ui/loaded';
import type { Pages } from '../../use-pages';
import { useResource } from '../../use-resource';
import { Delivery } from './delivery';

export interface HeldDeliveriesProps {
  readonly of: Pages<ListedDelivery>;
  readonly onDecided: () => Promise<unknown>;
}

/** Deliveries of all sources that wait for the owner. */
export function HeldDeliveries({ of: deliveries, onDecided }: HeldDeliveriesProps) {
  const sources = useResource<SourceView[]>('/sources');
  const decide = (): Promise<unknown> => Promise.all([sources.reload(), onDecided()]);
  return (
    <Loaded from={sources}>
      {(all) => (
        <>
          <ul class="rows">
            {deliveries.data?.map((delivery) => {
              const source = all.find(({ id }) => id === delivery.source_id);
              return (
                <li key={delivery.id} class="card delivery">
                  <Delivery
                    of={delivery}
                    mapping={source?.mapping ?? []}
                    from={source ? <a href={linkTo('fontes', source.id)}>{source.name}</a> : 'Fonte excluída'}
                    onChanged={decide}
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
