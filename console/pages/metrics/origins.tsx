import type { Period } from '../../../src/contract/metrics';
import type { OriginOutcome } from '../../../src/contract/metrics-breakdown';
import { BarCell } from '../../charts/bar-cell';
import { count, share } from '../../format';
import { addressOf } from '../../router';
import { Empty } from '../../ui/loaded';
import { ORIGIN_WORDS } from '../../words';

interface OriginsProps {
  /** Absent when the plan does not include origins. */
  readonly of: readonly OriginOutcome[] | undefined;
  readonly period: Period;
}

/** The contacts of each origin, and what became of them. */
export function Origins({ of: origins, period }: OriginsProps) {
  if (!origins) return null;
  const most = Math.max(0, ...origins.map(({ leads }) => leads));
  return (
    <section class="card chart">
      <h2>Leads por origem</h2>
      {origins.length === 0 ? (
        <Empty title="Nenhum contato novo neste período" />
      ) : (
        <div class="scroll" role="region" aria-label="Leads por origem" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Origem</th>
                <th scope="col">Leads</th>
                <OutcomeHeads />
              </tr>
            </thead>
            <tbody>
              {origins.map((one) => (
                <tr key={one.origin}>
                  <th scope="row">
                    <a href={addressOf(['leads'], { origin: one.origin, ...period })}>{ORIGIN_WORDS[one.origin]}</a>
                  </th>
                  <BarCell value={one.leads} most={most} colour={`origin-${one.origin}`} text={count(one.leads)} />
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

/** The heads of what became of contacts. */
export const OutcomeHeads = () => (
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
