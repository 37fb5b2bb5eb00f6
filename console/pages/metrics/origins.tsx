import type { Period, OriginOutcome } from '../../../src/contract/metrics';
import { BarCell } from '../../charts/bar-cell';
import { count } from '../../format';
import { addressOf } from '../../router';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { Outcomes, OutcomeTable } from './outcome-table';
import { useCounted } from './own-figures';

interface OriginsProps {
  /** Absent when the plan does not include origins. */
  readonly of: readonly OriginOutcome[] | undefined;
  readonly period: Period;
}

export function Origins({ of: origins, period }: OriginsProps) {
  const counted = useCounted();
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
            <a href={addressOf(['leads'], { origin: one.origin, ...period, ...counted })}>{ORIGIN_WORDS[one.origin]}</a>
          </th>
          <BarCell value={one.leads} most={most} colour={`origin-${one.origin}`} text={count(one.leads)} />
          <Outcomes of={one} />
        </tr>
      )}
    />
  );
}
