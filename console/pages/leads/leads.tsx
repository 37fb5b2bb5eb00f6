import { useEffect, useState } from 'preact/hooks';
import type { OwnerPipelineView } from '../../../src/contract/pipeline';
import type { LeadCount } from '../../../src/contract/lead';
import type { ListedLead } from '../../../src/contract/day/today';
import type { ApiFailure } from '../../api';
import { useMay } from '../../me';
import { addressOf, linkTo, presentQuery, type RouteQuery, type ShownPage, useQuery, withQuery } from '../../router';
import { filtersIn, type SavedViews, viewIn } from '../../saved-views';
import { Button } from '../../ui/button';
import { Empty, Loading } from '../../ui/loaded';
import { FailureNotice } from '../../ui/notice';
import { PageFrame } from '../../ui/page';
import { useChanges } from '../../use-changes';
import { type Pages, usePages } from '../../use-pages';
import { useResource } from '../../use-resource';
import { figureOf } from '../metrics/figure-list';
import { Filters } from './filters';
import { keepList, useKeptRows, useReturn } from './kept-list';
import { HeadOfTable, LeadTable } from './lead-table';
import { type Column, ColumnsMenu, useColumns } from './list-columns';
import { chooseOrder } from './list-order';
import { useLeadsFile } from './leads-file';
import { ListOfFigure } from './list-of-figure';
import { NewLead } from './new-lead';
import { PersonOfPhone } from './person-of-phone';
import { countText, useCount } from './use-count';
import { useSettled } from './use-settled';
import { ViewActions } from './view-actions';

