import { useState } from 'preact/hooks';
import { MAX_BULK_LEADS } from '../../../src/contract/limits';
import type { OwnerPipelineView, OwnerStageView } from '../../../src/contract/pipeline';
import type { ListedLead } from '../../../src/contract/day/today';
import type { LeadCount } from '../../../src/contract/lead';
import { count as numberText, dateTime, money, nearDay, phoneText } from '../../format';
import { NextStep } from '../../next-step';
import { linkTo, type RouteQuery } from '../../router';
import { Button } from '../../ui/button';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { BulkBar } from './bulk-bar';
import { DealValue } from './deal-value';
import { ColumnHead } from './list-order';
import { MessageLead } from './whatsapp';
import { BulkJobNotices, useBulkJobs, WholeListBar } from './whole-list';

interface LeadTableProps {
  readonly leads: readonly ListedLead[];
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onChanged: () => Promise<void>;
  readonly onOpen: (id: string) => void;
  /** Reloads the rows that are shown. */
  readonly onValue: () => Promise<void>;
  /** The list that the rows are of, and how many leads it has, once that is known. */
  readonly list: { readonly query: RouteQuery; readonly counted: LeadCount | undefined };
}

export function LeadTable({ leads, pipelines, onChanged, onOpen, onValue, list }: LeadTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setWhole] = useState(false);
  const jobs = useBulkJobs();
  const notices = <BulkJobNotices of={jobs} onChanged={onValue} />;
  if (leads.length === 0) return notices;
  const shown = leads.filter(({ id }) => chosen.has(id));
  const selectable = leads.slice(0, MAX_BULK_LEADS).map(({ id }) => id);
  const isAll = shown.length > 0 && selectable.every((id) => chosen.has(id));
  const total = list.counted?.is_complete ? list.counted.count : 0;
  const clear = (): void => {
    setWhole(false);
    setChosen(new Set());
  };
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id) && shown.length < MAX_BULK_LEADS) next.add(id);
    setChosen(next);
  };
  const stages = new Map(pipelines.flatMap((pipeline) => pipeline.stages.map((stage) => [stage.id, stage] as const)));
  return (
    <>
      {notices}
      {isWhole && isAll ? (
        <WholeListBar count={total} query={list.query} pipelines={pipelines} onClear={clear} onStarted={jobs.reload} />
      ) : (
        <BulkBar leads={shown} pipelines={pipelines} onClear={clear} onChanged={onChanged}>
          {isAll && total > shown.length && (
            <Button onClick={() => setWhole(true)}>Selecionar todos os {numberText(total)} do filtro</Button>
          )}
        </BulkBar>
      )}
      <div class="table-frame">
        <table class="leads">
          <caption class="visually-hidden">Leads</caption>
          <Head isAll={isAll} onAll={() => (isAll ? clear() : setChosen(new Set(selectable)))} />
          <tbody>
            {leads.map((lead) => (
              <LeadRow
                key={lead.id}
                lead={lead}
                stages={stages}
                isChosen={chosen.has(lead.id)}
                onChoose={() => toggle(lead.id)}
                onOpen={() => onOpen(lead.id)}
                onValue={onValue}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The head of a list that cannot be shown in its order: it offers the others. */
export const HeadOfTable = () => (
  <div class="table-frame">
    <table class="leads">
      <caption class="visually-hidden">Leads</caption>
      <Head isAll={false} />
    </table>
  </div>
);

interface HeadProps {
  readonly isAll: boolean;
  /** Absent where nothing is shown. */
  readonly onAll?: () => void;
}

function Head({ isAll, onAll }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <input
            type="checkbox"
            aria-label="Selecionar todos os leads mostrados"
            checked={isAll}
            disabled={!onAll}
            onChange={onAll}
          />
        </th>
        {COLUMNS.map(([title, look]) => (
          <ColumnHead key={title} title={title} look={look} />
        ))}
      </tr>
    </thead>
  );
}

const COLUMNS = [
  ['Nome'],
  ['Telefone'],
  ['Etapa'],
  ['Próximo contato', 'wide'],
  ['Valor', 'number wide'],
  ['Responsável', 'wide'],
  ['Criado em', 'wide'],
  ['Origem', 'wide'],
  ['Etiquetas', 'wide'],
  ['Última mudança', 'widest'],
  ['WhatsApp', 'narrow'],
] as const;

interface LeadRowProps {
  readonly lead: ListedLead;
  readonly stages: ReadonlyMap<string, OwnerStageView>;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
  readonly onValue: () => Promise<void>;
}

type Stages = LeadRowProps['stages'];

const isOpen = ({ deals }: ListedLead, stages: Stages): boolean =>
  deals.map(({ stage_id: id }) => stages.get(id)).some((stage) => stage && !stage.is_won && !stage.is_lost);

const BesideStage = ({ at }: { readonly at: string | null | undefined }) => (
  <span class="narrow">
    · {at && 'contato '}
    <NextStep at={at} isOpen />
  </span>
);

/** On a phone a row has two lines: the name, then phone and stage. */
function LeadRow({ lead, stages, isChosen, onChoose, onOpen, onValue }: LeadRowProps) {
  const name = lead.name ?? 'Sem nome';
  const at = lead.deals.map((deal) => stages.get(deal.stage_id)?.name ?? 'etapa excluída');
  const hasNext = Boolean(lead.next_contact) || isOpen(lead, stages);
  return (
    <tr class={isChosen ? 'chosen' : undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Selecionar ${name}, ${phoneText(lead.phone)}`}
          checked={isChosen}
          onChange={onChoose}
        />
      </td>
      <th scope="row">
        <a class="of-row" href={linkTo('leads', lead.id)} data-lead={lead.id} onClick={onOpen}>
          {name}
        </a>
      </th>
      <td class="nowrap">{phoneText(lead.phone)}</td>
      <td>
        {at.join(', ') || '—'} {hasNext && <BesideStage at={lead.next_contact} />}
      </td>
      <td class="nowrap wide">{hasNext ? <NextStep at={lead.next_contact} isOpen /> : '—'}</td>
      <td class="number nowrap wide">
        <Value of={lead} name={name} stages={stages} onChanged={onValue} />
      </td>
      <td class="wide">{lead.responsible?.name ?? 'Sem responsável'}</td>
      <td class="nowrap wide">
        <time dateTime={lead.created_at} title={dateTime(lead.created_at)} children={nearDay(lead.created_at)} />
      </td>
      <td class="wide" title={lead.origin ? ORIGIN_WORDS[lead.origin] : undefined}>
        {lead.origin ? ORIGIN_WORDS[lead.origin] : '—'}
      </td>
      <td class="wide">{lead.tags.length === 0 ? '—' : <Tags of={lead.tags} />}</td>
      <td class="nowrap widest">
        <time dateTime={lead.updated_at} children={dateTime(lead.updated_at)} />
      </td>
      <td class="narrow">{lead.phone && <MessageLead lead={lead} />}</td>
    </tr>
  );
}

interface ValueProps extends Pick<LeadRowProps, 'stages'> {
  readonly of: ListedLead;
  readonly name: string;
  readonly onChanged: () => Promise<void>;
}

/** Value of the only open deal, to edit; of several the sum. Without an open deal, what was sold. */
function Value({ of: lead, name, stages, onChanged }: ValueProps) {
  const isOver = ({ stage_id: id }: { stage_id: string }) => stages.get(id)?.is_won || stages.get(id)?.is_lost;
  const open = lead.deals.filter((deal) => !isOver(deal));
  const [only, ...others] = open;
  const won = lead.deals.filter(({ stage_id: id }) => stages.get(id)?.is_won);
  if (!only) return <>{sumText(won.map(({ closed_value: value }) => value))}</>;
  if (others.length === 0) return <DealValue deal={only} updatedAt={lead.updated_at} of={name} onChanged={onChanged} />;
  return <>{sumText(open.map(({ value }) => value))}</>;
}

function sumText(values: readonly (number | null)[]): string {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? '—' : money(known.reduce((sum, value) => sum + value, 0));
}

const Tags = ({ of: tags }: { readonly of: readonly string[] }) => (
  <ul class="chips" aria-label="Etiquetas">
    {tags.map((tag) => (
      <li key={tag} class="chip">
        {tag}
      </li>
    ))}
  </ul>
);
