import { columnsOf } from './columns';

const PERSONAL = new Map<unknown, Map<string, null | ''>>();

/** Marks a column that identifies a person: an erasure leaves `erased` in it. */
export const Personal =
  (erased: null | '' = null): PropertyDecorator =>
  ({ constructor: entity }, property) => {
    const columns = PERSONAL.get(entity) ?? new Map<string, null | ''>();
    PERSONAL.set(entity, columns.set(String(property), erased));
  };

function personalOf<Entity extends object>(entity: new () => Entity): [column: string, erased: null | ''][] {
  const names = columnsOf(entity);
  return [...(PERSONAL.get(entity) ?? [])].map(([property, erased]) => [names[property as keyof Entity], erased]);
}

/** Personal columns of an entity, by their names in the database. */
export const personalColumnsOf = <Entity extends object>(entity: new () => Entity): string[] =>
  personalOf(entity).map(([column]) => column);

/** SQL assignments by which an erasure empties a row of the entity. */
export const erasing = <Entity extends object>(entity: new () => Entity): string =>
  personalOf(entity)
    .map(([column, erased]) => `${column} = ${erased === null ? 'null' : `'${erased}'`}`)
    .join(', ');