interface LeadsProps {
  /** Latest search, kept for people who come back from a lead. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly views: SavedViews;
}

const SHORTEST = 2;

export function Leads({ search, onSearch, views }: LeadsProps) {
  const may = useMay();
  const query = useQuery();
  const pipelines = useResource<OwnerPipelineView[]>('/pipelines').data;
  const settled = useSettled(search.trim());
  const figure = figureOf(query);
  const filterQuery = parametersOf(query, settled);
  const path = withQuery('/leads', filterQuery);
  const pages = usePages<ListedLead>(path, undefined, useKeptRows(path));
  useChanges(['lead', 'deal', 'activity', 'appointment'], () => void pages.refresh());
  const counted = useCount(filterQuery, pages);
  const isSettled = settled === search.trim();
  const columns = useColumns();
  // The fields may have changed since the rows were loaded.
  const file = useLeadsFile(() => parametersOf(presentQuery(), search.trim()));
  return (
    <PageFrame
      key={query.visao}
      title="Leads"
      heading={viewIn(views, query)?.name}
      beside={!figure && <ViewActions views={views} isSearching={search.trim() !== ''} />}
      actions={
        <>
          <span class="muted" role="status">
            {counted && countText(counted)}
          </span>
          <ColumnsMenu of={columns} />
          {may('export') && (
            <Button icon="download" isBusy={file.isBusy} onClick={file.save}>
              Exportar CSV
            </Button>
          )}
          <NewLead />
        </>
      }
    >
      <FailureNotice failure={file.failure} />
      {figure ? (
        <ListOfFigure figure={figure} withoutSpam={query.without_spam === 'true'} counted={counted} />
      ) : (
        <Filters
          search={search}
          onSearch={onSearch}
          query={filtersIn(query)}
          pipelines={pipelines ?? []}
          problemOf={(field) => pages.failure?.problemOf(field)}
        />
      )}
      <FailureNotice failure={pages.failure} shown={FILTER_FIELDS}>
        {isTooLong(pages.failure) ? (
          <Button onClick={() => chooseOrder('')}>Mostrar os mais novos primeiro</Button>
        ) : (
          pages.failure?.fields.length === 0 && <Button onClick={pages.reload}>Tentar de novo</Button>
        )}
      </FailureNotice>
      {pipelines && (
        <List
          pages={pages}
          path={path}
          pipelines={pipelines}
          columns={columns.shown}
          filterQuery={filterQuery}
          asked={{ query: parametersOf(query, search.trim()), counted: isSettled ? counted : undefined }}
        />
      )}
      <PersonOfPhone text={figure ? '' : settled} onErased={pages.reload} />
    </PageFrame>
  );
}

/** Parameters of the list's routes for the address and a search. The list of a figure is that figure, whatever was searched for before. */
function parametersOf(query: RouteQuery, search: string): RouteQuery {
  return { ...filtersIn(query), ...(!figureOf(query) && search.length >= SHORTEST && { q: search }) };
}

/** Whether the list is too long for its order. */
const isTooLong = (failure: ApiFailure | undefined): boolean => failure?.code === 'conflict';

const FILTER_FIELDS = [
  'q',
  'tag',
  'utm_campaign',
  'utm_source',
  'utm_medium',
  'loss_reason',
  'from',
  'to',
  'closed_from',
  'closed_to',
  'contact_from',
  'contact_to',
];

interface ListProps {
  readonly pages: Pages<ListedLead>;
  readonly path: string;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly columns: readonly Column[];
  readonly filterQuery: RouteQuery;
  /** The query as typed, and how many leads it finds, once the rows shown are its own. */
  readonly asked: { readonly query: RouteQuery; readonly counted: LeadCount | undefined };
}

/** Most empty pages that are loaded automatically, because the service bounds its search per page. */
const EMPTY_PAGES = 10;

function List({ pages, path, pipelines, columns, filterQuery, asked }: ListProps) {
  const [empty, setEmpty] = useState(0);
  const [shown, setShown] = useState(pages.data);
  const { data, more, failure } = pages;
  const isEmptyPage = data?.length === 0 && more !== undefined && empty < EMPTY_PAGES;
  useEffect(() => {
    if (!isEmptyPage) return;
    setEmpty(empty + 1);
    void more();
  }, [isEmptyPage, more]);
  // Old rows stay until the new ones come, so that nothing jumps during typing.
  useEffect(() => {
    if (data && !isEmptyPage) setShown(data);
    if (data && data.length > 0) setEmpty(0);
  }, [data, isEmptyPage]);
  useReturn(path, shown !== undefined && shown.length > 0);
  if (failure) return isTooLong(failure) ? <HeadOfTable columns={columns} /> : null;
  if (!shown) return <Loading />;
  return (
    <div aria-busy={data === undefined}>
      <LeadTable
        leads={shown}
        pipelines={pipelines}
        columns={columns}
        onChanged={pages.reload}
        onValue={pages.refresh}
        list={asked}
        onOpen={(id) => keepList(path, shown.length, id)}
      />
      {shown.length === 0 && <NoLeads filterQuery={filterQuery} />}
      {more && (
        <p class="more">
          <Button onClick={more}>{shown.length === 0 ? 'Continuar a busca' : 'Mostrar mais'}</Button>
        </p>
      )}
    </div>
  );
}

function NoLeads({ filterQuery: { order, direction, ...filters } }: Pick<ListProps, 'filterQuery'>) {
  const may = useMay();
  const count = Object.keys(filters).length;
  if (count === 1 && filters.responsible === 'me') return <NoneOfOneself order={{ order, direction }} />;
  if (count > 0)
    return <Empty title="Nenhum lead encontrado">Confira a busca e os filtros, ou limpe os filtros.</Empty>;
  if (!may('api_keys')) return <Empty title="Nenhum lead ainda">Os leads aparecem aqui assim que chegam.</Empty>;
  return (
    <Empty title="Nenhum lead ainda">
      Os leads aparecem aqui assim que um site ou sistema os envia, quando você importa um arquivo ou cadastra um novo.{' '}
      <a href={linkTo('')}>Ver os primeiros passos</a>
    </Empty>
  );
}

function NoneOfOneself({ order }: { readonly order: ShownPage }) {
  return (
    <Empty title="Nenhum lead é seu ainda">
      Abra um lead sem responsável e aperte “Assumir”, ou selecione vários na lista e passe para você.{' '}
      <a href={addressOf(['leads'], order)}>Mostrar todos os leads</a>
    </Empty>
  );
}
