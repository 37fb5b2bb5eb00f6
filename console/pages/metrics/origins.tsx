import type { Period, OriginOutcome } from '../../../src/contract/metrics';
import { BarCell } from '../../charts/bar-cell';
import { count } from '../../format';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { Outcomes, OutcomeTable } from './outcome-table';
import { FigureLink } from './figure-link';

interface OriginsProps {
  /** Absent when the plan does not include origins. */
  readonly of: readonly OriginOutcome[] | undefined;
  readonly period: Period;
  readonly withoutSpam: boolean;
}

export function Origins({ of: origins, period, withoutSpam }: OriginsProps) {
  if (!origins) return null;
  const most = Math.max(0, ...origins.map(({ leads }) => leads));
  return (
    <OutcomeTable
      title="Leads por origem"
      empty="Nenhum contato novo neste período"
      head={
        <>
          <th scope="col">Origem</th>
          <th scope="col">Leads</th>
        </>
      }
      rows={origins}
      rowOf={(one) => (
        <tr key={one.origin}>
          <th scope="row">
            <FigureLink of={{ name: 'leads', by: 'origin', key: one.origin, period }} withoutSpam={withoutSpam}>
              {ORIGIN_WORDS[one.origin]}
            </FigureLink>
          </th>
          <BarCell value={one.leads} most={most} colour={`origin-${one.origin}`} text={count(one.leads)} />
          <Outcomes of={one} />
        </tr>
      )}
    />
  );
}
