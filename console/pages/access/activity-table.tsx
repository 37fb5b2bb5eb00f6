import { useEffect, useState } from 'preact/hooks';
import type { AuditEntry, Subject } from '../../../src/contract/audit';
import type { LeadDetail } from '../../../src/contract/lead';
import type { MemberView } from '../../../src/contract/members/member';
import { call } from '../../api';
import { dateTime } from '../../format';
import { useKeyNames } from '../../key-names';
import { linkTo } from '../../router';
import { useWholeList } from '../../use-resource';
import { ACTION_WORDS, ACTOR_WORDS, JOB_WORDS, SUBJECT_WORDS } from '../../words';

const COLUMNS = ['Quando', 'Quem', 'O que fez', 'Sobre', 'Endereço na rede'];

type NameOf = (id: string | null) => string | undefined;

/** Entries of the audit trail, with names in place of ids. */
export function ActivityTable({ of: entries }: { readonly of: readonly AuditEntry[] }) {
  const members = useWholeList<MemberView>('/members').data ?? [];
  const keyName = useKeyNames();
  const leadName = useLeadNames(entries);
  const nameOf: NameOf = (id) => members.find((one) => one.id === id)?.name ?? keyName?.(id);
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
          {entries.map(({ id, at, actor, action, subject, address }) => (
            <tr key={id}>
              <td class="nowrap">{dateTime(at)}</td>
              <td>{actorText(actor, nameOf)}</td>
              <td>{ACTION_WORDS[action]}</td>
              <td>{subject ? <SubjectOf subject={subject} nameOf={nameOf} leadName={leadName} /> : '—'}</td>
              <td>{address ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function actorText({ type, id }: AuditEntry['actor'], nameOf: NameOf): string {
  if (type === 'job') return JOB_WORDS[id ?? ''] ?? ACTOR_WORDS.job;
  const name = nameOf(id);
  return type === 'key' && name ? `chave ${name}` : (name ?? ACTOR_WORDS[type]);
}

interface SubjectProps {
  readonly subject: Subject;
  readonly nameOf: NameOf;
  readonly leadName: NameOf;
}

function SubjectOf({ subject: { type, id }, nameOf, leadName }: SubjectProps) {
  const name = leadName(id);
  if (name !== undefined) return <a href={linkTo('leads', id)}>{name}</a>;
  if (type === 'import') return <a href={linkTo('importar', id)}>{SUBJECT_WORDS.import}</a>;
  const label = nameOf(id);
  return <>{type === 'api_key' && label ? `Chave ${label}` : (label ?? SUBJECT_WORDS[type])}</>;
}

/** Most leads that are looked up, one after the other: others stay "um lead". */
const MAX_LOOKED_UP = 30;

/** Names of the leads among the subjects; undefined for those that cannot be read. */
function useLeadNames(entries: readonly AuditEntry[]): NameOf {
  const [names, setNames] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  useEffect(() => {
    let isShown = true;
    const ids = entries.flatMap(({ subject }) => (subject?.type === 'lead' ? [subject.id] : []));
    const read = async (): Promise<void> => {
      for (const id of [...new Set(ids)].filter((one) => !names.has(one)).slice(0, MAX_LOOKED_UP)) {
        const name = await nameOfLead(id);
        if (!isShown) return;
        setNames((before) => new Map(before).set(id, name));
      }
    };
    void read();
    return () => void (isShown = false);
  }, [entries]);
  return (id) => names.get(id ?? '');
}

const nameOfLead = (id: string): Promise<string | undefined> =>
  call<LeadDetail>('GET', `/leads/${id}`).then(
    ({ data }) => data.name ?? 'um lead sem nome',
    () => undefined,
  );
