import { changeQuery, type RouteQuery, useQuery } from '../../router';

/** A column by which the list can be in order. */
interface SortedColumn {
  /** The value of the parameter `order`; empty for the usual order. */
  readonly order: string;
  /** The direction of the first click. */
  readonly first: Direction;
}
type Direction = 'asc' | 'desc';

/** By the title of the column. */
const SORTED: Readonly<Record<string, SortedColumn>> = {
  Nome: { order: 'name', first: 'asc' },
  'Próximo contato': { order: 'next_contact', first: 'asc' },
  Valor: { order: 'value', first: 'desc' },
  'Criado em': { order: '', first: 'desc' },
  'Última mudança': { order: 'changed', first: 'desc' },
};

/** The choices of “Ordem”, each with its `order` and `direction`. */
export const ORDER_OPTIONS = [
  { value: '', text: 'Mais novos primeiro' },
  { value: ' asc', text: 'Mais antigos primeiro' },
  { value: 'changed', text: 'Últimas mudanças primeiro' },
  { value: 'changed asc', text: 'Sem mudança há mais tempo primeiro' },
  { value: 'name asc', text: 'Nome, de A a Z' },
  { value: 'name', text: 'Nome, de Z a A' },
  { value: 'value', text: 'Maior valor primeiro' },
  { value: 'value asc', text: 'Menor valor primeiro' },
  { value: 'next_contact asc', text: 'Próximo contato mais cedo primeiro' },
  { value: 'next_contact', text: 'Próximo contato mais tarde primeiro' },
];

const orderIn = ({ order = '' }: RouteQuery): string => (order === 'created' ? '' : order);
const directionIn = ({ direction }: RouteQuery): Direction => (direction === 'asc' ? 'asc' : 'desc');

/** The option of the order in an address. */
export const orderOption = (query: RouteQuery): string => orderIn(query) + (directionIn(query) === 'asc' ? ' asc' : '');

export function chooseOrder(option: string): void {
  const [order = '', direction = ''] = option.split(' ');
  changeQuery({ order, direction });
}

interface ColumnHeadProps {
  readonly title: string;
  readonly look?: string | undefined;
}

/** Of a column by which the list can be in order: a button, which puts the order in the address and, once it is there, turns it. */
export function ColumnHead({ title, look }: ColumnHeadProps) {
  const query = useQuery();
  const column = SORTED[title];
  if (!column)
    return (
      <th scope="col" class={look}>
        {title}
      </th>
    );
  const { order, first } = column;
  const direction = orderIn(query) === order ? directionIn(query) : undefined;
  const next = direction ? (direction === 'asc' ? 'desc' : 'asc') : first;
  return (
    <th scope="col" class={look} aria-sort={direction && `${direction}ending`}>
      <button
        type="button"
        class="of-column"
        onClick={() => changeQuery({ order, direction: next === 'asc' ? next : '' })}
      >
        {title}
        {direction && <span aria-hidden="true"> {direction === 'asc' ? '↑' : '↓'}</span>}
      </button>
    </th>
  );
}
