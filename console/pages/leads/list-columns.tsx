import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedLead } from '../../../src/contract/day/today';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { dateTime, money, nearDay } from '../../format';
import { NextStep } from '../../next-step';
import { Tags } from '../../tags';
import { Button } from '../../ui/button';
import { Check } from '../../ui/field';
import { Menu } from '../../ui/menu';
import { DealValue } from './deal-value';

/** What a cell is made of. */
export interface CellProps {
  readonly lead: ListedLead;
  readonly stages: ReadonlyMap<string, OwnerStageView>;
  /** Reloads the rows that are shown. */
  readonly onValue: () => Promise<void>;
}

/** A column of the list of leads that people may hide. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly look?: string;
  readonly cell: (props: CellProps) => ComponentChildren;
}

const Moment = ({ at, text }: { readonly at: string; readonly text: string }) => (
  <time dateTime={at} title={dateTime(at)} children={text} />
);

/** In the order in which they are shown. */
const COLUMNS: readonly Column[] = [
  {
    id: 'next_contact',
    title: 'Próximo contato',
    look: 'next',
    cell: ({ lead, stages }) => (hasNext(lead, stages) ? <NextStep at={lead.next_contact} isOpen /> : '—'),
  },
  { id: 'value', title: 'Valor', look: 'number', cell: (props) => <Value {...props} /> },
  { id: 'responsible', title: 'Responsável', cell: ({ lead }) => lead.responsible?.name ?? '—' },
  {
    id: 'created_at',
    title: 'Criado em',
    cell: ({ lead }) => <Moment at={lead.created_at} text={nearDay(lead.created_at)} />,
  },
  { id: 'origin', title: 'Origem', cell: ({ lead }) => (lead.origin ? ORIGIN_WORDS[lead.origin] : '—') },
  { id: 'campaign', title: 'Campanha', cell: ({ lead }) => lead.utm?.campaign ?? '—' },
  { id: 'email', title: 'E-mail', cell: ({ lead }) => lead.email ?? '—' },
  { id: 'tags', title: 'Etiquetas', cell: ({ lead }) => (lead.tags.length === 0 ? '—' : <Tags of={lead.tags} />) },
  {
    id: 'updated_at',
    title: 'Última mudança',
    cell: ({ lead }) => <Moment at={lead.updated_at} text={dateTime(lead.updated_at)} />,
  },
];

const SELDOM = ['campaign', 'email'];
/** Columns that fit a wide window only, if nobody has chosen them. */
const WIDE = [...SELDOM, 'updated_at'];

const usual = (): readonly string[] => {
  const left = matchMedia('(min-width: 106.25em)').matches ? SELDOM : WIDE;
  return COLUMNS.map(({ id }) => id).filter((id) => !left.includes(id));
};

const KEPT = 'entrada-list-columns';

/** Ids of the columns that were chosen in this browser, if any were. */
function keptColumns(): readonly string[] | undefined {
  const kept = localStorage.getItem(KEPT);
  return kept === null ? undefined : kept.split(',');
}

/** The columns that are shown, and how to choose others; kept in the browser. */
export function useColumns() {
  const [ids, setIds] = useState(() => keptColumns() ?? usual());
  const choose = (next: readonly string[]): void => {
    localStorage.setItem(KEPT, next.join(','));
    setIds(next);
  };
  const reset = (): void => {
    localStorage.removeItem(KEPT);
    setIds(usual());
  };
  return { shown: COLUMNS.filter(({ id }) => ids.includes(id)), choose, reset };
}

/** Chooses the columns. It stays open for more than one choice. A phone has no columns. */
export function ColumnsMenu({ of: { shown, choose, reset } }: { readonly of: ReturnType<typeof useColumns> }) {
  const ids = shown.map(({ id }) => id);
  return (
    <div class="columns-menu">
      <Menu title="Colunas" icon="columns">
        <fieldset class="columns-of-list" onClick={(event) => event.stopPropagation()}>
          <legend>Colunas</legend>
          {COLUMNS.map(({ id, title }) => (
            <Check
              key={id}
              name={id}
              title={title}
              checked={ids.includes(id)}
              onChange={(isShown) => choose(isShown ? [...ids, id] : ids.filter((one) => one !== id))}
            />
          ))}
        </fieldset>
        <Button onClick={reset}>Voltar às colunas de sempre</Button>
      </Menu>
    </div>
  );
}

/** Whether a deal is in progress. */
const isOpen = ({ deals }: ListedLead, stages: CellProps['stages']): boolean =>
  deals.map(({ stage_id: id }) => stages.get(id)).some((stage) => stage && !stage.is_won && !stage.is_lost);

/** Whether a lead has a next step, or should have one. */
export const hasNext = (lead: ListedLead, stages: CellProps['stages']): boolean =>
  Boolean(lead.next_contact) || isOpen(lead, stages);

/** How the list names a lead. */
export const nameOf = ({ name }: ListedLead): string => name ?? 'Sem nome';

/** Value of the only open deal, to edit; of several the sum. Without an open deal, what was sold. */
function Value({ lead, stages, onValue }: CellProps) {
  const isOver = ({ stage_id: id }: { stage_id: string }) => stages.get(id)?.is_won || stages.get(id)?.is_lost;
  const open = lead.deals.filter((deal) => !isOver(deal));
  const [only, ...others] = open;
  const won = lead.deals.filter(({ stage_id: id }) => stages.get(id)?.is_won);
  if (!only) return <>{sumText(won.map(({ closed_value: value }) => value))}</>;
  if (others.length === 0)
    return <DealValue deal={only} updatedAt={lead.updated_at} of={nameOf(lead)} onChanged={onValue} />;
  return <>{sumText(open.map(({ value }) => value))}</>;
}

function sumText(values: readonly (number | null)[]): string {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? '—' : money(known.reduce((sum, value) => sum + value, 0));
}
