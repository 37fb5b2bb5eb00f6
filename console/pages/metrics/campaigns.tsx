import type { CampaignCount } from '../../../src/contract/metrics';
import { count } from '../../format';
import { Outcomes, OutcomeTable } from './outcome-table';

/** Campaigns with the most leads; absent when the plan does not include origins. */
export function Campaigns({ of: campaigns }: { readonly of: readonly CampaignCount[] | undefined }) {
  if (!campaigns) return null;
  return (
    <OutcomeTable
      title="Campanhas (utm)"
      isWide
      empty="Nenhum lead veio com utm neste período"
      head={
        <>
          <th scope="col">Campanha</th>
          <th scope="col">Fonte</th>
          <th scope="col">Meio</th>
          <th scope="col" class="number">
            Leads
          </th>
        </>
      }
      rows={campaigns}
      rowOf={(one) => (
        <tr key={JSON.stringify([one.source, one.medium, one.campaign])}>
          <th scope="row">{one.campaign ?? '(sem nome)'}</th>
          <td>{one.source ?? '—'}</td>
          <td>{one.medium ?? '—'}</td>
          <td class="number">{count(one.leads)}</td>
          <Outcomes of={one} />
        </tr>
      )}
    />
  );
}
