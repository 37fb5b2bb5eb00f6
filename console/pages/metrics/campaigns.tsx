import { MAX_CAMPAIGNS } from '../../../src/contract/limits';
import type { CampaignCount } from '../../../src/contract/metrics';
import { count } from '../../format';
import { Change, New } from './change';
import { Outcomes, OutcomeTable } from './outcome-table';
import { rowsBeside } from './rows-beside';
import type { Beside } from './use-compared';

/** Campaigns with the most leads. */
export function Campaigns({ of: campaigns }: { readonly of: Beside<readonly CampaignCount[]> }) {
  const rows = rowsBeside(campaigns, {
    keyOf,
    noneOf: (one) => ({ ...one, leads: 0, won: 0, lost: 0 }),
    most: MAX_CAMPAIGNS,
  });
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
      rows={rows}
      rowOf={(row) => {
        const { now, before, isNew } = row;
        return (
          <tr key={keyOf(now)}>
            <th scope="row">
              {now.campaign ?? '(sem nome)'}
              {isNew && <New />}
            </th>
            <td>{now.source ?? '—'}</td>
            <td>{now.medium ?? '—'}</td>
            <td class="number">
              {count(now.leads)}
              {!isNew && <Change now={now.leads} before={before?.leads} />}
            </td>
            <Outcomes of={row} />
          </tr>
        );
      }}
    />
  );
}

const keyOf = ({ source, medium, campaign }: CampaignCount): string => JSON.stringify([source, medium, campaign]);
