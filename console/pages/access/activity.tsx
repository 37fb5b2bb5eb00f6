import { useState } from 'preact/hooks';
import type { AuditAction, AuditEntry } from '../../../src/contract/audit';
import type { LeadDetail } from '../../../src/contract/lead';
import type { MemberView } from '../../../src/contract/members/member';
import { readFile } from '../../api';
import { changeQuery, linkTo, presentQuery, type RouteQuery, useHash, useQuery } from '../../router';
import { Button } from '../../ui/button';
import { MomentField, Select } from '../../ui/field';
import { Form, textOf } from '../../ui/form';
import { Empty, Loaded, More } from '../../ui/loaded';
import { say } from '../../ui/messages';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { saveFile } from '../../ui/save-file';
import { useAction } from '../../use-action';
import { usePages } from '../../use-pages';
import { useResource, useWholeList } from '../../use-resource';
import { ACTION_WORDS, ACTOR_WORDS, optionsOf } from '../../words';
import { ActivityTable, leadText } from './activity-table';

/** Days and filters in the address, by the names of the list's parameters. */
const DAYS = ['from', 'to'] as const;
const FILTERS = ['person', 'action', 'lead_id'] as const;

const valuesOf = (query: RouteQuery, names: readonly string[]): string[][] =>
  names.flatMap((name) => (query[name] ? [[name, query[name]]] : []));

const searchOf = (query: RouteQuery): string => new URLSearchParams(valuesOf(query, [...DAYS, ...FILTERS])).toString();

export function AuditTrail() {
  const query = useQuery();
  const search = searchOf(query);
  const entries = usePages<AuditEntry>(`/audit?${search}`);
  const members = useWholeList<MemberView>('/members').data ?? [];
  const action = useAction();
  const [saved, setSaved] = useState(0);
  const save = async (): Promise<void> => {
    // Days that were typed and not shown are not in the file.
    setSaved((times) => times + 1);
    const isSaved = await action.run(async () => {
      saveFile('atividades.csv', await readFile(`/audit/export.csv?${searchOf(presentQuery())}`), 'text/csv');
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
      <Filters query={query} members={members} />
      <Days key={saved} query={query} problemOf={(field) => entries.failure?.problemOf(field)} />
      <FailureNotice failure={action.failure} />
      <Loaded from={entries}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              title={
                valuesOf(query, FILTERS).length > 0
                  ? 'Nenhuma atividade com estes filtros'
                  : 'Nenhuma atividade nestes dias'
              }
            />
          ) : (
            <>
              <ActivityTable key={search} of={rows} members={members} />
              <More of={entries} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

const ACTIONS = optionsOf(ACTION_WORDS)
  .map((value) => ({ value, text: ACTION_WORDS[value] }))
  .sort((one, other) => one.text.localeCompare(other.text, 'pt-BR'));

interface FiltersProps {
  readonly query: RouteQuery;
  readonly members: readonly MemberView[];
}

function Filters({ query, members }: FiltersProps) {
  const people = [
    { value: '', text: 'Todas' },
    ...members.map(({ id, name, active }) => ({ value: id, text: active ? name : `${name} (saiu)` })),
    { value: 'operator', text: ACTOR_WORDS.operator },
  ];
  const actions: readonly { readonly value: AuditAction | ''; readonly text: string }[] = [
    { value: '', text: 'Todas' },
    ...ACTIONS,
  ];
  const { person = '', action = '', lead_id } = query;
  return (
    <section class="card filters" aria-label="Filtros">
      <div class="filter-fields">
        <Select label="Pessoa" value={person} onChange={(value) => changeQuery({ person: value })} options={people} />
        <Select
          label="Ação"
          value={action as AuditAction | ''}
          onChange={(value) => changeQuery({ action: value })}
          options={actions}
        />
        {lead_id && <OfLead key={lead_id} id={lead_id} />}
      </div>
    </section>
  );
}

function OfLead({ id }: { readonly id: string }) {
  const { data } = useResource<LeadDetail>(`/leads/${encodeURIComponent(id)}`);
  return (
    <div class="field">
      <span>Lead: {data ? <a href={linkTo('leads', data.id)}>{leadText(data)}</a> : 'um lead'}</span>
      <Button onClick={() => changeQuery({ lead_id: '' })}>Ver de todos os leads</Button>
    </div>
  );
}

const DAY_WORDS = { from: 'De', to: 'Até' };

interface DaysProps {
  readonly query: RouteQuery;
  readonly problemOf: (field: string) => string | undefined;
}

function Days({ query, problemOf }: DaysProps) {
  // Days that were typed and not shown give way to the applied ones when something else changes.
  const address = useHash();
  const show = (values: FormData): void => changeQuery({ from: textOf(values, 'from'), to: textOf(values, 'to') });
  return (
    <Form class="card search days" label="Escolher dias" onSubmit={show}>
      {DAYS.map((name) => (
        <MomentField
          key={`${address} ${name}`}
          label={DAY_WORDS[name]}
          name={name}
          type="date"
          defaultValue={query[name]}
          problem={problemOf(name)}
        />
      ))}
      <Button type="submit" icon="search">
        Mostrar
      </Button>
    </Form>
  );
}
