import { getMetadataArgsStorage } from 'typeorm';

/** The names of an entity's columns in the database, by those of its properties. */
export const columnsOf = <Entity extends object>(entity: new () => Entity): Readonly<Record<keyof Entity, string>> =>
  Object.fromEntries(
    getMetadataArgsStorage()
      .filterColumns(entity)
      .map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  ) as Record<keyof Entity, string>;

/** Columns of an entity as a select list: as the row `alias` has them, under the names of their properties. All, where none are named. */
export function selection<Entity extends object>(
  entity: new () => Entity,
  alias: string,
  properties?: readonly (keyof Entity & string)[],
): string {
  const columns = columnsOf(entity);
  return (properties ?? (Object.keys(columns) as (keyof Entity & string)[]))
    .map((property) => `${alias}.${columns[property]} as "${property}"`)
    .join(', ');
}
