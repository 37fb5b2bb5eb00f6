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

/** The names in the database of an entity's personal columns. */
export const personalColumnsOf = <Entity extends object>(entity: new () => Entity): string[] => {
  const names = columnsOf(entity);
  return [...(PERSONAL.get(entity)?.keys() ?? [])].map((property) => names[property as keyof Entity]);
};

/** The assignments by which an erasure empties a row of the entity. */
export const erasing = <Entity extends object>(entity: new () => Entity): string => {
  const values = [...(PERSONAL.get(entity)?.values() ?? [])];
  return personalColumnsOf(entity)
    .map((column, index) => `${column} = ${values[index] === '' ? `''` : 'null'}`)
    .join(', ');
};
