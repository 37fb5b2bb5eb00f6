import { useState } from 'preact/hooks';
import { MAX_BULK_LEADS } from '../../../src/contract/limits';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { ListedLead } from '../../../src/contract/day/today';
import type { LeadCount } from '../../../src/contract/lead';
import { count as numberText, phoneText } from '../../format';
import { NextStep } from '../../next-step';
import { linkTo, type RouteQuery, withQuery } from '../../router';
import { Button } from '../../ui/button';
import { BulkBar } from './bulk-bar';
import { type CellProps, type Column, hasNext, nameOf } from './list-columns';
import { ColumnHead } from './list-order';
import { MessageLead } from './whatsapp';
import { BulkJobNotices, useBulkJobs, WholeListBar } from './whole-list';

interface LeadTableProps {
  readonly leads: readonly ListedLead[];
  readonly pipelines: readonly OwnerPipelineView[];
  readonly columns: readonly Column[];
  readonly onChanged: () => Promise<void>;
  readonly onOpen: (id: string) => void;
  /** Reloads the rows that are shown. */
  readonly onValue: () => Promise<void>;
  /** The query as typed, whose rows may still be loading, and how many leads it finds, once that is known. */
  readonly list: { readonly query: RouteQuery; readonly counted: LeadCount | undefined };
}

export function LeadTable({ leads, pipelines, columns, onChanged, onOpen, onValue, list }: LeadTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // All leads of a list are selected for that list alone.
  const [wholeOf, setWholeOf] = useState<string>();
  const listed = withQuery('', list.query);
  const jobs = useBulkJobs();
  const notices = <BulkJobNotices of={jobs} onChanged={onValue} />;
  if (leads.length === 0) return notices;
  const shown = leads.filter(({ id }) => chosen.has(id));
  const selectable = leads.slice(0, MAX_BULK_LEADS).map(({ id }) => id);
  const isAll = shown.length > 0 && selectable.every((id) => chosen.has(id));
  const total = list.counted?.is_complete ? list.counted.count : 0;
  const all = (): void => setChosen(new Set(selectable));
  const clear = (): void => {
    setWholeOf(undefined);
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
      {wholeOf === listed && isAll ? (
        <WholeListBar count={total} query={list.query} pipelines={pipelines} onClear={clear} onStarted={jobs.reload} />
      ) : (
        <BulkBar leads={shown} pipelines={pipelines} onClear={clear} onChanged={onChanged}>
          {isAll
            ? total > shown.length && (
                <Button onClick={() => setWholeOf(listed)}>Selecionar todos os {numberText(total)} do filtro</Button>
              )
            : // A phone shows no head of the table.
              shown.length > 0 && (
                <Button onClick={all}>Selecionar os {numberText(selectable.length)} mostrados</Button>
              )}
        </BulkBar>
      )}
      <div class="table-frame">
        <table class="leads">
          <caption class="visually-hidden">Leads</caption>
          <Head columns={columns} isAll={isAll} onAll={isAll ? clear : all} />
          <tbody>
            {leads.map((lead) => (
              <LeadRow
                key={lead.id}
                lead={lead}
                columns={columns}
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
export const HeadOfTable = ({ columns }: Pick<HeadProps, 'columns'>) => (
  <div class="table-frame">
    <table class="leads">
      <caption class="visually-hidden">Leads</caption>
      <Head columns={columns} isAll={false} />
    </table>
  </div>
);

interface HeadProps {
  readonly columns: readonly Column[];
  readonly isAll: boolean;
  /** Absent where nothing is shown. */
  readonly onAll?: () => void;
}

function Head({ columns, isAll, onAll }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <label class="chooser">
            <input
              type="checkbox"
              aria-label="Selecionar todos os leads mostrados"
              checked={isAll}
              disabled={!onAll}
              onChange={onAll}
            />
          </label>
        </th>
        {['Nome', 'Telefone', 'Etapa'].map((title) => (
          <ColumnHead key={title} title={title} />
        ))}
        {columns.map(({ id, title, look }) => (
          <ColumnHead key={id} title={title} look={look ? `${look} wide` : 'wide'} />
        ))}
        <ColumnHead title="WhatsApp" look="narrow" />
      </tr>
    </thead>
  );
}

interface LeadRowProps extends CellProps {
  readonly columns: readonly Column[];
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
}

const BesideStage = ({ at }: { readonly at: string | null | undefined }) => (
  <span class="narrow">
    · {at && 'contato '}
    <NextStep at={at} isOpen />
  </span>
);

/** On a phone a row has two lines: the name, then phone and stage. */
function LeadRow({ lead, columns, stages, isChosen, onChoose, onOpen, onValue }: LeadRowProps) {
  const name = nameOf(lead);
  const at = lead.deals.map((deal) => stages.get(deal.stage_id)?.name ?? 'etapa excluída').join(', ');
  return (
    <tr class={isChosen ? 'chosen' : undefined}>
      <td>
        <label class="chooser">
          <input
            type="checkbox"
            aria-label={`Selecionar ${name}, ${phoneText(lead.phone)}`}
            checked={isChosen}
            onChange={onChoose}
          />
        </label>
      </td>
      <th scope="row">
        <a class="of-row" href={linkTo('leads', lead.id)} data-lead={lead.id} onClick={onOpen}>
          {name}
        </a>
      </th>
      <td class="nowrap">{phoneText(lead.phone)}</td>
      <td class="stage-of-row" title={at}>
        <span class="clipped">{at || '—'}</span> {hasNext(lead, stages) && <BesideStage at={lead.next_contact} />}
      </td>
      {columns.map(({ id, look, cell }) => {
        const content = cell({ lead, stages, onValue });
        return (
          <td
            key={id}
            class={look ? `${look} wide` : 'wide'}
            title={typeof content === 'string' ? content : undefined}
            children={content}
          />
        );
      })}
      <td class="narrow">{lead.phone && <MessageLead lead={lead} />}</td>
    </tr>
  );
}
