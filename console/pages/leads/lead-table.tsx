import { useState } from 'preact/hooks';
import { MAX_BULK_LEADS } from '../../../src/contract/limits';
import type { OwnerLead } from '../../../src/contract/lead';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { dateTime, phoneText } from '../../format';
import { linkTo } from '../../router';
import { ORIGIN_WORDS } from '../../../src/contract/origin-words';
import { BulkBar } from './bulk-bar';

interface LeadTableProps {
  readonly leads: readonly OwnerLead[];
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onChanged: () => Promise<void>;
}

export function LeadTable({ leads, pipelines, onChanged }: LeadTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (leads.length === 0) return null;
  const shown = leads.filter(({ id }) => chosen.has(id));
  const selectable = leads.slice(0, MAX_BULK_LEADS).map(({ id }) => id);
  const isAll = shown.length > 0 && selectable.every((id) => chosen.has(id));
  const turn = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id) && shown.length < MAX_BULK_LEADS) next.add(id);
    setChosen(next);
  };
  const stageNames = new Map(pipelines.flatMap(({ stages }) => stages.map(({ id, name }) => [id, name] as const)));
  return (
    <>
      <BulkBar leads={shown} pipelines={pipelines} onClear={() => setChosen(new Set())} onChanged={onChanged} />
      <div class="table-frame">
        <table class="leads">
          <caption class="visually-hidden">Leads</caption>
          <Head isAll={isAll} onAll={() => setChosen(isAll ? new Set() : new Set(selectable))} />
          <tbody>
            {leads.map((lead) => (
              <LeadRow
                key={lead.id}
                lead={lead}
                stageNames={stageNames}
                isChosen={chosen.has(lead.id)}
                onChoose={() => turn(lead.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Head({ isAll, onAll }: { readonly isAll: boolean; readonly onAll: () => void }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <input type="checkbox" aria-label="Selecionar todos os leads mostrados" checked={isAll} onChange={onAll} />
        </th>
        {COLUMNS.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const COLUMNS = ['Nome', 'Telefone', 'Etapa', 'Responsável', 'Origem', 'Etiquetas', 'Última mudança'];

interface LeadRowProps {
  readonly lead: OwnerLead;
  readonly stageNames: ReadonlyMap<string, string>;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function LeadRow({ lead, stageNames, isChosen, onChoose }: LeadRowProps) {
  const name = lead.name ?? 'Sem nome';
  const stages = lead.deals.map((deal) => stageNames.get(deal.stage_id) ?? 'etapa excluída');
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
        <a href={linkTo('leads', lead.id)}>{name}</a>
      </th>
      <td class="nowrap">{phoneText(lead.phone)}</td>
      <td>{stages.join(', ') || '—'}</td>
      <td>{lead.responsible?.name ?? 'Sem responsável'}</td>
      <td>{lead.origin ? ORIGIN_WORDS[lead.origin] : '—'}</td>
      <td>
        {lead.tags.length === 0 ? (
          '—'
        ) : (
          <ul class="chips" aria-label="Etiquetas">
            {lead.tags.map((tag) => (
              <li key={tag} class="chip">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td class="nowrap">
        <time dateTime={lead.updated_at}>{dateTime(lead.updated_at)}</time>
      </td>
    </tr>
  );
}
