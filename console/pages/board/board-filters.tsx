import { MAX_SEARCH, MIN_SEARCH } from '../../../src/contract/limits';
import { ResponsibleFilter } from '../../responsible';
import { changeQuery, type RouteQuery } from '../../router';
import { Select, TextField } from '../../ui/field';
import { ORIGIN_OPTIONS } from '../leads/filters';
import { SuggestedField } from '../leads/suggested-field';

interface BoardFiltersProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Filters, by the names of the route's parameters. */
  readonly query: RouteQuery;
}

/** Filters that a small screen folds up. */
const FOLDED = ['tag', 'origin'];

const isSmall = matchMedia('(max-width: 40em)');

export function BoardFilters({ search, onSearch, query }: BoardFiltersProps) {
  const count = FOLDED.filter((name) => query[name]).length;
  return (
    <section class="board-filters" aria-label="Busca e filtros">
      <TextField
        label="Buscar"
        type="search"
        autocomplete="off"
        placeholder="Nome, telefone ou e-mail"
        maxLength={MAX_SEARCH}
        value={search}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
      <ResponsibleFilter value={query.responsible ?? ''} onChange={(id) => changeQuery({ responsible: id })} />
      <details open={!isSmall.matches || count > 0}>
        <summary>Filtros{count > 0 && ` (${count})`}</summary>
        <div class="filter-fields">
          <SuggestedField
            label="Etiqueta"
            path="/tags"
            value={query.tag ?? ''}
            onChange={(tag) => changeQuery({ tag })}
            problem={undefined}
          />
          <Select
            label="Origem"
            value={query.origin ?? ''}
            onChange={(origin) => changeQuery({ origin })}
            options={ORIGIN_OPTIONS}
          />
        </div>
      </details>
    </section>
  );
}

/** The parameters of a board; a search that the service would refuse waits for more letters. */
export function boardFilters({ responsible, tag, origin }: RouteQuery, search: string): RouteQuery {
  const q = search.length >= MIN_SEARCH && /[\p{L}\p{N}]/u.test(search) ? search : undefined;
  const given = Object.entries({ q, responsible, tag, origin }).filter(
    (entry): entry is [string, string] => !!entry[1],
  );
  return Object.fromEntries(given);
}
