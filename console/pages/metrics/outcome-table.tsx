import type { ComponentChildren } from 'preact';
import type { OriginOutcome } from '../../../src/contract/metrics';
import { count, share } from '../../format';
import { Empty } from '../../ui/loaded';
import { Change } from './change';
import { FigureLink } from './figure-link';
import type { ContactsFigure } from './figure-list';
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
    {[...OUTCOMES.map(([, head]) => head), 'Conversão'].map((head) => (
      <th key={head} scope="col" class="number">
        {head}
      </th>
    ))}
  </>
);

type Counts = Omit<OriginOutcome, 'origin'>;

interface OutcomesProps {
  readonly of: RowBeside<Counts>;
  /** Name of the row. */
  readonly name: string;
  readonly contacts: ContactsFigure;
  readonly withoutSpam: boolean;
}

/** Outcome of contacts: won and lost now, each with its leads, and the share of won ones. */
export const Outcomes = ({ of: { now, before, isNew }, name, contacts, withoutSpam }: OutcomesProps) => (
  <>
    {OUTCOMES.map(([outcome, head]) => (
      <td key={outcome} class={`number ${outcome}`}>
        <FigureLink
          of={{ ...contacts, outcome }}
          withoutSpam={withoutSpam}
          label={`${head}, ${name}: ${count(now[outcome])}`}
        >
          {count(now[outcome])}
        </FigureLink>
        {!isNew && <Change now={now[outcome]} before={before?.[outcome]} />}
      </td>
    ))}
    <td class="number">{share(now.won, now.leads)}</td>
  </>
);

const OUTCOMES = [
  ['won', 'Ganhos'],
  ['lost', 'Perdidos'],
] as const;
