import { MAX_CAMPAIGNS } from '../../../src/contract/limits';
import type { CampaignCount, Period } from '../../../src/contract/metrics';
import { count } from '../../format';
import { Change, New } from './change';
import { FigureLink } from './figure-link';
import { Outcomes, OutcomeTable } from './outcome-table';
import { rowsBeside } from './rows-beside';
import type { Beside } from './use-compared';

interface CampaignsProps {
  readonly of: Beside<readonly CampaignCount[]>;
  readonly period: Period;
  readonly withoutSpam: boolean;
}

/** Campaigns with the most leads. */
export function Campaigns({ of: campaigns, period, withoutSpam }: CampaignsProps) {
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
        const { source, medium, campaign } = now;
        const name = campaign ?? '(sem nome)';
        const contacts = { kind: 'contacts', campaign: { source, medium, campaign }, period } as const;
        return (
          <tr key={keyOf(now)}>
            <th scope="row">
              {name}
              {isNew && <New />}
            </th>
            <td>{source ?? '—'}</td>
            <td>{medium ?? '—'}</td>
            <td class="number">
              <FigureLink of={contacts} withoutSpam={withoutSpam} label={`Leads, ${name}: ${count(now.leads)}`}>
                {count(now.leads)}
              </FigureLink>
              {!isNew && <Change now={now.leads} before={before?.leads} />}
            </td>
            <Outcomes of={row} {...{ name, contacts, withoutSpam }} />
          </tr>
        );
      }}
    />
  );
}

const keyOf = ({ source, medium, campaign }: CampaignCount): string => JSON.stringify([source, medium, campaign]);
