import { columnsOf } from './columns';

/** The personal columns of the entities, with what an erasure leaves in each. */
const PERSONAL = new Map<unknown, Map<string, null | ''>>();

/** Marks a column that identifies a person: an erasure leaves `erased` in it. */
export const Personal =
  (erased: null | '' = null): PropertyDecorator =>
  ({ constructor: entity }, property) => {
    const columns = PERSONAL.get(entity) ?? new Map<string, null | ''>();
    PERSONAL.set(entity, columns.set(String(property), erased));
  };

/** The personal columns of an entity, by their names in the database, with what an erasure leaves in each. */
function personalOf<Entity extends object>(entity: new () => Entity): [column: string, erased: null | ''][] {
  const names = columnsOf(entity);
  return [...(PERSONAL.get(entity) ?? [])].map(([property, erased]) => [names[property as keyof Entity], erased]);
}

/** The names in the database of an entity's personal columns. */
export const personalColumnsOf = <Entity extends object>(entity: new () => Entity): string[] =>
  personalOf(entity).map(([column]) => column);

/** The assignments by which an erasure empties a row of the entity. */
export const erasing = <Entity extends object>(entity: new () => Entity): string =>
  personalOf(entity)
    .map(([column, erased]) => `${column} = ${erased === null ? 'null' : `'${erased}'`}`)
    .join(', ');
