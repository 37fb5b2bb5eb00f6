import type { ComponentChildren } from 'preact';
import type { OriginOutcome } from '../../../src/contract/metrics';
import { count, share } from '../../format';
import { Empty } from '../../ui/loaded';
import { Change } from './change';
import type { RowBeside } from './rows-beside';

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

type Counts = Omit<OriginOutcome, 'origin'>;

/** Outcome of contacts: won and lost now, and the share of won ones. */
export const Outcomes = ({ of: { now, before, isNew } }: { readonly of: RowBeside<Counts> }) => (
  <>
    <td class="number won">
      {count(now.won)}
      {!isNew && <Change now={now.won} before={before?.won} />}
    </td>
    <td class="number lost">
      {count(now.lost)}
      {!isNew && <Change now={now.lost} before={before?.lost} />}
    </td>
    <td class="number">{share(now.won, now.leads)}</td>
  </>
);
