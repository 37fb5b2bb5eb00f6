import { getMetadataArgsStorage } from 'typeorm';

/** The names of an entity's columns in the database, by those of its properties. */
export const columnsOf = <Entity extends object>(entity: new () => Entity): Readonly<Record<keyof Entity, string>> =>
  Object.fromEntries(
    getMetadataArgsStorage()
      .filterColumns(entity)
      .map(({ propertyName, options }) => [propertyName, options.name ?? propertyName]),
  ) as Record<keyof Entity, string>;
