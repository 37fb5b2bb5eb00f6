import { useEffect, useState } from 'preact/hooks';
import type { AuditEntry } from '../../../src/contract/audit';
import type { LeadDetail } from '../../../src/contract/lead';
import type { MemberView } from '../../../src/contract/members/member';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { dateTime } from '../../format';
import { useKeyNames } from '../../key-names';
import { linkTo } from '../../router';
import { useResource } from '../../use-resource';
import { ACTION_WORDS, ACTOR_WORDS, JOB_WORDS, SUBJECT_WORDS } from '../../words';
import { detailsText, type NameOf } from './activity-details';

const COLUMNS = ['Quando', 'Quem', 'O que fez', 'Sobre', 'Endereço na rede'];

interface ActivityTableProps {
  readonly of: readonly AuditEntry[];
  readonly members: readonly MemberView[];
}

/** Entries of the audit trail, with names in place of ids. */
export function ActivityTable({ of: entries, members }: ActivityTableProps) {
  const leadName = useLeadNames(entries);
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data ?? [];
  const keyName = useKeyNames();
  const named = [...members, ...pipelines, ...pipelines.flatMap(({ stages }) => stages)];
  const nameOf: NameOf = (id) => named.find((one) => one.id === id)?.name ?? keyName?.(id);
  return (
    <div class="card scroll" role="region" aria-label="Atividades" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {COLUMNS.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td class="nowrap">{dateTime(entry.at)}</td>
              <td>{actorText(entry.actor, nameOf)}</td>
              <td>
                <Action of={entry} nameOf={nameOf} />
              </td>
              <td>
                <Subject of={entry} nameOf={nameOf} leadName={leadName} />
              </td>
              <td>{entry.address ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EntryProps {
  readonly of: AuditEntry;
  readonly nameOf: NameOf;
}

function Action({ of: { action, details }, nameOf }: EntryProps) {
  const text = details && detailsText(details, nameOf);
  return (
    <>
      {ACTION_WORDS[action]}
      {text && <div class="small muted">{text}</div>}
    </>
  );
}

function actorText({ type, id }: AuditEntry['actor'], nameOf: NameOf): string {
  if (type === 'job') return JOB_WORDS[id ?? ''] ?? ACTOR_WORDS.job;
  const name = nameOf(id);
  return type === 'key' && name ? `chave ${name}` : (name ?? ACTOR_WORDS[type]);
}

interface SubjectProps extends EntryProps {
  readonly leadName: NameOf;
}

function Subject({ of: { subject, lead_id }, nameOf, leadName }: SubjectProps) {
  if (lead_id !== null) {
    const name = leadName(lead_id);
    const what = subject && subject.type !== 'lead' ? `${SUBJECT_WORDS[subject.type]} de ` : '';
    return (
      <>
        {what}
        {name === undefined ? SUBJECT_WORDS.lead.toLowerCase() : <a href={linkTo('leads', lead_id)}>{name}</a>}
      </>
    );
  }
  if (!subject) return <>—</>;
  const { type, id } = subject;
  if (type === 'import') return <a href={linkTo('importar', id)}>{SUBJECT_WORDS.import}</a>;
  const label = nameOf(id);
  const kind = NAMED_BY_KIND[type];
  return <>{label ? [kind, label].filter(Boolean).join(' ') : SUBJECT_WORDS[type]}</>;
}

/** The kind before a name that does not say it. */
const NAMED_BY_KIND: Partial<Record<NonNullable<AuditEntry['subject']>['type'], string>> = {
  api_key: 'Chave',
  pipeline: 'Funil',
  stage: 'Etapa',
};

/** Most leads that are looked up, one after the other: others stay "um lead". */
const MAX_LOOKED_UP = 30;

/** Names of the leads of entries, as they are called now; undefined for those that cannot be read. */
function useLeadNames(entries: readonly AuditEntry[]): NameOf {
  const [names, setNames] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  useEffect(() => {
    let isShown = true;
    const ids = entries.flatMap(({ lead_id }) => lead_id ?? []);
    const read = async (): Promise<void> => {
      for (const id of [...new Set(ids)].filter((one) => !names.has(one)).slice(0, MAX_LOOKED_UP)) {
        const name = await call<LeadDetail>('GET', `/leads/${id}`).then(
          ({ data }) => leadText(data),
          () => undefined,
        );
        if (!isShown) return;
        setNames((before) => new Map(before).set(id, name));
      }
    };
    void read();
    return () => void (isShown = false);
  }, [entries]);
  return (id) => names.get(id ?? '');
}

export const leadText = ({ name, erased_at }: LeadDetail): string =>
  erased_at ? 'lead apagado' : (name ?? 'um lead sem nome');
