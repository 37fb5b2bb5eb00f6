import { useState } from 'preact/hooks';
import type { AuditEntry } from '../../../src/contract/audit';
import type { ApiKeyView } from '../../../src/contract/key';
import type { MemberView } from '../../../src/contract/member';
import { readFile } from '../../api';
import { dateTime } from '../../format';
import { useMay } from '../../me';
import { linkTo } from '../../router';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Empty, Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';
import { useWholeList } from '../../use-resource';
import { ACTION_WORDS, ACTOR_WORDS, JOB_WORDS, SUBJECT_WORDS } from '../../words';

export function Activity() {
  const [days, setDays] = useState('');
  const entries = usePages<AuditEntry>(`/audit?${days}`);
  const action = useAction();
  const save = async (): Promise<void> => {
    const isSaved = await action.run(async () => {
      saveFile('atividades.csv', await readFile(`/audit/export.csv?${days}`), 'text/csv');
    });
    if (isSaved) say('Registro exportado.');
  };
  return (
    <PageFrame
      title="Registro de atividades"
      about="Quem fez o quê nesta conta, quando e de onde. O registro não pode ser alterado e não traz dados de pessoas."
      actions={
        <Button icon="download" isBusy={action.isBusy} onClick={save}>
          Exportar registro
        </Button>
      }
    >
      <Days problemOf={(field) => entries.failure?.problemOf(field)} onChange={setDays} />
      <FailureNotice failure={action.failure} />
      <Loaded from={entries}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nenhuma atividade nestes dias" />
          ) : (
            <>
              <Entries of={rows} />
              <More of={entries} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface DaysProps {
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (query: string) => void;
}

function Days({ problemOf, onChange }: DaysProps) {
  const show = (values: FormData): void => {
    const days = ['from', 'to'].map((name) => [name, textOf(values, name)]).filter(([, day]) => day);
    onChange(new URLSearchParams(days).toString());
  };
  return (
    <Form class="card search days" label="Escolher dias" onSubmit={show}>
      <TextField label="De" name="from" type="date" problem={problemOf('from')} />
      <TextField label="Até" name="to" type="date" problem={problemOf('to')} />
      <Button type="submit" icon="search">
        Mostrar
      </Button>
    </Form>
  );
}

function Entries({ of: entries }: { readonly of: readonly AuditEntry[] }) {
  const may = useMay();
  const keys = useWholeList<ApiKeyView>(may('api_keys') ? '/api-keys' : undefined).data ?? [];
  const members = useWholeList<MemberView>('/members').data ?? [];
  const nameOf = (id: string | null): string => [...keys, ...members].find((one) => one.id === id)?.name ?? '';
  return (
    <ol class="rows">
      {entries.map((entry) => (
        <li key={entry.id} class="card row">
          <div class="row-main">
            <p class="row-title">{ACTION_WORDS[entry.action]}</p>
            {entry.subject && <SubjectOf entry={entry.subject} nameOf={nameOf} />}
            <p class="small muted">
              {dateTime(entry.at)} · {actorOf(entry.actor, nameOf)}
              {entry.address && ` · de ${entry.address}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function actorOf({ type, id }: AuditEntry['actor'], nameOf: (id: string | null) => string): string {
  const which = type === 'job' ? (JOB_WORDS[id ?? ''] ?? id) : nameOf(id);
  return which ? `${ACTOR_WORDS[type]} (${which})` : ACTOR_WORDS[type];
}

const PLACES: Readonly<Partial<Record<Subject['type'], string>>> = { lead: 'leads', import: 'importar' };

type Subject = NonNullable<AuditEntry['subject']>;

interface SubjectProps {
  readonly entry: Subject;
  readonly nameOf: (id: string) => string;
}

function SubjectOf({ entry: { type, id }, nameOf }: SubjectProps) {
  const place = PLACES[type];
  const name = nameOf(id);
  return (
    <p class="small subject">
      {SUBJECT_WORDS[type]} {name ? `“${name}”` : place ? <a href={linkTo(place, id)}>{id}</a> : <code>{id}</code>}
    </p>
  );
}
