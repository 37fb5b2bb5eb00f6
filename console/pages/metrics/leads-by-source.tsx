import type { MetricsRows } from '../../../src/contract/metrics';
import { BarCell } from '../../charts/bar-cell';
import { count, money } from '../../format';
import { Change, New } from './change';
import { FigureLink } from './figure-link';
import type { FigureName } from './figure-list';
import { breakdownRows } from './sales-tables';
import type { Beside } from './use-compared';

interface LeadsBySourceProps {
  readonly of: Beside<MetricsRows>;
  readonly withoutSpam: boolean;
}

/** What came by each source of the account, with its leads, and what was closed of it; absent where nothing came by one. */
export function LeadsBySource({ of: figures, withoutSpam }: LeadsBySourceProps) {
  const rows = breakdownRows(figures);
  if (rows.every(({ now }) => now.key === null)) return null;
  const { period } = figures.now;
  const most = Math.max(...rows.map(({ now }) => now.leads));
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
              {COLUMNS.map(([figure, head]) => (
                <th key={figure} scope="col" class="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ now, before, isNew }) => {
              const { key, name, leads } = now;
              const link = (figure: FigureName, text: string, label?: string) => (
                <FigureLink of={{ name: figure, by: 'source', key, period }} withoutSpam={withoutSpam} label={label}>
                  {text}
                </FigureLink>
              );
              const changeOf = (figure: FigureName, textOf = count) =>
                !isNew && <Change now={now[figure]} before={before?.[figure]} textOf={textOf} />;
              return (
                <tr key={key}>
                  <th scope="row">
                    {link('leads', name)}
                    {isNew && <New />}
                  </th>
                  <BarCell
                    value={leads}
                    most={most}
                    colour="open"
                    text={
                      <>
                        {link('leads', count(leads), `Leads, ${name}: ${count(leads)}`)}
                        {changeOf('leads')}
                      </>
                    }
                  />
                  {COLUMNS.map(([figure, head, textOf]) => (
                    <td key={figure} class="number">
                      {link(figure, textOf(now[figure]), `${head}, ${name}: ${textOf(now[figure])}`)}
                      {changeOf(figure, textOf)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const COLUMNS = [
  ['won', 'Ganhos', count],
  ['sold', 'Vendido', money],
  ['lost', 'Perdidos', count],
] as const;
