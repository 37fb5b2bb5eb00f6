import { getMetadataArgsStorage } from 'typeorm';

/** Maps the properties of an entity to its columns. */
export const columnsOf = <Entity extends object>(entity: new () => Entity): Readonly<Record<keyof Entity, string>> =>
  Object.fromEntries(
    getMetadataArgsStorage()
      .filterColumns(entity)
      .map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  ) as Record<keyof Entity, string>;

/** Select list of an entity's columns, from the row `alias`, under the property names; all columns by default. */
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

/** Properties of an entity that have a column, without those in `omitted`. */
export const propertiesOf = <Entity extends object, Omitted extends keyof Entity = never>(
  entity: new () => Entity,
  ...omitted: readonly Omitted[]
): Exclude<keyof Entity, Omitted>[] =>
  (Object.keys(columnsOf(entity)) as (keyof Entity)[]).filter(
    (property): property is Exclude<keyof Entity, Omitted> =>
      !(omitted as readonly (keyof Entity)[]).includes(property),
  );

/** Text after the table in an insert: the columns with $1, $2 …, and the `computed` ones. */
export function inserted<Entity extends object>(
  entity: new () => Entity,
  properties: readonly (keyof Entity)[],
  computed: { readonly [Property in keyof Entity]?: string } = {},
): string {
  const columns = columnsOf(entity);
  const others = Object.entries(computed) as [keyof Entity, string][];
  const names = [...properties, ...others.map(([property]) => property)].map((property) => columns[property]);
  const values = [...properties.map((_, index) => `$${index + 1}`), ...others.map(([, sql]) => sql)];
  return `(${names.join(', ')}) values (${values.join(', ')})`;
}

/** Values of a row in the order of these properties. */
export const inOrder = <Property extends PropertyKey>(
  properties: readonly Property[],
  row: { readonly [P in Property]: unknown },
): unknown[] => properties.map((property) => row[property]);

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
