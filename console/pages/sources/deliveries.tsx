import type { ListedDelivery, SourceView } from '../../../src/contract/source';
import { Empty, Loaded, More } from '../../ui/loaded';
import { useChanges } from '../../use-changes';
import { usePages } from '../../use-pages';
import { Delivery } from './delivery';

interface DeliveriesProps {
  readonly of: SourceView;
  readonly onChanged: () => Promise<unknown>;
}

/** What came to a source, newest first. */
export function Deliveries({ of: source, onChanged }: DeliveriesProps) {
  const deliveries = usePages<ListedDelivery>(`/sources/${source.id}/deliveries?limit=20`);
  useChanges(['delivery'], () => void deliveries.refresh());
  const change = (): Promise<unknown> => Promise.all([deliveries.refresh(), onChanged()]);
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" class="list-title">
        O que chegou
      </h2>
      <Loaded from={deliveries}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nada chegou ainda">Cada envio aparece aqui com seus campos, na hora em que chega.</Empty>
          ) : (
            <>
              <ul class="rows">
                {rows.map((row) => (
                  <li key={`${row.id} ${row.result}`} class="card delivery">
                    <Delivery of={row} mapping={source.mapping} onChanged={change} />
                  </li>
                ))}
              </ul>
              <More of={deliveries} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
