import { useState } from 'preact/hooks';
import type { Period, BreakdownRow, BrokenDownBy, MetricsRows } from '../../../src/contract/metrics';
import { BarCell } from '../../charts/bar-cell';
import { count, money } from '../../format';
import { useMay } from '../../me';
import { Select } from '../../ui/field';
import { Empty, Loaded } from '../../ui/loaded';
import { useResource } from '../../use-resource';
import { figuresPath } from './figures-path';
import { FigureLink } from './figure-link';
import type { FigureName } from './figure-list';
import { daysText, waitText } from './sales';

interface TableProps {
  readonly period: Period;
  readonly withoutSpam: boolean;
}

const rowsOf = (by: string, { period, withoutSpam }: TableProps): string =>
  figuresPath('metrics/breakdown', withoutSpam, { by, ...period });

const BY = [
  { value: 'origin', text: 'Origem' },
  { value: 'campaign', text: 'Campanha' },
  { value: 'member', text: 'Responsável' },
] as const;

/** Sales of a period by origin, campaign or, for those who see the whole team, member. */
export function SalesTable(props: TableProps) {
  const seesTeam = useMay()('assign');
  const [by, setBy] = useState<(typeof BY)[number]['value']>('origin');
  const rows = useResource<MetricsRows>(rowsOf(by, props));
  return (
    <section class="card chart wide">
      <div class="card-head">
        <h2>Vendas do período</h2>
        <Select
          label="Por"
          value={by}
          onChange={setBy}
          options={BY.filter(({ value }) => seesTeam || value !== 'member')}
        />
      </div>
      <p class="small muted">Negócios que terminaram no período, também os de leads que chegaram antes.</p>
      <Loaded from={rows}>{({ rows: found }) => <Rows of={found.filter(isOfSales)} by={by} {...props} />}</Loaded>
    </section>
  );
}

const isOfSales = ({ leads, won, lost }: BreakdownRow): boolean => leads + won + lost > 0;

/** Columns of a row. A figure that has a list of leads is a link. */
const CELLS: readonly (readonly [head: string, textOf: (row: BreakdownRow) => string, figure?: FigureName])[] = [
  ['Leads', ({ leads }) => count(leads), 'leads'],
  ['Ganhos', ({ won }) => count(won), 'won'],
  ['Vendido', ({ sold }) => money(sold), 'sold'],
  ['Média', ({ average }) => (average === null ? '—' : money(average))],
  ['Perdidos', ({ lost }) => count(lost), 'lost'],
  ['Até a venda', (row) => daysText(row.median_days_to_close)],
  ['Até o contato', (row) => waitText(row.median_minutes_to_contact)],
];

interface RowsProps extends TableProps {
  readonly of: readonly BreakdownRow[];
  readonly by: BrokenDownBy;
}

function Rows({ of: rows, by, period, withoutSpam }: RowsProps) {
  if (rows.length === 0) return <Empty title="Nada neste período" />;
  return (
    <div class="scroll" role="region" aria-label="Vendas do período" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Nome</th>
            {CELLS.map(([head]) => (
              <th key={head} scope="col" class="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {CELLS.map(([head, textOf, name]) => (
                <td key={head} class="number">
                  {name ? (
                    <FigureLink
                      of={{ name, by, key: row.key, period }}
                      withoutSpam={withoutSpam}
                      label={`${head}, ${row.name}: ${textOf(row)}`}
                    >
                      {textOf(row)}
                    </FigureLink>
                  ) : (
                    textOf(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Reasons of the losses of a period, each with the list of its leads. */
export function LossReasons(props: TableProps) {
  const found = useResource<MetricsRows>(rowsOf('loss_reason', props));
  return (
    <section class="card chart">
      <h2>Motivos de perda</h2>
      <Loaded from={found}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty title="Nenhuma perda neste período" />
          ) : (
            <Reasons rows={rows} most={total.lost} {...props} />
          )
        }
      </Loaded>
    </section>
  );
}

interface ReasonsProps extends TableProps {
  readonly rows: readonly BreakdownRow[];
  readonly most: number;
}

function Reasons({ rows, most, period, withoutSpam }: ReasonsProps) {
  return (
    <div class="scroll" role="region" aria-label="Motivos de perda" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Motivo</th>
            <th scope="col">Perdidos</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, lost }) => (
            <tr key={key}>
              <th scope="row">
                <FigureLink of={{ name: 'lost', by: 'loss_reason', key, period }} withoutSpam={withoutSpam}>
                  {name}
                </FigureLink>
              </th>
              <BarCell value={lost} most={most} colour="lost" text={count(lost)} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
