import { useState } from 'preact/hooks';
import { MAX_BREAKDOWN_ROWS } from '../../../src/contract/limits';
import type { Period, BreakdownRow, BrokenDownBy, MetricsRows } from '../../../src/contract/metrics';
import { BarCell } from '../../charts/bar-cell';
import { count, money } from '../../format';
import { useMay } from '../../me';
import { Select } from '../../ui/field';
import { Empty, Loaded } from '../../ui/loaded';
import type { Resource } from '../../use-resource';
import { Change, New } from './change';
import { figuresPath } from './figures-path';
import { FigureLink } from './figure-link';
import type { FigureName } from './figure-list';
import { type RowBeside, rowsBeside } from './rows-beside';
import { daysText, waitText } from './sales';
import { type Beside, useCompared } from './use-compared';
import type { Choice } from './use-period';

const NONE = { leads: 0, won: 0, sold: 0, average: null, lost: 0 };

/** The rows of a breakdown, with the rows of the compared days. */
export const breakdownRows = ({ now, before }: Beside<MetricsRows>): RowBeside<BreakdownRow>[] =>
  rowsBeside(
    { now: now.rows, before: before.rows },
    {
      keyOf: ({ key }) => key,
      noneOf: (row) => ({ ...row, ...NONE, median_days_to_close: null, median_minutes_to_contact: null }),
      most: MAX_BREAKDOWN_ROWS,
    },
  );

/** Loads a breakdown by a key. */
export const useRowsBy = (by: BrokenDownBy, choice: Choice): Resource<Beside<MetricsRows>> =>
  useCompared<MetricsRows>(choice, (period) => figuresPath('metrics/breakdown', choice.withoutSpam, { by, ...period }));

const BY = [
  { value: 'origin', text: 'Origem' },
  { value: 'campaign', text: 'Campanha' },
  { value: 'member', text: 'Responsável' },
] as const;

/** Sales of a period by origin, campaign or, for those who see the whole team, member. */
export function SalesTable({ choice }: { readonly choice: Choice }) {
  const seesTeam = useMay()('assign');
  const [by, setBy] = useState<(typeof BY)[number]['value']>('origin');
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
      <Loaded from={useRowsBy(by, choice)}>
        {(figures) => <Rows of={figures} by={by} period={figures.now.period} withoutSpam={choice.withoutSpam} />}
      </Loaded>
    </section>
  );
}

const isOfSales = (row: BreakdownRow | undefined): boolean => row !== undefined && row.leads + row.won + row.lost > 0;

interface Column {
  readonly head: string;
  readonly valueOf: (row: BreakdownRow) => number | null;
  readonly textOf: (value: number) => string;
  /** A figure that has a list of leads is a link. */
  readonly figure?: FigureName;
}

const COLUMNS: readonly Column[] = [
  { head: 'Leads', valueOf: ({ leads }) => leads, textOf: count, figure: 'leads' },
  { head: 'Ganhos', valueOf: ({ won }) => won, textOf: count, figure: 'won' },
  { head: 'Vendido', valueOf: ({ sold }) => sold, textOf: money, figure: 'sold' },
  { head: 'Média', valueOf: ({ average }) => average, textOf: money },
  { head: 'Perdidos', valueOf: ({ lost }) => lost, textOf: count, figure: 'lost' },
  { head: 'Até a venda', valueOf: (row) => row.median_days_to_close, textOf: daysText },
  { head: 'Até o contato', valueOf: (row) => row.median_minutes_to_contact, textOf: waitText },
];

interface ShownProps {
  readonly of: Beside<MetricsRows>;
  readonly period: Period;
  readonly withoutSpam: boolean;
}

function Rows({ of: figures, by, ...shown }: ShownProps & { readonly by: BrokenDownBy }) {
  const rows = breakdownRows(figures).filter(({ now, before }) => isOfSales(now) || isOfSales(before));
  if (rows.length === 0) return <Empty title="Nada neste período" />;
  return (
    <div class="scroll" role="region" aria-label="Vendas do período" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Nome</th>
            {COLUMNS.map(({ head }) => (
              <th key={head} scope="col" class="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.now.key}>
              <th scope="row">
                {row.now.name}
                {row.isNew && <New />}
              </th>
              {COLUMNS.map((column) => (
                <SalesCell key={column.head} {...{ row, column, by }} {...shown} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SalesCellProps extends Omit<ShownProps, 'of'> {
  readonly row: RowBeside<BreakdownRow>;
  readonly column: Column;
  readonly by: BrokenDownBy;
}

function SalesCell({ row, column, by, period, withoutSpam }: SalesCellProps) {
  const { now, before, isNew } = row;
  const { head, valueOf, textOf, figure } = column;
  const value = valueOf(now);
  const text = value === null ? '—' : textOf(value);
  return (
    <td class="number">
      {figure ? (
        <FigureLink
          of={{ name: figure, by, key: now.key, period }}
          withoutSpam={withoutSpam}
          label={`${head}, ${now.name}: ${text}`}
        >
          {text}
        </FigureLink>
      ) : (
        text
      )}
      {!isNew && <Change now={value} before={before && valueOf(before)} textOf={textOf} />}
    </td>
  );
}

/** Reasons of the losses of a period, each with the list of its leads. */
export function LossReasons({ choice }: { readonly choice: Choice }) {
  const { withoutSpam } = choice;
  return (
    <section class="card chart">
      <h2>Motivos de perda</h2>
      <Loaded from={useRowsBy('loss_reason', choice)}>
        {(figures) => <Reasons of={figures} period={figures.now.period} withoutSpam={withoutSpam} />}
      </Loaded>
    </section>
  );
}

function Reasons({ of: figures, period, withoutSpam }: ShownProps) {
  const rows = breakdownRows(figures);
  if (rows.length === 0) return <Empty title="Nenhuma perda neste período" />;
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
          {rows.map(({ now: { key, name, lost }, before, isNew }) => {
            const link = (text: string, label?: string) => (
              <FigureLink of={{ name: 'lost', by: 'loss_reason', key, period }} withoutSpam={withoutSpam} label={label}>
                {text}
              </FigureLink>
            );
            return (
              <tr key={key}>
                <th scope="row">
                  {link(name)}
                  {isNew && <New />}
                </th>
                <BarCell
                  value={lost}
                  most={figures.now.total.lost}
                  colour="lost"
                  text={
                    <>
                      {link(count(lost), `Perdidos, ${name}: ${count(lost)}`)}
                      {!isNew && <Change now={lost} before={before?.lost} />}
                    </>
                  }
                />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
