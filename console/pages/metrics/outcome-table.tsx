import type { ComponentChildren } from 'preact';
import type { OriginOutcome } from '../../../src/contract/metrics-breakdown';
import { count, share } from '../../format';
import { Empty } from '../../ui/loaded';

interface OutcomeTableProps<Row> {
  readonly title: string;
  /** Whether it takes the whole width. */
  readonly isWide?: boolean;
  /** The cells of the head before those of the outcome. */
  readonly head: ComponentChildren;
  readonly rows: readonly Row[];
  /** One row, with `Outcomes` at its end. */
  readonly rowOf: (row: Row) => ComponentChildren;
  /** The text shown when there is no row. */
  readonly empty: string;
}

/** A card with a table of where contacts came from, and what became of them. */
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

/** What became of contacts: won and lost now, and the part that was won. */
export const Outcomes = ({ of: { leads, won, lost } }: { readonly of: Omit<OriginOutcome, 'origin'> }) => (
  <>
    <td class="number won">{count(won)}</td>
    <td class="number lost">{count(lost)}</td>
    <td class="number">{share(won, leads)}</td>
  </>
);
