import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { PlaceQuery } from '../../router';
import { Button } from '../../ui/button';
import { Check, Select, TextField } from '../../ui/field';
import { ORIGIN_WORDS, valuesOf } from '../../words';

interface FiltersProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** The filters, by the names of the list's parameters. */
  readonly query: PlaceQuery;
  readonly onQuery: (query: PlaceQuery) => void;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly problemOf: (field: string) => string | undefined;
}

const ORDER = [
  { value: '', text: 'Mais novos primeiro' },
  { value: 'changed', text: 'Últimas mudanças primeiro' },
];

/** The search, and the filters of the list of leads. */
export function Filters({ search, onSearch, query, onQuery, pipelines, problemOf }: FiltersProps) {
  const set = (changes: PlaceQuery): void =>
    onQuery(Object.fromEntries(Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '')));
  const { order: _, ...chosen } = query;
  const count = Object.keys(chosen).length;
  return (
    <section class="card filters" aria-label="Busca e filtros">
      <div class="filters-head">
        <TextField
          label="Nome, telefone ou e-mail"
          type="search"
          autocomplete="off"
          value={search}
          onInput={(event) => onSearch(event.currentTarget.value)}
          problem={problemOf('q')}
        />
        <Select label="Ordem" value={query.order ?? ''} onChange={(order) => set({ order })} options={ORDER} />
      </div>
      <details open={count > 0}>
        <summary>Filtros{count > 0 && ` (${count})`}</summary>
        <FilterFields query={query} set={set} pipelines={pipelines} problemOf={problemOf} />
        {count > 0 && (
          <Button onClick={() => onQuery(query.order ? { order: query.order } : {})}>Limpar filtros</Button>
        )}
      </details>
    </section>
  );
}

interface FilterFieldsProps extends Pick<FiltersProps, 'query' | 'pipelines' | 'problemOf'> {
  readonly set: (changes: PlaceQuery) => void;
}

function FilterFields({ query, set, pipelines, problemOf }: FilterFieldsProps) {
  const value = (name: string): string => query[name] ?? '';
  return (
    <div class="filter-fields">
      <Select
        label="Funil"
        value={value('pipeline_id')}
        onChange={(id) => set({ pipeline_id: id, stage_id: '' })}
        options={[{ value: '', text: 'Todos' }, ...pipelines.map(({ id, name }) => ({ value: id, text: name }))]}
      />
      <Select
        label="Etapa"
        value={value('stage_id')}
        onChange={(id) => set({ stage_id: id })}
        options={stageOptions(pipelines, value('pipeline_id'))}
      />
      <Select label="Origem" value={value('origin')} onChange={(origin) => set({ origin })} options={ORIGINS} />
      <TextField
        label="Etiqueta"
        value={value('tag')}
        onChange={(event) => set({ tag: event.currentTarget.value.trim() })}
        problem={problemOf('tag')}
      />
      <Period query={query} set={set} problemOf={problemOf} />
      <Check
        name="without_name"
        title="Só sem nome"
        checked={value('without_name') !== ''}
        onChange={(isChecked: boolean) => set({ without_name: isChecked ? 'true' : '' })}
      />
    </div>
  );
}

function Period({ query, set, problemOf }: Omit<FilterFieldsProps, 'pipelines'>) {
  return (
    <>
      <TextField
        label="Criado de"
        type="date"
        value={query.from ?? ''}
        onChange={(event) => set({ from: event.currentTarget.value })}
        problem={problemOf('from')}
      />
      <TextField
        label="Criado até"
        type="date"
        value={query.to ?? ''}
        onChange={(event) => set({ to: event.currentTarget.value })}
        problem={problemOf('to')}
      />
    </>
  );
}

const ORIGINS = [
  { value: '', text: 'Todas' },
  ...valuesOf(ORIGIN_WORDS).map((value) => ({ value, text: ORIGIN_WORDS[value] })),
];

/** The stages of a pipeline, or of all with their pipelines' names. */
function stageOptions(pipelines: readonly OwnerPipelineView[], pipelineId: string) {
  const chosen = pipelines.filter(({ id }) => pipelineId === '' || id === pipelineId);
  const options = chosen.flatMap((pipeline) =>
    pipeline.stages.map(({ id, name }) => ({
      value: id,
      text: chosen.length > 1 ? `${name} · ${pipeline.name}` : name,
    })),
  );
  return [{ value: '', text: 'Todas' }, ...options];
}
