import type { MetricsRows, Period } from '../../../src/contract/metrics';
import { BarCell } from '../../charts/bar-cell';
import { count, money } from '../../format';
import { useResource } from '../../use-resource';
import { figuresPath } from './figures-path';
import { FigureLink } from './figure-link';
import type { FigureName } from './figure-list';

interface LeadsBySourceProps {
  readonly period: Period;
  readonly withoutSpam: boolean;
}

/** What came by each source of the account, with its leads, and what was closed of it; absent where nothing came by one. */
export function LeadsBySource({ period, withoutSpam }: LeadsBySourceProps) {
  const path = figuresPath('metrics/breakdown', withoutSpam, { by: 'source', ...period });
  const rows = useResource<MetricsRows>(path).data?.rows ?? [];
  if (rows.every(({ key }) => key === null)) return null;
  const most = Math.max(...rows.map(({ leads }) => leads));
  return (
    <section class="card chart">
      <h2>Por fonte</h2>
      <p class="small muted">Leads que chegaram no período, e negócios que terminaram nele.</p>
      <div class="scroll" role="region" aria-label="Por fonte" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Fonte</th>
              <th scope="col">Leads</th>
              {['Ganhos', 'Vendido', 'Perdidos'].map((head) => (
                <th key={head} scope="col" class="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, leads, won, sold, lost }) => {
              const link = (figure: FigureName, text: string, label?: string) => (
                <FigureLink of={{ name: figure, by: 'source', key, period }} withoutSpam={withoutSpam} label={label}>
                  {text}
                </FigureLink>
              );
              return (
                <tr key={key}>
                  <th scope="row">{link('leads', name)}</th>
                  <BarCell value={leads} most={most} colour="open" text={count(leads)} />
                  <td class="number">{link('won', count(won), `Ganhos, ${name}: ${count(won)}`)}</td>
                  <td class="number">{link('sold', money(sold), `Vendido, ${name}: ${money(sold)}`)}</td>
                  <td class="number">{link('lost', count(lost), `Perdidos, ${name}: ${count(lost)}`)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
