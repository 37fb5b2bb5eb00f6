import type { CampaignCount } from '../../../src/contract/metrics-breakdown';
import { count } from '../../format';
import { Empty } from '../../ui/loaded';
import { OutcomeHeads, Outcomes } from './origins';

/** The campaigns that brought most leads; absent when the plan does not include origins. */
export function Campaigns({ of: campaigns }: { readonly of: readonly CampaignCount[] | undefined }) {
  if (!campaigns) return null;
  return (
    <section class="card chart wide">
      <h2>Campanhas (utm)</h2>
      {campaigns.length === 0 ? (
        <Empty title="Nenhum lead veio com utm neste período" />
      ) : (
        <div class="scroll" role="region" aria-label="Campanhas" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Campanha</th>
                <th scope="col">Fonte</th>
                <th scope="col">Meio</th>
                <th scope="col" class="number">
                  Leads
                </th>
                <OutcomeHeads />
              </tr>
            </thead>
            <tbody>
              {campaigns.map((one) => (
                <tr key={JSON.stringify([one.source, one.medium, one.campaign])}>
                  <th scope="row">{one.campaign ?? '(sem nome)'}</th>
                  <td>{one.source ?? '—'}</td>
                  <td>{one.medium ?? '—'}</td>
                  <td class="number">{count(one.leads)}</td>
                  <Outcomes of={one} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
