import { useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { SourceView } from '../../../src/contract/source';
import { useMay } from '../../me';
import { changeQuery, presentQuery, type RouteQuery } from '../../router';
import { ResponsibleFilter } from '../../responsible';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check, MomentField, Select, TextField } from '../../ui/field';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { useResource } from '../../use-resource';
import { optionsOf } from '../../words';
import { stageOptions } from '../../stage-options';
import { filtersIn } from '../../saved-views';
import { chooseOrder, ORDER_OPTIONS, orderOption } from './list-order';
import { SuggestedField } from './suggested-field';

interface FiltersProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Filters, by the names of the list's parameters. */
  readonly query: RouteQuery;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly problemOf: (field: string) => string | undefined;
}

export function Filters({ search, onSearch, query, pipelines, problemOf }: FiltersProps) {
  const count = chosenOf(query).length;
  // A sheet would hide the list that a link has opened.
  const [isOpen, setOpen] = useState(count > 0 && !isSmall.matches);
  const fields = <FilterFields query={query} pipelines={pipelines} problemOf={problemOf} />;
  return (
    <section class="filters" aria-label="Busca e filtros">
      <div class="filters-head">
        <TextField
          label="Nome, telefone ou e-mail"
          placeholder="Nome, telefone ou e-mail"
          type="search"
          autocomplete="off"
          value={search}
          onInput={(event) => onSearch(event.currentTarget.value)}
          problem={problemOf('q')}
        />
        <ResponsibleFilter value={query.responsible ?? ''} onChange={(id) => changeQuery({ responsible: id })} />
        <Select label="Ordem" value={orderOption(query)} onChange={chooseOrder} options={ORDER_OPTIONS} />
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Filtros{count > 0 && ` (${count})`}
        </button>
      </div>
      {isOpen && !isSmall.matches && (
        <div class="card">
          {fields}
          {count > 0 && <Button onClick={clear}>Limpar filtros</Button>}
        </div>
      )}
      {isOpen && isSmall.matches && (
        <Dialog title="Filtros" onClose={() => setOpen(false)}>
          {fields}
          <div class="dialog-actions">
            {/* Always there: a button that appeared between the tap and its end would move the one that is tapped. */}
            <Button disabled={count === 0} onClick={clear}>
              Limpar filtros
            </Button>
            <Button kind="primary" onClick={() => setOpen(false)}>
              Mostrar leads
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

const isSmall = matchMedia('(max-width: 45em)');

/** Names of the filters under “Filtros”. */
const chosenOf = (query: RouteQuery): string[] =>
  Object.keys(query).filter((name) => !['order', 'direction', 'responsible'].includes(name));

const clear = (): void =>
  changeQuery(Object.fromEntries(chosenOf(filtersIn(presentQuery())).map((name) => [name, ''])));

type FilterFieldsProps = Pick<FiltersProps, 'query' | 'pipelines' | 'problemOf'>;

function FilterFields({ query, pipelines, problemOf }: FilterFieldsProps) {
  const value = (name: string): string => query[name] ?? '';
  const chosen = pipelines.filter(({ id }) => [id, ''].includes(value('pipeline_id')));
  return (
    <div class="filter-fields">
      <Select
        label="Funil"
        value={value('pipeline_id')}
        onChange={(id) => changeQuery({ pipeline_id: id, stage_id: '' })}
        options={[{ value: '', text: 'Todos' }, ...pipelines.map(({ id, name }) => ({ value: id, text: name }))]}
      />
      <Select
        label="Etapa"
        value={value('stage_id')}
        onChange={(id) => changeQuery({ stage_id: id })}
        options={[{ value: '', text: 'Todas' }, ...stageOptions(chosen)]}
      />
      <SourceFilter value={value('source')} onChange={(id) => changeQuery({ source: id })} />
      <Select
        label="Origem"
        value={value('origin')}
        onChange={(origin) => changeQuery({ origin })}
        options={ORIGIN_OPTIONS}
      />
      {TYPED.map(([name, label, path]) => (
        <SuggestedField
          key={name}
          label={label}
          path={path}
          value={value(name)}
          onChange={(text) => changeQuery({ [name]: text })}
          problem={problemOf(name)}
        />
      ))}
      <div class="filter-checks">
        <Check
          name="without_name"
          title="Só sem nome"
          checked={value('without_name') !== ''}
          onChange={(isChecked) => changeQuery({ without_name: isChecked ? 'true' : '' })}
        />
        <Check
          name="without_next_step"
          title="Só sem próximo passo"
          checked={value('without_next_step') !== ''}
          onChange={(isChecked) => changeQuery({ without_next_step: isChecked ? 'true' : '' })}
        />
      </div>
      <Period query={query} problemOf={problemOf} />
    </div>
  );
}

interface SourceFilterProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** The sources of the account, for those who may see them; also the one that a link filters by. */
function SourceFilter({ value, onChange }: SourceFilterProps) {
  const sources = useResource<SourceView[]>(useMay()('sources') ? '/sources' : undefined).data ?? [];
  if (sources.length === 0 && value === '') return null;
  const isListed = value === '' || sources.some(({ id }) => id === value);
  const options = [
    { value: '', text: 'Todas' },
    ...(isListed ? [] : [{ value, text: 'A fonte escolhida' }]),
    ...sources.map(({ id, name }) => ({ value: id, text: name })),
  ];
  return <Select label="Fonte" value={value} onChange={onChange} options={options} />;
}

/** Filters by a text, with the route that suggests its values. */
const TYPED = [
  ['tag', 'Etiqueta', '/tags'],
  ['utm_campaign', 'Campanha', '/campaigns'],
  ['utm_source', 'Fonte (utm)', undefined],
  ['utm_medium', 'Meio (utm)', undefined],
  ['loss_reason', 'Motivo da perda', undefined],
] as const;

/** Days of creation, of the contact's beginning, and of a gain or loss, by the names of the parameters. */
const DAYS = {
  from: 'Criado de',
  to: 'Criado até',
  contact_from: 'Contato de',
  contact_to: 'Contato até',
  closed_from: 'Fechado de',
  closed_to: 'Fechado até',
};

function Period({ query, problemOf }: Omit<FilterFieldsProps, 'pipelines'>) {
  return (
    <>
      {Object.entries(DAYS).map(([name, label]) => (
        <MomentField
          key={name}
          label={label}
          type="date"
          value={query[name] ?? ''}
          onChange={(value) => changeQuery({ [name]: value })}
          problem={problemOf(name)}
        />
      ))}
    </>
  );
}

export const ORIGIN_OPTIONS = [
  { value: '', text: 'Todas' },
  ...optionsOf(ORIGIN_WORDS).map((value) => ({ value, text: ORIGIN_WORDS[value] })),
];
