import type { ComponentChildren } from 'preact';
import type { OriginOutcome } from '../../../src/contract/metrics';
import { count, share } from '../../format';
import { Empty } from '../../ui/loaded';

interface OutcomeTableProps<Row> {
  readonly title: string;
  readonly isWide?: boolean;
  /** Head cells before the outcome. */
  readonly head: ComponentChildren;
  readonly rows: readonly Row[];
  /** One row, with `Outcomes` at its end. */
  readonly rowOf: (row: Row) => ComponentChildren;
  readonly empty: string;
}

export function OutcomeTable<Row>({ title, isWide = false, head, rows, rowOf, empty }: OutcomeTableProps<Row>) {
  return (
    <section class={isWide ? 'card chart wide' : 'card chart'}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <Empty title={empty} />
      ) : (
        <div class="scroll" role="region" aria-label={title} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {head}
                <OutcomeHeads />
              </tr>
            </thead>
            <tbody>{rows.map(rowOf)}</tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const OutcomeHeads = () => (
  <>
    <th scope="col" class="number">
      Ganhos
    </th>
    <th scope="col" class="number">
      Perdidos
    </th>
    <th scope="col" class="number">
      Conversão
    </th>
  </>
);

/** Outcome of contacts: won and lost now, and the share of won ones. */
export const Outcomes = ({ of: { leads, won, lost } }: { readonly of: Omit<OriginOutcome, 'origin'> }) => (
  <>
    <td class="number won">{count(won)}</td>
    <td class="number lost">{count(lost)}</td>
    <td class="number">{share(won, leads)}</td>
  </>
);
